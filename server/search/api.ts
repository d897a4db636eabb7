/** `GET /api/v1/mentors`: the list of mentors, with the page's query parameters, and the count of every further choice. */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { EXPERIENCE_STEPS, FREE_STEPS, FREE_WITHIN_DAYS, orders, PAGE_SIZE, type Page } from '#domain/search/criteria'
import type { Counts } from '#server/search/engine/search'
import { decimalsOf } from '#domain/payments/currency'
import type { App } from '#server/context'
import { countryName } from '#server/platform/reference/countries'
import type { MentorSummary } from '#server/mentors/queries'
import { listTopics } from '#server/mentors/topics/topics-queries'
import { readListQuery, writeListQuery } from '#server/search/form'
import { text } from '#server/platform/http/text'
import { inEnglish } from '#server/platform/language/language'
import { languageName } from '#server/platform/reference/languages'
import { findMentors } from '#server/search/sync'
import { API_V1, json, MAY_SEND_KEY, mentorFields, money, place, toMentor } from '#server/mentors/api'
import { MENTOR_PAGE_EXAMPLE } from '#server/mentors/api-examples'
import { invalid, problemResponses, refuseInvalid } from '#server/platform/http/problem'
import * as m from '#messages/api'

/** Choices per filter in a response, the most frequent first: there are more cities than anyone reads. */
const MAX_COUNTED_CHOICES = 300
const MAX_SEARCH_LENGTH = 10_000

const listedSchema = z
  .object({
    ...mentorFields,
    topics: z.array(z.string()).openapi({ description: m.listedMentorTopics() }),
    crossings: z
      .array(
        z.object({
          from: place.openapi({ description: m.moveFrom() }),
          to: place.openapi({ description: m.moveTo() }),
        }),
      )
      .openapi({ description: m.mentorMoves() }),
    soonestFree: z.iso.datetime().nullable().openapi({ description: m.listedMentorSoonestFree() }),
  })
  .openapi('ListedMentor')

export const choices = z
  .array(
    z.object({
      value: z.string().openapi({ description: m.choiceValue() }),
      label: z.string().openapi({ description: m.choiceLabel() }),
      count: z.int().openapi({ description: m.choiceCount() }),
    }),
  )
  .openapi('Choices')
const countsSchema = z
  .object({
    destination: choices.openapi({ description: m.countsDestination() }),
    origin: choices.openapi({ description: m.countsOrigin() }),
    language: choices.openapi({ description: m.countsLanguage() }),
    topic: choices.openapi({ description: m.countsTopic() }),
    location: choices.openapi({ description: m.countsLocation() }),
    minutes: choices.openapi({ description: m.countsMinutes() }),
    experience: z
      .array(
        z.object({
          years: z.int().openapi({ description: m.choiceValue() }),
          count: z.int().openapi({ description: m.choiceCount() }),
        }),
      )
      .openapi({ description: m.listMentorsExperience() }),
    free: z
      .array(
        z.object({
          days: z.int().openapi({ description: m.choiceValue() }),
          count: z.int().openapi({ description: m.choiceCount() }),
        }),
      )
      .openapi({ description: m.listMentorsFree() }),
    prices: z
      .object({
        least: money.openapi({ description: m.countsLeastPrice() }),
        most: money.openapi({ description: m.countsMostPrice() }),
      })
      .nullable()
      .openapi({ description: m.countsPrices() }),
  })
  .openapi('Counts', { description: m.countsSchema({ most: MAX_COUNTED_CHOICES }) })

const link = z.string().nullable()
const pageSchema = z
  .object({
    mentors: z.array(listedSchema).openapi({ description: m.listMentorsMentors() }),
    total: z.int().openapi({ description: m.listMentorsTotal() }),
    counts: countsSchema,
    previous: link.openapi({ description: m.listMentorsPrevious() }),
    next: link.openapi({ description: m.pageNext() }),
  })
  .openapi('MentorPage')

/** Stricter than on the page, which accepts any text: clients get an error for text that cannot be meant. */
const searchText = text(MAX_SEARCH_LENGTH)

type Parameter = { name: string; description: string; schema: object; repeats?: true; example?: string | string[] }

const country = { type: 'string', pattern: '^[A-Z]{2}$', examples: ['GB'] }
const language = { type: 'string', pattern: '^[a-z]{2}$', examples: ['en'] }
const wholePrice = { type: 'integer', minimum: 0, maximum: 999_999_999 }

/** Documents what `server/search/form.ts` reads. */
const parameters: Parameter[] = [
  {
    name: 'q',
    description: m.listMentorsQ(),
    schema: { type: 'string' },
    example: 'manchester',
  },
  {
    name: 'experience',
    description: m.listMentorsExperience(),
    schema: { type: 'integer', enum: EXPERIENCE_STEPS },
  },
  {
    name: 'language',
    description: m.listMentorsLanguage(),
    schema: language,
    repeats: true,
    example: ['en'],
  },
  { name: 'topic', description: m.listMentorsTopic(), schema: { type: 'string' }, repeats: true },
  { name: 'location', description: m.listMentorsLocation(), schema: { type: 'string' }, repeats: true },
  {
    name: 'destination',
    description: m.listMentorsDestination(),
    schema: country,
    repeats: true,
    example: ['GB'],
  },
  { name: 'origin', description: m.listMentorsOrigin(), schema: country, repeats: true },
  {
    name: 'minutes',
    description: m.listMentorsMinutes(),
    schema: { type: 'integer', minimum: 15, maximum: 120 },
    repeats: true,
  },
  { name: 'price_min', description: m.listMentorsPriceMin(), schema: wholePrice },
  { name: 'price_max', description: m.listMentorsPriceMax(), schema: wholePrice },
  { name: 'free', description: m.listMentorsFree(), schema: { type: 'integer', enum: FREE_STEPS } },
  { name: 'moving_from', description: m.listMentorsMovingFrom(), schema: country },
  { name: 'moving_to', description: m.listMentorsMovingTo(), schema: country },
  {
    name: 'speaks',
    description: m.listMentorsSpeaks(),
    schema: language,
    repeats: true,
  },
  {
    name: 'order',
    description: m.listMentorsOrder({ days: FREE_WITHIN_DAYS }),
    schema: { type: 'string', enum: orders, default: 'best' },
  },
  {
    name: 'after',
    description: m.listMentorsAfter(),
    schema: { type: 'string' },
  },
  {
    name: 'before',
    description: m.listMentorsBefore(),
    schema: { type: 'string' },
  },
]

/** `base`: what the addresses of this version begin with. */
const listRoute = (base: string) =>
  createRoute({
    method: 'get',
    path: `${base}/mentors` as '/api/v1/mentors',
    hide: base !== API_V1,
    tags: [m.mentorsTag()],
    operationId: base === API_V1 ? 'listMentors' : 'listMentorsBeforeV1',
    summary: m.listMentorsSummary({ count: PAGE_SIZE }),
    description: m.listMentorsDescription(),
    parameters: parameters.map(({ name, description, schema, repeats, example }) => ({
      name,
      in: 'query' as const,
      description,
      schema: repeats ? { type: 'array' as const, items: schema } : schema,
      ...(repeats && { style: 'form' as const, explode: true }),
      ...(example && { example }),
    })),
    security: MAY_SEND_KEY,
    responses: {
      200: json(pageSchema, m.listMentorsResponse(), MENTOR_PAGE_EXAMPLE),
      ...problemResponses('invalid', 'wrong_key', 'too_many'),
    },
  })

export function searchApi(app: App, base: string) {
  const api = new OpenAPIHono({ defaultHook: refuseInvalid })
  api.openapi(listRoute(base), async (c) => {
    const address = new URL(c.req.url).searchParams
    const { criteria, page, errors } = readListQuery(address, app.now())
    for (const { name, repeats } of parameters)
      if (!repeats && address.getAll(name).length > 1) errors[name] = m.giveOnce()
    const typed = searchText.safeParse(address.get('q') ?? '')
    if (!typed.success) errors['q'] = typed.error.issues[0]?.message ?? m.cannotBeRead()
    if (Object.keys(errors).length > 0) return invalid(errors)
    const { mentors, total, counts, previous, next } = await findMentors(app, criteria, page)
    const topics = new Map((await listTopics(app.db)).map(({ code, label }) => [code, label]))
    const linkTo = (other: Page) => `${base}/mentors?${writeListQuery(criteria, other)}`
    return c.json(
      {
        mentors: mentors.map((row) => toListed(app, row)),
        total,
        counts: inEnglish(() => toCounts(counts, topics, app.config.CURRENCY)), // Cached for clients of every language.
        previous: previous && linkTo({ before: previous }),
        next: next && linkTo({ after: next }),
      },
      200,
    )
  })
  return api
}

function toListed(app: App, row: MentorSummary) {
  return {
    ...toMentor(app, row),
    topics: row.topics,
    crossings: row.moves.map((move) => ({
      from: { city: move.fromCity, country: move.fromCountry },
      to: { city: move.toCity, country: move.toCountry },
    })),
    soonestFree: row.freeAt?.toISOString() ?? null,
  }
}

type Choice = { value: string; label: string; count: number }

/** `currency`: the site's own. */
function toCounts(
  { choices: counted, experience, free, prices }: Counts,
  topics: Map<string, string>,
  currency: string,
) {
  const listChoices = (counts: Map<string, number>, label: (value: string) => string): Choice[] =>
    [...counts]
      .map(([value, count]) => ({ value, label: label(value), count }))
      .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
      .slice(0, MAX_COUNTED_CHOICES)
  const amount = (price: number) => ({ amount: Math.round(price * 10 ** decimalsOf(currency)), currency })
  return {
    destination: listChoices(counted.destination, countryName),
    origin: listChoices(counted.origin, countryName),
    language: listChoices(counted.language, languageName),
    topic: listChoices(counted.topic, (code) => topics.get(code) ?? code),
    location: listChoices(counted.location, (location) => location),
    minutes: listChoices(counted.minutes, (minutes) => m.lengthInMinutes({ minutes: Number(minutes) })),
    experience: [...experience].map(([years, count]) => ({ years, count })),
    free: [...free].map(([days, count]) => ({ days, count })),
    prices: prices && { least: amount(prices.least), most: amount(prices.most) },
  }
}
