/** `GET /api/v1/mentors/{slug}/slots`: the free starts of a session, by days on the clock of the one who asks. */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { MAX_SPAN_DAYS } from '#domain/bookings/availability'
import { calendarInstant, DAY_MS, dateAfter, isoIn, MINUTE_MS } from '#domain/time/wall-time'
import { isTimeZone } from '#domain/time/zone'
import { createCalendarReader, slotsOfCalendar } from '#server/mentors/availability/slots'
import type { App } from '#server/context'
import { invalid, problem, problemResponses, refuseInvalid } from '#server/platform/http/problem'
import { text } from '#server/platform/http/text'
import { API_V1, findSlug, json, MAY_SEND_KEY, mentorParams } from '#server/mentors/api'
import { SLOTS_EXAMPLE } from '#server/mentors/api-examples'
import * as m from '#messages/api'

const day = z.iso.date({ error: m.enterDay })

const freeSlotsSchema = z
  .object({
    session: z
      .object({
        id: z.uuid().openapi({ description: m.sessionTypeId() }),
        minutes: z.int().openapi({ description: m.lengthMinutes() }),
      })
      .nullable()
      .openapi({ description: m.listFreeTimesSession() }),
    timeZone: z.string().openapi({ description: m.listFreeTimesTimeZone() }),
    mentorTimeZone: z.string().openapi({ description: m.listFreeTimesMentorZone() }),
    slots: z
      .array(
        z
          .object({
            startsAt: z.iso.datetime().openapi({ description: m.freeSlotStartsAt() }),
            endsAt: z.iso.datetime().openapi({ description: m.freeSlotEndsAt() }),
            local: z.iso.datetime({ offset: true }).openapi({ description: m.freeSlotLocal() }),
            minutes: z.int().openapi({ description: m.lengthMinutes() }),
          })
          .openapi('FreeSlot'),
      )
      .openapi({ description: m.listFreeTimesSlots() }),
  })
  .openapi('FreeSlots')

const freeSlotsRoute = createRoute({
  method: 'get',
  path: `${API_V1}/mentors/{slug}/slots` as const,
  tags: [m.mentorsTag()],
  operationId: 'listFreeTimes',
  summary: m.listFreeTimesSummary(),
  description: m.listFreeTimesDescription(),
  security: MAY_SEND_KEY,
  request: {
    params: mentorParams,
    query: z.object({
      from: day.openapi({ description: m.listFreeTimesFrom(), example: '2030-01-08' }),
      to: day.openapi({ description: m.listFreeTimesTo({ days: MAX_SPAN_DAYS }), example: '2030-01-09' }),
      zone: text(64)
        .refine(isTimeZone, { error: m.nameZone })
        .optional()
        .openapi({ description: m.listFreeTimesZone(), example: 'Europe/London' }),
      session: z.uuid({ error: m.enterSessionTypeId }).optional().openapi({
        description: m.sessionTypeDefault(),
        example: SLOTS_EXAMPLE.session.id,
      }),
    }),
  },
  responses: {
    200: json(freeSlotsSchema, m.listFreeTimesResponse(), SLOTS_EXAMPLE),
    ...problemResponses('invalid', 'wrong_key', 'not_found', 'too_many'),
  },
})

export function freeSlotsApi(app: App) {
  const api = new OpenAPIHono({ defaultHook: refuseInvalid })
  const readCalendar = createCalendarReader(app)

  api.openapi(freeSlotsRoute, async (c) => {
    const { slug } = c.req.valid('param')
    const query = c.req.valid('query')
    if (query.to < query.from) return invalid({ to: m.dayOrder() })
    if (Date.parse(query.to) - Date.parse(query.from) >= MAX_SPAN_DAYS * DAY_MS)
      return invalid({ to: m.askFewerDays({ max: MAX_SPAN_DAYS }) })
    const calendar = await readCalendar((await findSlug(app, slug)) ?? slug)
    const session = calendar?.sessions.find(({ id }) => !query.session || id === query.session) ?? null
    if (!calendar || (query.session && !session)) return problem('not_found')
    const mentorTimeZone = calendar.availability.timeZone
    const timeZone = query.zone ?? mentorTimeZone
    const [from, to] = [startOfDay(query.from, timeZone), startOfDay(dateAfter(query.to, 1), timeZone)]
    const slots = session && from && to ? slotsOfCalendar(calendar, { ...session, from, to, now: app.now() }) : []
    return c.json(
      {
        session: session && { id: session.id, minutes: session.minutes },
        timeZone,
        mentorTimeZone,
        slots: slots
          .filter(({ taken }) => !taken)
          .map(({ startsAt, endsAt }) => ({
            startsAt: startsAt.toISOString(),
            endsAt: endsAt.toISOString(),
            local: isoIn(startsAt, timeZone),
            minutes: (endsAt.getTime() - startsAt.getTime()) / MINUTE_MS,
          })),
      },
      200,
    )
  })

  return api
}

/** The first instant of a day. Where clocks skip midnight, the first that they show. */
const startOfDay = (date: string, zone: string) => calendarInstant({ date, time: '00:00' }, zone)
