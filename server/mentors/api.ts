/** The API of one mentor and their slots. The list of mentors is `server/search/api.ts`. */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { MAX_SPAN_DAYS, type Slot, type TimeRange } from '#domain/bookings/availability'
import { cardPrice, priceOf } from '#domain/mentors/mentor'
import type { MinorUnits } from '#domain/payments/money'
import { DAY_MS, isoWriter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { findMentor, findMentorSlug, type MentorDetail, type MentorSummary } from '#server/mentors/queries'
import { listOfferedPackages, type OfferedPackage } from '#server/mentors/packages/packages-queries'
import { inEnglish } from '#server/platform/language/language'
import { spokenLanguages } from '#server/platform/reference/languages'
import { createCalendarReader, slotsOfCalendar } from '#server/mentors/availability/slots'
import { invalid, problem, problemResponses, refuseInvalid } from '#server/platform/http/problem'
import { MENTOR_EXAMPLE } from '#server/mentors/api-examples'
import * as m from '#messages/api'

/** What the addresses of this version of the API begin with. */
export const API_V1 = '/api/v1'

/** Of an operation that is open to everybody: a key that is sent along must be one of ours. */
export const MAY_SEND_KEY = [{}, { key: [] }]

export const money = z
  .object({
    amount: z.int().openapi({ description: m.moneyAmount() }),
    currency: z.string().openapi({ description: m.moneyCurrency() }),
  })
  .openapi('Money', { description: m.moneySchema() })

const rating = z
  .object({
    average: z.number().nullable().openapi({ description: m.ratingAverage() }),
    count: z.int().openapi({ description: m.ratingCount() }),
  })
  .openapi('Rating', { description: m.ratingSchema() })

export const mentorFields = {
  id: z.uuid().openapi({ description: m.uniqueId() }),
  slug: z.string().openapi({ description: m.mentorSlug() }),
  name: z.string().openapi({ description: m.mentorName() }),
  role: z.string().openapi({ description: m.mentorRole() }),
  experience: z.int().openapi({ description: m.mentorExperience() }),
  location: z.string().openapi({ description: m.mentorLocation() }),
  imageUrl: z.url().nullable().openapi({ description: m.mentorImageUrl() }),
  languages: z.array(z.string()).openapi({ description: m.mentorLanguages() }),
  timeZone: z.string().openapi({ description: m.mentorTimeZone() }),
  price: money.openapi({ description: m.mentorPrice() }),
  priceFrom: z.boolean().openapi({ description: m.mentorPriceFrom() }),
  rating,
}

const sessionTypeSchema = z
  .object({
    id: z.uuid().openapi({ description: m.sessionTypeId() }),
    title: z.string().openapi({ description: m.sessionTypeTitle() }),
    minutes: z.int().openapi({ description: m.lengthMinutes() }),
    description: z.string().openapi({ description: m.sessionTypeDescription() }),
    price: money.openapi({ description: m.sessionTypePrice() }),
    packages: z
      .array(
        z.object({
          sessions: z.int().openapi({ description: m.packageSessions() }),
          price: money.openapi({ description: m.packageSum() }),
        }),
      )
      .openapi({ description: m.sessionTypePackages() }),
  })
  .openapi('SessionType')

export const place = z.object({
  city: z.string().openapi({ description: m.placeCity() }),
  country: z.string().openapi({ description: m.placeCountry() }),
})

const mentorDetailSchema = z
  .object({
    ...mentorFields,
    university: z.string().openapi({ description: m.mentorUniversity() }),
    education: z.string().openapi({ description: m.mentorEducation() }),
    linkedin: z.string().openapi({ description: m.mentorLinkedin() }),
    about: z.string().openapi({ description: m.mentorAbout() }),
    whyMentor: z.string().openapi({ description: m.mentorWhyMentor() }),
    helpWith: z.array(z.string()).openapi({ description: m.mentorHelpWith() }),
    topics: z
      .array(
        z.object({
          code: z.string().openapi({ description: m.mentorTopicCode() }),
          label: z.string().openapi({ description: m.choiceLabel() }),
        }),
      )
      .openapi({ description: m.mentorTopics() }),
    languageCodes: z.array(z.string()).openapi({ description: m.mentorLanguageCodes() }),
    moves: z
      .array(
        z.object({
          from: place.openapi({ description: m.moveFrom() }),
          to: place.openapi({ description: m.moveTo() }),
          purpose: z.enum(['study', 'work', 'family', 'other']).openapi({ description: m.movePurpose() }),
          year: z.int().openapi({ description: m.moveYear() }),
          institution: z.string().openapi({ description: m.moveInstitution() }),
        }),
      )
      .openapi({ description: m.mentorMoves() }),
    sessionTypes: z.array(sessionTypeSchema).openapi({ description: m.mentorSessionTypes() }),
  })
  .openapi('MentorDetail')
const slotSchema = z
  .object({
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    taken: z.boolean(),
    repeated: z.boolean().openapi({ description: m.slotRepeated() }),
  })
  .openapi('Slot')

export const json = <Schema extends z.ZodType>(schema: Schema, description: string, example?: z.input<Schema>) => ({
  description,
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})

export const mentorParams = z.object({
  slug: z.string().max(200).openapi({ description: m.mentorSlugOrId(), example: MENTOR_EXAMPLE.slug }),
})

const detailRoute = (base: string) =>
  createRoute({
    method: 'get',
    path: `${base}/mentors/{slug}` as '/api/v1/mentors/{slug}',
    hide: base !== API_V1,
    tags: [m.mentorsTag()],
    operationId: base === API_V1 ? 'getMentor' : 'getMentorBeforeV1',
    summary: m.getMentorSummary(),
    request: { params: mentorParams },
    security: MAY_SEND_KEY,
    responses: {
      200: json(mentorDetailSchema, m.getMentorResponse(), MENTOR_EXAMPLE),
      ...problemResponses('wrong_key', 'not_found', 'too_many'),
    },
  })

const instant = z.iso.datetime({ offset: true, error: m.writeInstant })

const slotsRoute = createRoute({
  method: 'get',
  path: '/api/mentors/{slug}/slots',
  hide: true, // Of before version 1, where `slots-api.ts` gives the free ones alone, by days.
  summary: m.listSlotsSummary(),
  request: {
    params: mentorParams,
    query: z.object({
      from: instant.openapi({ description: m.listSlotsFrom() }),
      to: instant.openapi({ description: m.listSlotsTo({ days: MAX_SPAN_DAYS }) }),
      session: z.uuid({ error: m.enterSessionTypeId }).optional().openapi({ description: m.sessionTypeDefault() }),
    }),
  },
  responses: {
    200: json(z.object({ timeZone: z.string(), slots: z.array(slotSchema) }), m.listSlotsResponse()),
    ...problemResponses('invalid', 'not_found'),
  },
})

export function mentorApi(app: App, base: string) {
  const api = new OpenAPIHono({ defaultHook: refuseInvalid })
  api.openapi(detailRoute(base), async (c) => {
    const { slug } = c.req.valid('param')
    const mentor = await findMentor(app.db, (await findSlug(app, slug)) ?? slug)
    if (!mentor) return problem('not_found')
    return c.json(toMentorDetail(app, mentor, await listOfferedPackages(app.db, { mentorId: mentor.id })), 200)
  })
  return api
}

/** `GET /api/mentors/{slug}/slots`, of before version 1. */
export function allSlotsApi(app: App) {
  const api = new OpenAPIHono({ defaultHook: refuseInvalid })
  const readCalendar = createCalendarReader(app)

  api.openapi(slotsRoute, async (c) => {
    const query = c.req.valid('query')
    const [from, to] = [new Date(query.from), new Date(query.to)]
    if (to < from) return invalid({ to: m.spanOrder() })
    if (to.getTime() - from.getTime() > MAX_SPAN_DAYS * DAY_MS)
      return invalid({ to: m.askFewerDays({ max: MAX_SPAN_DAYS }) })
    const { slug } = c.req.valid('param')
    const calendar = await readCalendar((await findSlug(app, slug)) ?? slug)
    const session = calendar?.sessions.find(({ id }) => !query.session || id === query.session)
    if (!calendar || (query.session && !session)) return problem('not_found')
    const slots = session ? slotsOfCalendar(calendar, { ...session, from, to, now: app.now() }) : []
    return c.json({ timeZone: calendar.availability.timeZone, slots: slots.map(slotWriter()) }, 200)
  })

  return api
}

/** The slug of the mentor with this id; null for other text and unknown ids. */
export async function findSlug(app: App, id: string): Promise<string | null> {
  return z.uuid().safeParse(id).success ? findMentorSlug(app.db, id.toLowerCase()) : null
}

/** The fields of a mentor in both the list and the detail. */
export function toMentor({ config }: App, row: Omit<MentorSummary, 'number' | 'topics' | 'freeAt' | 'moves'>) {
  const { id, slug, name, role, experience, location } = row
  const prices = row.sessionPrices.map((price) => ({ price: price as MinorUnits | null }))
  const card = cardPrice({ price: row.pricePence }, prices)
  return {
    id,
    slug,
    name,
    role,
    experience,
    location,
    imageUrl: row.portrait && `${config.PUBLIC_URL}/pictures/${row.portrait}/384.webp`,
    languages: inEnglish(() => spokenLanguages(row)), // Cached for clients of every language.
    timeZone: row.timeZone,
    price: { amount: card.price, currency: row.currency },
    priceFrom: card.from,
    rating: { average: row.ratingAverage, count: row.ratingCount },
  }
}

function toMentorDetail(app: App, mentor: MentorDetail, offered: OfferedPackage[]) {
  const { university, education, linkedin, about, currency } = mentor
  const price = mentor.pricePence
  return {
    ...toMentor(app, { ...mentor, sessionPrices: mentor.sessionTypes.map((type) => type.pricePence) }),
    university,
    education,
    linkedin,
    about,
    whyMentor: mentor.whyMentor,
    helpWith: mentor.helpWith,
    topics: mentor.topics,
    languageCodes: mentor.languages,
    moves: mentor.moves.map(({ purpose, year, institution, ...move }) => ({
      from: { city: move.fromCity, country: move.fromCountry },
      to: { city: move.toCity, country: move.toCountry },
      purpose,
      year,
      institution,
    })),
    sessionTypes: mentor.sessionTypes.map(({ id, title, minutes, description, pricePence }) => ({
      id,
      title,
      minutes,
      description,
      price: { amount: priceOf({ price: pricePence }, { price }), currency },
      packages: offered
        .filter(({ sessionTypeId }) => sessionTypeId === id)
        .map(({ sessions, price: amount }) => ({ sessions, price: { amount, currency } })),
    })),
  }
}

/** A slot with instants in ISO 8601, UTC. */
export function toSlot(slot: TimeRange) {
  return { startsAt: slot.startsAt.toISOString(), endsAt: slot.endsAt.toISOString() }
}

/** The same for hundreds of slots in order, faster. */
function slotWriter() {
  const [start, end] = [isoWriter(), isoWriter()]
  return ({ startsAt, endsAt, repeated, taken }: Slot) => ({
    startsAt: start(startsAt),
    endsAt: end(endsAt),
    repeated,
    taken,
  })
}
