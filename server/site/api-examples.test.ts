/** Sends every example of the API's document to the product, and compares the answers with what the document says. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { API_SCOPES } from '#domain/accounts/api-keys'
import { BOOKING_EXAMPLE, SECRET_EXAMPLE } from '#server/bookings/api-examples'
import { bookingSecret } from '#server/bookings/booking-link'
import { toMinorUnits } from '#domain/payments/money'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { MENTOR_EXAMPLE } from '#server/mentors/api-examples'
import { replacePackages } from '#server/mentors/packages/packages-queries'
import { payCheckout } from '../../tests/support/payments/checkout.ts'
import { addKeyMaker, makeKey } from '../../tests/support/access/program-key.ts'
import { nonEmpty } from '../../tests/support/non-empty.ts'
import { readApiReference } from '../../app/views/developers/api-reference.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  example?: unknown
  schema: { example?: unknown; examples?: unknown[] }
}
type Operation = {
  summary?: string
  tags?: string[]
  security?: Record<string, []>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
}

let document: Document
let ajv: Ajv2020

/** What the examples are about: one mentor, who is free on Tuesday, and a booking of hers. */
let booked: { reference: string; secret: string }
beforeEach(async () => {
  document = (await (await test.site.request('/api/v1/openapi.json')).json()) as Document
  ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'landfall:api', ...document })
  await addExamples()
})

async function addExamples(): Promise<void> {
  const { id, slug, name, sessionTypes } = MENTOR_EXAMPLE
  await addKeyMaker(test)
  await addMentor(test, { id, slug, name, sessions: sessionTypes.map((type) => ({ id: type.id })) })
  await test.db
    .insertInto('moves')
    .values(
      MENTOR_EXAMPLE.moves.map(({ from, to, ...move }, position) => ({
        mentorId: id,
        position,
        fromCity: from.city,
        fromCountry: from.country,
        toCity: to.city,
        toCountry: to.country,
        ...move,
      })),
    )
    .execute()
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation,
    })),
  )

type Called = ReturnType<typeof operations>[number]

const findExample = ({ example, schema }: Parameter): unknown => example ?? schema.example ?? schema.examples?.[0]

/** An operation with its examples. */
async function call({ method, path, operation }: Called): Promise<Response> {
  const { parameters = [], requestBody } = operation
  const given = parameters.filter((each) => findExample(each) !== undefined)
  const value = (parameter: Parameter) => {
    if (parameter.name === 'reference') return booked.reference
    return parameter.name === 'booking-secret' ? booked.secret : String(findExample(parameter))
  }
  const query = given
    .filter((each) => each.in === 'query')
    .map((each) => `${each.name}=${encodeURIComponent(value(each))}`)
  const headers = Object.fromEntries(
    given.filter((each) => each.in === 'header').map((each) => [each.name, value(each)]),
  )
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    value(parameters.find((each) => each.name === name)!),
  )
  const sent = requestBody?.content['application/json']
  const body = sent?.example ?? Object.values(sent?.examples ?? {})[0]?.value
  return test.site.request(query.length > 0 ? `${address}?${query.join('&')}` : address, {
    method,
    headers: {
      ...headers,
      ...(needsKey(operation) && { authorization: `Bearer ${await makeKeyOfAll()}` }),
      ...(requestBody && { 'content-type': 'application/json' }),
    },
    ...(requestBody && { body: JSON.stringify(body) }),
  })
}

/** Without a key it answers 401. */
const needsKey = ({ security = [] }: Operation) => security.length > 0 && security.every((way) => 'key' in way)

const makeKeyOfAll = () => makeKey(test, [...API_SCOPES])

/** What the example of an operation is about: a booking that holds the first free time, or a package that is on sale or paid. */
async function prepare(path: string): Promise<void> {
  const open = async (name: string) => {
    const opening = operations().find((operation) => operation.name === name)!
    booked = (await (await call(opening)).json()) as typeof booked
  }
  if (path.includes('/bookings')) return open('POST /api/v1/checkout')
  if (!path.includes('/packages')) return
  const { id } = MENTOR_EXAMPLE.sessionTypes[0]!
  const price = { price: toMinorUnits(12_000), currency: 'GBP' }
  await replacePackages(test.db, MENTOR_EXAMPLE.id, [{ sessionTypeId: id, sessions: 3, ...price }])
  if (path.endsWith('/packages')) return
  await open('POST /api/v1/packages')
  const row = test.db.selectFrom('bookings').select(['id', 'linkVersion', 'checkoutId'])
  const { checkoutId, ...bought } = await row.executeTakeFirstOrThrow()
  await payCheckout(test, checkoutId!)
  await settleCheckout(test.app, checkoutId!)
  // Who has the emailed link books and cancels.
  if (/\/(sessions|cancel)$/.test(path)) booked.secret = bookingSecret(test.app, bought)
}

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/** What is wrong with a value by the schema of a response; null for nothing. */
function wrongWith({ path, method }: Called, status: string, type: string, value: unknown) {
  const pointer = ['paths', path, method, 'responses', status, 'content', type, 'schema'].map(escaped).join('/')
  const validate = ajv.getSchema(`landfall:api#/${encodeURI(pointer)}`)!
  return validate(value) ? null : validate.errors
}

/** The names of fields, and of those inside, of a value and of what an example has at the same places. */
function describeShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [describeShape(value[0])] : []
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? 'text' : value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, describeShape(inside)]))
}

describe('every operation of the document', () => {
  it('has a summary, a subject, and an example of each required parameter, of its body and of each response', () => {
    for (const { name, operation } of nonEmpty(operations())) {
      expect([operation.summary, operation.tags?.length], name).toEqual([expect.stringMatching(/^\S.{10,}/), 1])
      for (const parameter of operation.parameters ?? [])
        if (parameter.required) expect(findExample(parameter), `${name} ${parameter.name}`).toBeDefined()
      const body = operation.requestBody?.content['application/json']
      if (body) expect(body.example ?? body.examples, name).toBeDefined()
      for (const [status, { content = {} }] of Object.entries(operation.responses))
        for (const { example, examples } of nonEmpty(Object.values(content)))
          expect(example ?? examples, `${name} ${status}`).toBeDefined()
    }
  })

  it('has examples of responses that fit its schemas', () => {
    for (const called of nonEmpty(operations()))
      for (const [status, { content = {} }] of Object.entries(called.operation.responses))
        for (const [type, { example, examples }] of Object.entries(content))
          for (const value of examples ? Object.values(examples).map((each) => each.value) : [example])
            expect(wrongWith(called, status, type, value), `${called.name} ${status}`).toBeNull()
  })

  it('answers its examples as the document says, with the fields of the example', async () => {
    for (const called of nonEmpty(operations())) {
      await test.reset()
      await addExamples()
      await prepare(called.path)
      test.clock.forward(1)
      const response = await call(called)
      const answer: unknown = await response.json()
      expect(response.status, `${called.name} ${JSON.stringify(answer)}`).toBe(200)
      expect(wrongWith(called, '200', 'application/json', answer), called.name).toBeNull()
      const documented = called.operation.responses['200']!.content!['application/json']!.example
      if (called.method === 'get' && called.path.includes('/mentors'))
        expect(describeShape(answer), called.name).toEqual(describeShape(documented))
      else
        expect(Object.keys(answer as object).toSorted(), called.name).toEqual(
          Object.keys(documented as object).toSorted(),
        )
    }
  })

  it('is shown with a command line that works as it is, with what is yours in it', async () => {
    for (const { method, path, curl } of readApiReference(test.app).groups.flatMap((group) => group.operations)) {
      await test.reset()
      await addExamples()
      await prepare(path)
      test.clock.forward(1)
      const typed = curl
        .replace('YOUR_KEY', await makeKeyOfAll())
        .replace(BOOKING_EXAMPLE.reference, booked?.reference)
        .replace(SECRET_EXAMPLE, booked?.secret)
      const [, address = ''] = /'(http[^']+)'/.exec(typed) ?? []
      const [, body] = /-d '([^']+)'$/.exec(typed) ?? []
      const headers = [...typed.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value])
      const response = await test.site.request(address, {
        method,
        headers: headers as [string, string][],
        ...(body !== undefined && { body }),
      })
      expect(response.status, curl).toBe(200)
    }
  })

  it('finds the mentor of the examples', async () => {
    const one = operations().find(({ name }) => name === 'GET /api/v1/mentors/{slug}')!
    expect(await (await call(one)).json()).toEqual(MENTOR_EXAMPLE)
  })
})

describe('the page of the document', () => {
  const operationsOnPage = () => readApiReference(test.app).groups.flatMap((group) => group.operations)

  it('explains the fields of every answer, those of a name once, and says ranges, choices and what is usual', () => {
    for (const { id, responseFields: answer } of nonEmpty(operationsOnPage()))
      for (const [name, , meaning] of nonEmpty(answer)) expect(meaning, `${id} ${name}`).toMatch(/^\S/)
    const { parameters, responseFields: answer } = operationsOnPage().find(({ id }) => id === 'get-api-v1-bookings')!
    expect(parameters).toContainEqual([
      'limit',
      'query, integer, 1 to 200, 50 by default',
      'Maximum number of bookings',
    ])
    expect(parameters).toContainEqual(['Authorization', 'header, string, required', '`Bearer` and a key'])
    const kinds = new Map(answer.map(([name, kind]) => [name, kind]))
    expect(kinds.get('bookings[].cancelledBy')).toContain('product | null')
    expect(kinds.get('next')).toBe('string or null, required')
    const list = operationsOnPage().find(({ id }) => id === 'get-api-v1-mentors')!
    const names = list.responseFields.map(([name]) => name)
    expect(names.filter((name) => name.endsWith('.amount'))).toEqual(['mentors[].price.amount'])
  })

  it('lists every scope of a key, and every webhook with its headers and fields', () => {
    const { scopes, webhooks } = readApiReference(test.app)
    expect(scopes.map(([scope]) => scope)).toEqual(API_SCOPES)
    for (const { event, headers, fields } of nonEmpty(webhooks)) {
      expect(headers.map(([name]) => name)).toEqual(['Landfall-Event-Id', 'Landfall-Signature'])
      expect(fields.map(([name]) => name).slice(0, 4), event).toEqual(['id', 'type', 'createdAt', 'data'])
    }
  })
})

it('every webhook of the document has headers with examples, and an example of its body that fits its schema', () => {
  for (const [event, { post }] of nonEmpty(Object.entries(document.webhooks))) {
    for (const header of nonEmpty(post.parameters ?? [])) expect(findExample(header), event).toBeDefined()
    const pointer = ['webhooks', event, 'post', 'requestBody', 'content', 'application/json', 'schema'].map(escaped)
    const validate = ajv.getSchema(`landfall:api#/${encodeURI(pointer.join('/'))}`)!
    const { example } = post.requestBody!.content['application/json']!
    expect(validate(example) ? null : validate.errors, event).toBeNull()
    expect(example, event).toMatchObject({ type: event })
  }
})
