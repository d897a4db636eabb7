/**
 * `POST /create-checkout-session`, as the specification's §7 describes it. The browser names a mentor and a time; what
 * it costs is the database's to say. A price that is sent along is compared, never charged.
 */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { BookingError } from '#domain/bookings/booking'
import { CURRENCY, poundsToPence } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { foldWords } from '#domain/time/clock-words'
import { instantsAt, isoIn } from '#domain/time/wall-time'
import { isTimeZone, zoneCity } from '#domain/time/zone'
import { clientOfRequest } from '#server/platform/http/client'
import type { App } from '#server/context'
import { listSessions } from '#server/mentors/queries'
import { visitorFields } from '#server/bookings/form'
import { requiredLine, text } from '#server/platform/http/text'
import { holdSlot } from '#server/bookings/holds/hold'
import { readSession } from '#server/accounts/sign-in/sessions'
import { json, toSlot } from '#server/mentors/api'
import { CHECKOUT_REQUEST_EXAMPLE } from '#server/mentors/api-examples'
import { CHECKOUT_EXAMPLE } from '#server/bookings/api-examples'
import type { BookingClient } from '#server/bookings/holds/hold-request'
import { problem, problemResponses, refuseInvalid, tooMany, type ProblemResponse } from '#server/platform/http/problem'

/** For rules about several fields: they run even if single fields are invalid. */
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

export const bookingSchema = z
  .object({
    // `describe`, since the form that they come from knows nothing of OpenAPI.
    name: visitorFields.name.describe('Of the person who comes to the session'),
    email: visitorFields.email.describe('Where the emails go. Who reads them has the booking'),
    phone: visitorFields.phone.describe('As they typed it: five digits at least'),
    topic: visitorFields.topic.optional().describe('What they want to talk about, for the mentor'),
    date: z.iso
      .date('Write a date as 2030-01-04')
      .optional()
      .openapi({ description: 'Local date in `timeZone`. Required with `time`, unless `startsAt` is sent' }),
    time: z
      .string('Write a time as 14:30')
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time as 14:30')
      .optional()
      .openapi({ description: 'Local time in `timeZone`. Of a time that comes twice that day, the first' }),
    startsAt: z.iso
      .datetime({ offset: true, error: 'Write an instant as 2030-01-04T14:30:00+05:30' })
      .optional()
      .openapi({ description: 'The start as an instant, in place of `date` and `time`' }),
    timeZone: text(64)
      .refine(isTimeZone, 'Name an IANA time zone such as Asia/Kolkata')
      .optional()
      .openapi({ description: 'Of `date` and `time`, and of the emails to the visitor. The mentor’s by default' }),
    mentor: z
      .object({
        id: z
          .uuid('Name a mentor by their id')
          .optional()
          .openapi({ description: 'Needed where several mentors have the name' }),
        name: requiredLine(120, 'Name the mentor').openapi({ description: 'As they are called' }),
        price: z
          .number()
          .refine((pounds) => poundsToPence(pounds) !== null, 'Write a price in pounds, such as 45 or 44.5')
          .optional()
          .openapi({ description: 'Pounds, as shown to the visitor. Refused when it is no longer the price' }),
        sessionTitle: text(200).optional().openapi({ description: 'Of the session, in place of `sessionTypeId`' }),
      })
      .openapi({ description: 'Whose time it is' }),
    sessionTypeId: z
      .uuid('Name a session by its id')
      .optional()
      .openapi({ description: 'Which session; the mentor’s first by default' }),
  })
  .refine(({ date, startsAt }) => date ?? startsAt, {
    path: ['date'],
    error: 'Write a date as 2030-01-04',
    when: isObject,
  })
  .refine(({ time, startsAt }) => time ?? startsAt, { path: ['time'], error: 'Write a time as 14:30', when: isObject })
  .refine(({ date, time, startsAt }) => !startsAt || !(date ?? time), {
    path: ['startsAt'],
    error: 'Send either startsAt, or date and time',
    when: isObject,
  })
  .openapi('CheckoutRequest')

export const checkoutSchema = z
  .object({
    id: z.string().nullable().openapi({ description: 'The checkout session; null for a session that is free' }),
    url: z.url().openapi({ description: 'Where the person pays, or reads that a link was emailed to them' }),
    reference: z.string().openapi({ description: 'The booking’s public name' }),
    payBefore: z.iso
      .datetime()
      .openapi({ description: 'When the checkout session expires, or the time to open the emailed link ends' }),
    startsAt: z.iso
      .datetime({ offset: true })
      .openapi({ description: 'When the session starts, with the offset of the requested zone' }),
    ambiguous: z
      .object({
        taken: z.literal('first').openapi({ description: 'The first of the two was taken' }),
        other: z.iso.datetime({ offset: true }).openapi({ description: 'The second; ask for it by `startsAt`' }),
        note: z.string().openapi({ description: 'The same in words' }),
      })
      .nullable()
      .openapi({ description: 'Which start was taken, where `date` and `time` come twice because clocks go back' }),
  })
  .openapi('Checkout')

/** What every checkout may be refused with. */
export const CHECKOUT_PROBLEMS = [
  'invalid',
  'not_found',
  'slot_taken',
  'price_changed',
  'ambiguous_mentor',
  'already_paid',
  'too_large',
  'unsupported_type',
  'slot_not_bookable',
  'too_many_holds',
  'payments_unavailable',
] as const

export const CHECKOUT_STATES =
  'Sending it accepts the terms for the visitor. They want the session within the 14-day withdrawal period and know that they lose the right to withdraw once it has taken place.'

const checkoutRoute = createRoute({
  method: 'post',
  path: '/create-checkout-session',
  tags: ['Booking'],
  operationId: 'createCheckoutSession',
  security: [], // Its cookie is no key, and it works without one.
  summary: 'Hold a time for a browser of this site, identified by its cookie',
  description: `As \`POST /api/v1/checkout\`, but the browser’s cookie stands in for an \`Idempotency-Key\`. ${CHECKOUT_STATES} Coming back to the same time gives the same checkout, another time of the same mentor takes the place of the first. A free session is booked by the link that is emailed. Only pages of this site may send it with cookies.`,
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: bookingSchema, example: CHECKOUT_REQUEST_EXAMPLE } },
    },
  },
  responses: {
    200: json(checkoutSchema, 'The time is held until `payBefore`', CHECKOUT_EXAMPLE),
    ...problemResponses(...CHECKOUT_PROBLEMS),
  },
})

export function checkoutApi(app: App) {
  const api = new OpenAPIHono({ defaultHook: refuseInvalid })

  api.openapi(checkoutRoute, async (c) => {
    const { client, setCookie } = clientOfRequest(app, c.req.raw, c.env)
    if (setCookie) c.header('set-cookie', setCookie, { append: true })
    const { session } = await readSession(app, c.req.header('cookie') ?? '', { maySetCookies: false })
    const opened = await openCheckoutFor(app, c.req.valid('json'), { client, accountId: session?.accountId ?? null })
    return opened.ok ? c.json(opened.value.checkout, 200) : opened.error
  })

  return api
}

export type OpenedCheckout = { bookingId: string; checkout: z.output<typeof checkoutSchema> }

/** Holds the time that a body asks for, and opens its checkout. The error is the response that says why not. */
export async function openCheckoutFor(
  app: App,
  body: z.output<typeof bookingSchema>,
  { client, accountId }: { client: BookingClient; accountId: string | null },
): Promise<Result<OpenedCheckout, ProblemResponse>> {
  const found = await findOffer(app, body)
  if ('refusal' in found) return err(problem(found.refusal))
  const zone = body.timeZone ?? found.timeZone
  const start = readStart(body, zone)
  if (!start) return err(problem('slot_not_bookable', { errors: { time: skippedWords(body, zone) } }))
  const { startsAt, second } = start
  const request = {
    sessionTypeId: found.sessionTypeId,
    startsAt,
    timeZone: body.timeZone ?? null,
    name: body.name,
    email: body.email,
    phone: body.phone,
    topic: body.topic ?? '',
    expectedPrice: body.mentor.price === undefined ? null : poundsToPence(body.mentor.price),
  }
  const held = await holdSlot(app, request, client, accountId)
  if (!held.ok) return err(refuse(held.error))
  const { bookingId, checkoutId: id, payUrl: url, reference, payBefore } = held.value
  const ambiguous = second && {
    taken: 'first' as const,
    other: isoIn(second, zone),
    note: `This is the ${foldWords(startsAt, zone, zoneCity(zone))}.`,
  }
  const times = { payBefore: payBefore.toISOString(), startsAt: isoIn(startsAt, zone) }
  return ok({ bookingId, checkout: { id, url, reference, ...times, ambiguous } })
}

type RequestedStart = Pick<z.output<typeof bookingSchema>, 'date' | 'time' | 'startsAt'>

/**
 * The requested instant. For a wall time that occurs twice it is the first, and `second` the other. Null for a wall
 * time that clocks skip.
 */
function readStart({ date = '', time = '', startsAt }: RequestedStart, zone: string) {
  if (startsAt !== undefined) return { startsAt: new Date(startsAt), second: null }
  const [first, second = null] = instantsAt({ date, time }, zone)
  return first ? { startsAt: first, second } : null
}

const skippedWords = ({ date, time }: RequestedStart, zone: string) =>
  `Clocks in ${zoneCity(zone)} do not show ${time} on ${date}: they are put forward across it`

/** The session type that a request means: by id, by title, or else the mentor's first. */
async function findOffer(app: App, body: z.output<typeof bookingSchema>) {
  const { id, name, sessionTitle } = body.mentor
  const sessions = await listSessions(app.db, id ? { id } : { name })
  if (sessions.some((session) => session.mentorId !== sessions[0]?.mentorId))
    return { refusal: 'ambiguous_mentor' } as const
  const session = sessions.find((each) =>
    body.sessionTypeId ? each.id === body.sessionTypeId : !sessionTitle || each.title === sessionTitle,
  )
  return session?.id ? { sessionTypeId: session.id, timeZone: session.timeZone } : ({ refusal: 'not_found' } as const)
}

function refuse(error: BookingError): ProblemResponse {
  switch (error.code) {
    case 'session_type_not_found':
      return problem('not_found')
    case 'slot_taken':
      return problem('slot_taken', { alternatives: error.alternatives.map(toSlot) })
    case 'price_changed':
      return problem('price_changed', { price: { amount: error.price, currency: CURRENCY } })
    case 'too_many_holds':
      return tooMany(error.retryAfter, error.code)
    case 'already_paid':
      return problem(error.code, { id: error.checkoutId })
    case 'slot_not_bookable':
    case 'payments_unavailable':
      return problem(error.code)
  }
}
