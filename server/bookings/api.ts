/**
 * `POST /create-checkout-session`, as the specification's §7 describes it. The browser names a mentor and a time; what
 * it costs is the database's to say. A price that is sent along is compared, never charged.
 */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { BookingError } from '#domain/bookings/booking'
import { fromMajorUnits, toMinorUnits, type Money } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
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
import { payerLink } from '#server/bookings/payment-requests/link'
import type { BookingClient } from '#server/bookings/holds/hold-request'
import { problem, problemResponses, refuseInvalid, tooMany, type ProblemResponse } from '#server/platform/http/problem'
import * as m from '#messages/api'
import { foldWords } from '#words/clock-changes'

/** For rules about several fields: they run even if single fields are invalid. */
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

export const bookingSchema = z
  .object({
    // `describe`, since the form that they come from knows nothing of OpenAPI.
    name: visitorFields.name.describe(m.createCheckoutName()),
    email: visitorFields.email.describe(m.createCheckoutEmail()),
    phone: visitorFields.phone.describe(m.createCheckoutPhone()),
    topic: visitorFields.topic.optional().describe(m.createCheckoutTopic()),
    date: z.iso.date({ error: m.enterDate }).optional().openapi({ description: m.createCheckoutDate() }),
    time: z
      .string({ error: m.enterTime })
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: m.enterTime })
      .optional()
      .openapi({ description: m.createCheckoutTime() }),
    startsAt: z.iso
      .datetime({ offset: true, error: m.enterTimestamp })
      .optional()
      .openapi({ description: m.createCheckoutStartsAt() }),
    timeZone: text(64)
      .refine(isTimeZone, { error: m.nameZone })
      .optional()
      .openapi({ description: m.createCheckoutTimeZone() }),
    mentor: z
      .object({
        id: z.uuid({ error: m.enterMentorId }).optional().openapi({ description: m.createCheckoutMentorId() }),
        name: requiredLine(120, m.enterMentorName).openapi({ description: m.bookedMentorName() }),
        price: z
          .number()
          .nonnegative({ error: m.writePrice })
          .optional()
          .openapi({ description: m.createCheckoutPrice() }),
        currency: z.string().length(3).optional().openapi({ description: m.createCheckoutCurrency() }),
        sessionTitle: text(200).optional().openapi({ description: m.createCheckoutSessionTitle() }),
      })
      .openapi({ description: m.createCheckoutMentor() }),
    code: text(100).optional().openapi({ description: m.createCheckoutCode() }),
    sessionTypeId: z.uuid({ error: m.enterSessionTypeId }).optional().openapi({ description: m.sessionTypeDefault() }),
    payment: z
      .enum(['now', 'link'], { error: m.choosePayment })
      .optional()
      .openapi({ description: m.createCheckoutPayment() }),
  })
  .refine(({ date, startsAt }) => date ?? startsAt, {
    path: ['date'],
    error: m.enterDate,
    when: isObject,
  })
  .refine(({ time, startsAt }) => time ?? startsAt, {
    path: ['time'],
    error: m.enterTime,
    when: isObject,
  })
  .refine(({ date, time, startsAt }) => !startsAt || !(date ?? time), {
    path: ['startsAt'],
    error: m.sendOneStart,
    when: isObject,
  })
  .openapi('CheckoutRequest')

export const checkoutSchema = z
  .object({
    id: z.string().nullable().openapi({ description: m.checkoutId() }),
    url: z.url().openapi({ description: m.checkoutUrl() }),
    reference: z.string().openapi({ description: m.checkoutReference() }),
    link: z.url().nullable().openapi({ description: m.checkoutLink() }),
    payBefore: z.iso.datetime().openapi({ description: m.checkoutPayBefore() }),
    startsAt: z.iso.datetime({ offset: true }).openapi({ description: m.checkoutStartsAt() }),
    ambiguous: z
      .object({
        taken: z.literal('first').openapi({ description: m.checkoutTaken() }),
        other: z.iso.datetime({ offset: true }).openapi({ description: m.checkoutOther() }),
        note: z.string().openapi({ description: m.checkoutNote() }),
      })
      .nullable()
      .openapi({ description: m.checkoutAmbiguous() }),
  })
  .openapi('Checkout')

/** What every checkout may be refused with. */
export const CHECKOUT_PROBLEMS = [
  'invalid',
  'not_found',
  'slot_taken',
  'price_changed',
  'no_payment_link',
  'ambiguous_mentor',
  'already_paid',
  'too_large',
  'unsupported_type',
  'slot_not_bookable',
  'code_not_valid',
  'too_many_holds',
  'payments_unavailable',
] as const

const checkoutRoute = createRoute({
  method: 'post',
  path: '/create-checkout-session',
  tags: [m.bookingTag()],
  operationId: 'createCheckoutSession',
  security: [], // Its cookie is no key, and it works without one.
  summary: m.createCheckoutSessionSummary(),
  description: m.createCheckoutSessionDescription({ terms: m.createCheckoutTerms() }),
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: bookingSchema, example: CHECKOUT_REQUEST_EXAMPLE } },
    },
  },
  responses: {
    200: json(checkoutSchema, m.createCheckoutResponse(), CHECKOUT_EXAMPLE),
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
    return opened.ok ? c.json(withLink(app, opened.value, c.req.valid('json')), 200) : opened.error
  })

  return api
}

/** Without the payer's link, since API responses are stored for retries and the token is not. */
export type OpenedCheckout = { bookingId: string; checkout: Omit<z.output<typeof checkoutSchema>, 'link'> }

/** The response with the link for someone else to pay with, if that was requested. */
export const withLink = (
  app: App,
  { bookingId, checkout }: OpenedCheckout,
  { payment }: Pick<z.output<typeof bookingSchema>, 'payment'>,
): z.output<typeof checkoutSchema> => ({
  ...checkout,
  link: payment === 'link' && checkout.id !== null ? payerLink(app, bookingId) : null,
})

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
    code: body.code ?? null,
    expectedPrice: readShownPrice(body.mentor, found.currency),
    payment: body.payment === 'link' ? ('by_link' as const) : ('now' as const),
  }
  const held = await holdSlot(app, request, client, accountId)
  if (!held.ok) return err(refuse(held.error))
  const { bookingId, checkoutId: id, payUrl: url, reference, payBefore } = held.value
  const ambiguous = second && {
    taken: 'first' as const,
    other: isoIn(second, zone),
    note: m.ambiguousNote({ which: foldWords(startsAt, zone, zoneCity(zone))! }),
  }
  const times = { payBefore: payBefore.toISOString(), startsAt: isoIn(startsAt, zone) }
  return ok({ bookingId, checkout: { id, url, reference, ...times, ambiguous } })
}

/** Null if none was sent. An amount that the currency does not have is no price of it. */
function readShownPrice({ price, currency }: z.output<typeof bookingSchema>['mentor'], own: string): Money | null {
  if (price === undefined) return null
  return { amount: fromMajorUnits(price, own) ?? NO_PRICE, currency: currency?.toUpperCase() ?? own }
}

/** More than any price. */
const NO_PRICE = toMinorUnits(Number.MAX_SAFE_INTEGER)

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

const skippedWords = ({ date = '', time = '' }: RequestedStart, zone: string) =>
  m.skippedTime({ time, zone: zoneCity(zone), date })

/** The session type that a request means: by id, by title, or else the mentor's first. */
async function findOffer(app: App, body: z.output<typeof bookingSchema>) {
  const { id, name, sessionTitle } = body.mentor
  const sessions = await listSessions(app.db, id ? { id } : { name })
  if (sessions.some((session) => session.mentorId !== sessions[0]?.mentorId))
    return { refusal: 'ambiguous_mentor' } as const
  const session = sessions.find((each) =>
    body.sessionTypeId ? each.id === body.sessionTypeId : !sessionTitle || each.title === sessionTitle,
  )
  if (!session?.id) return { refusal: 'not_found' } as const
  return { sessionTypeId: session.id, timeZone: session.timeZone, currency: session.currency }
}

function refuse(error: BookingError): ProblemResponse {
  switch (error.code) {
    case 'session_type_not_found':
      return problem('not_found')
    case 'slot_taken':
      return problem('slot_taken', { alternatives: error.alternatives.map(toSlot) })
    case 'price_changed':
      return problem('price_changed', { price: { amount: error.price, currency: error.currency } })
    case 'code_not_valid':
      return problem(error.code, { reason: error.reason })
    case 'too_many_holds':
      return tooMany(error.retryAfter, error.code)
    case 'no_payment_link':
      return problem(error.code, { reason: error.reason })
    case 'already_paid':
      return problem(error.code, { id: error.checkoutId })
    case 'slot_not_bookable':
    case 'payments_unavailable':
      return problem(error.code)
  }
}
