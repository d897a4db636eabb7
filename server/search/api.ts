/** `GET /api/v1/mentors`: the list of mentors, with the page's query parameters, and the count of every further choice. */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { EXPERIENCE_STEPS, FREE_STEPS, FREE_WITHIN_DAYS, orders, PAGE_SIZE, type Page } from '#domain/search/criteria'
import type { Counts } from '#server/search/engine/search'
import { CURRENCY } from '#domain/payments/money'
import type { App } from '#server/context'
import { countryName } from '#server/platform/reference/countries'
import type { MentorSummary } from '#server/mentors/queries'
import { listTopics } from '#server/mentors/topics/topics-queries'
import { readListQuery, writeListQuery } from '#server/search/form'
import { text } from '#server/platform/http/text'
import { languageName } from '#server/platform/reference/languages'
import { findMentors } from '#server/search/sync'
import { API_V1, json, MAY_SEND_KEY, mentorFields, money, place, toMentor } from '#server/mentors/api'
import { MENTOR_PAGE_EXAMPLE } from '#server/mentors/api-examples'
import { invalid, problemResponses, refuseInvalid } from '#server/platform/http/problem'
import * as m from '#messages/problems'

/** Choices per filter in a response, the most frequent first: there are more cities than anyone reads. */
const MAX_COUNTED_CHOICES = 300
const MAX_SEARCH_LENGTH = 10_000

const listedSchema = z
  .object({
    ...mentorFields,
    topics: z.array(z.string()).openapi({ description: 'Topic codes; `counts.topic` has their names' }),
    crossings: z
      .array(
        z.object({
          from: place.openapi({ description: 'Place they left' }),
          to: place.openapi({ description: 'Place they moved to' }),
        }),
      )
      .openapi({ description: 'Moves between countries' }),
    soonestFree: z.iso.datetime().nullable().openapi({
      description: 'Next free start; null if there is none',
    }),
  })
  .openapi('ListedMentor')

export const choices = z
  .array(
    z.object({
      value: z.string().openapi({ description: 'Value of the filter' }),
      label: z.string().openapi({ description: 'Name' }),
      count: z.int().openapi({ description: 'Number of mentors' }),
    }),
  )
  .openapi('Choices')
const countsSchema = z
  .object({
    destination: choices.openapi({ description: 'Countries they moved to' }),
    origin: choices.openapi({ description: 'Countries they moved from' }),
    language: choices.openapi({ description: 'Languages they speak' }),
    topic: choices.openapi({ description: 'Topics they help with' }),
    location: choices.openapi({ description: 'Where they live' }),
    minutes: choices.openapi({ description: 'Lengths of their sessions' }),
    experience: z
      .array(
        z.object({
          years: z.int().openapi({ description: 'Value of the filter' }),
          count: z.int().openapi({ description: 'Number of mentors' }),
        }),
      )
      .openapi({ description: 'Minimum years of experience' }),
    free: z
      .array(
        z.object({
          days: z.int().openapi({ description: 'Value of the filter' }),
          count: z.int().openapi({ description: 'Number of mentors' }),
        }),
      )
      .openapi({ description: 'Has a free time within this many days' }),
    prices: z
      .object({
        least: money.openapi({ description: 'Lowest price' }),
        most: money.openapi({ description: 'Highest price' }),
      })
      .nullable()
      .openapi({ description: 'Price range of the matching mentors; null if there are none' }),
  })
  .openapi('Counts', {
    description: `Number of mentors per value if it were the only one of its filter, with all other filters applied. Most frequent first, at most ${MAX_COUNTED_CHOICES} per filter`,
  })

const link = z.string().nullable()
const pageSchema = z
  .object({
    mentors: z.array(listedSchema).openapi({ description: 'Mentors in the requested order' }),
    total: z.int().openapi({ description: 'Number of mentors on all pages' }),
    counts: countsSchema,
    previous: link.openapi({ description: 'Path and query of the previous page; null on the first' }),
    next: link.openapi({ description: 'Path and query of the next page; null on the last' }),
  })
  .openapi('MentorPage')

/** Stricter than on the page, which accepts any text: clients get an error for text that cannot be meant. */
const searchText = text(MAX_SEARCH_LENGTH)

type Parameter = { name: string; description: string; schema: object; repeats?: true; example?: string | string[] }

const country = { type: 'string', pattern: '^[A-Z]{2}$', examples: ['GB'] }
const language = { type: 'string', pattern: '^[a-z]{2}$', examples: ['en'] }
const pounds = { type: 'integer', minimum: 0, maximum: 99_999 }

/** Documents what `server/search/form.ts` reads. */
const parameters: Parameter[] = [
  {
    name: 'q',
    description: 'Searches name, city, country, university, employer, role and topic by prefix. At most 100 characters',
    schema: { type: 'string' },
    example: 'manchester',
  },
  {
    name: 'experience',
    description: 'Minimum years of experience',
    schema: { type: 'integer', enum: EXPERIENCE_STEPS },
  },
  {
    name: 'language',
    description: 'Speaks one of these languages, ISO 639-1',
    schema: language,
    repeats: true,
    example: ['en'],
  },
  { name: 'topic', description: 'Has one of these topics, by code', schema: { type: 'string' }, repeats: true },
  { name: 'location', description: 'Lives in one of these places', schema: { type: 'string' }, repeats: true },
  {
    name: 'destination',
    description: 'Moved to one of these, ISO 3166-1 alpha-2',
    schema: country,
    repeats: true,
    example: ['GB'],
  },
  { name: 'origin', description: 'Moved from one of these, ISO 3166-1 alpha-2', schema: country, repeats: true },
  {
    name: 'minutes',
    description: 'Has a session of one of these lengths',
    schema: { type: 'integer', minimum: 15, maximum: 120 },
    repeats: true,
  },
  { name: 'price_min', description: 'Lowest price, in whole pounds', schema: pounds },
  { name: 'price_max', description: 'Highest price, in whole pounds', schema: pounds },
  { name: 'free', description: 'Has a free time within this many days', schema: { type: 'integer', enum: FREE_STEPS } },
  { name: 'moving_from', description: 'Where you are moving from; orders, does not filter', schema: country },
  { name: 'moving_to', description: 'Where you are moving to; orders, does not filter', schema: country },
  {
    name: 'speaks',
    description: 'Languages you speak, ISO 639-1; orders, does not filter',
    schema: language,
    repeats: true,
  },
  {
    name: 'order',
    description: `Sort order. Mentors without a free time in ${FREE_WITHIN_DAYS} days come last`,
    schema: { type: 'string', enum: orders, default: 'best' },
  },
  {
    name: 'after',
    description: 'Cursor, as in the link `next`',
    schema: { type: 'string' },
  },
  {
    name: 'before',
    description: 'Cursor, as in the link `previous`',
    schema: { type: 'string' },
  },
]

/** `base`: what the addresses of this version begin with. */
const listRoute = (base: string) =>
  createRoute({
    method: 'get',
    path: `${base}/mentors` as '/api/v1/mentors',
    hide: base !== API_V1,
    tags: ['Mentors'],
    operationId: base === API_V1 ? 'listMentors' : 'listMentorsBeforeV1',
    summary: `List mentors, ${PAGE_SIZE} per page`,
    description: 'Values of one filter are combined with OR, different filters with AND.',
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
      200: json(pageSchema, 'A page of mentors', MENTOR_PAGE_EXAMPLE),
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
    const linkTo = (other: Page) => `${base}/mentors?${writeListQuery(criteria, other)}`
    return c.json(
      {
        mentors: mentors.map((row) => toListed(app, row)),
        total,
        counts: toCounts(counts, new Map((await listTopics(app.db)).map(({ code, label }) => [code, label]))),
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

function toCounts({ choices: counted, experience, free, prices }: Counts, topics: Map<string, string>) {
  const listChoices = (counts: Map<string, number>, label: (value: string) => string): Choice[] =>
    [...counts]
      .map(([value, count]) => ({ value, label: label(value), count }))
      .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
      .slice(0, MAX_COUNTED_CHOICES)
  const amount = (pence: number) => ({ amount: pence, currency: CURRENCY })
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
