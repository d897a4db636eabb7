import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WEBHOOK_EVENTS } from '#domain/webhooks/webhook'
import { PAGE_SIZE } from '#domain/search/criteria'
import { connect, type Database } from '#server/platform/db/connect'
import { createSite } from '#server/site/site'
import { currentDirectory } from '#server/search/sync'
import { addMentor, openTestApp, ORIGIN, type TestApp } from '../../tests/support/product/app.ts'
import { nonEmpty } from '../../tests/support/non-empty.ts'
import { makeBookingForm, expectProblem, postBooking } from '../../tests/support/bookings/requests.ts'

let test: TestApp
let document: Document
beforeAll(async () => {
  test = await openTestApp()
  document = (await (await test.site.request('/api/v1/openapi.json')).json()) as Document
})
afterAll(() => test.close())

type Content = Record<string, { schema: object }>
type Operation = {
  operationId?: string
  parameters?: { name: string; in: string; description?: string; schema: object }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; headers?: object; content?: Content }>
}
type Document = {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

type Meaning = { description?: string; $ref?: string }
type Described = Record<string, Meaning & { allOf?: Meaning[] }>

/** Its own words, or those of what it refers to. */
const findDescription = ({ description, $ref }: Meaning) =>
  description ?? ($ref ? (resolve($ref) as Meaning).description : undefined)

function operations() {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
  )
}

/** Every object inside a JSON value, itself included. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
}

/** What `#/components/schemas/Mentor` points to. */
function resolve(pointer: string): unknown {
  const steps = pointer.replace(/^#\//, '').split('/')
  return steps.reduce<unknown>((within, step) => (within as Record<string, unknown> | undefined)?.[step], document)
}

describe('the OpenAPI document', () => {
  it('is for the public address, and describes every operation of the API and every webhook', () => {
    expect(document.servers).toEqual([{ url: ORIGIN }])
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS, 'test'])
    expect(
      operations()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'get /api/v1/bookings',
      'get /api/v1/bookings/{reference}',
      'get /api/v1/mentors',
      'get /api/v1/mentors/{slug}',
      'get /api/v1/mentors/{slug}/slots',
      'get /api/v1/packages/{reference}',
      'get /readyz',
      'post /api/v1/bookings/{reference}/cancel',
      'post /api/v1/checkout',
      'post /api/v1/packages',
      'post /api/v1/packages/{reference}/cancel',
      'post /api/v1/packages/{reference}/sessions',
      'post /create-checkout-session',
    ])
  })

  it('documents the responses and refusals of every operation', () => {
    for (const { name, path, operation } of nonEmpty(operations())) {
      // Each may be refused for now, and says for how long.
      for (const status of path === '/readyz' ? ['503'] : ['429', '503'])
        expect(operation.responses[status], `${name} ${status}`).toMatchObject({
          headers: { 'Retry-After': { required: true, schema: { type: 'integer' } } },
        })
      const { 200: success, ...refusals } = operation.responses
      expect(success?.content, name).toHaveProperty(['application/json', 'schema'])
      expect(Object.keys(refusals), name).not.toEqual([])
      for (const [status, { description, content }] of Object.entries(refusals)) {
        expect(Number(status), name).toBeGreaterThanOrEqual(400)
        expect(description, name).not.toBe('')
        expect(content, `${name} ${status}`).toMatchObject({
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        })
      }
    }
  })

  it('lists every status with which a booking is refused', () => {
    const { responses } = document.paths['/create-checkout-session']!['post']!
    expect(Object.keys(responses).map(Number)).toEqual([200, 400, 404, 409, 413, 415, 422, 429, 502, 503])
  })

  it('says what every field and parameter means', () => {
    const named = objectsIn({ ...document.components.schemas, paths: document.paths, webhooks: document.webhooks })
    const fields = nonEmpty(named.flatMap(({ properties }) => Object.entries((properties ?? {}) as Described)))
    const parameters = nonEmpty(operations().flatMap(({ operation }) => operation.parameters ?? []))
    const silent = [
      ...fields.filter(([, { allOf = [], ...field }]) => ![field, ...allOf].some((each) => findDescription(each))),
      ...parameters.filter(({ description }) => !description).map(({ name }) => [name]),
    ]
    expect(silent).toEqual([])
  })

  it('names exactly the fields that a mentor has in the response', async () => {
    await test.reset()
    const { slug } = await addMentor(test)
    const response = (await (await test.site.request(`/api/mentors/${slug}`)).json()) as object
    const { properties } = document.components.schemas['MentorDetail'] as { properties: object }
    expect(Object.keys(properties).toSorted()).toEqual(Object.keys(response).toSorted())
  })
})

describe('the words of a response', () => {
  const request = (path: string, acceptLanguage?: string) =>
    test.site.request(path, acceptLanguage === undefined ? {} : { headers: { 'accept-language': acceptLanguage } })

  it.each([
    [undefined, 'en-GB', 'This resource does not exist'],
    ['hu, en;q=0.5', 'en-GB', 'This resource does not exist'],
    ['es-MX, en;q=0.5', 'es', 'Este recurso no existe'],
    ['zh-CN', 'zh-Hans', '此资源不存在'],
  ])('that is a problem follow “Accept-Language: %s”, with the same code', async (accepted, language, title) => {
    const response = await request('/api/mentors/unknown', accepted)
    expect(response.headers.get('content-language')).toBe(language)
    expect(response.headers.get('vary')).toContain('Accept-Language')
    expect(await response.json()).toMatchObject({ title, code: 'not_found' })
  })

  it('that is data are the same for every client', async () => {
    await test.reset()
    const { slug } = await addMentor(test)
    const [spanish, english] = await Promise.all(
      ['es', 'en'].map(async (language) => (await request(`/api/mentors/${slug}?uncached`, language)).json()),
    )
    expect(spanish).toEqual(english)
    expect(spanish).toMatchObject({ languages: expect.arrayContaining(['English']) })
  })
})

describe('/readyz and /healthz', () => {
  const PATHS = ['/readyz', '/healthz']
  const ask = async (path: string, { site } = test): Promise<[status: number, body: unknown]> => {
    const response = await site.request(path)
    expect(response.headers.get('cache-control')).toBe('no-store')
    return [response.status, await response.json()]
  }

  it('say that the list of mentors is still being read, and then that the product is ready', async () => {
    const app = { ...test.app } // As it is after a start.
    const site = createSite(app, { pages: async () => new Response(), clientFolder: null })
    const reading = [503, { code: 'unavailable', reason: 'reading' }]
    for (const path of PATHS) expect(await ask(path, { ...test, site })).toMatchObject(reading)
    await currentDirectory(app)
    for (const path of PATHS) expect(await ask(path, { ...test, site })).toEqual([200, { status: 'ok' }])
  })

  it('say within two seconds that the database does not answer, though it took the question', async () => {
    await currentDirectory(test.app)
    const { db } = test.app
    const sockets: Socket[] = []
    const frozen = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1') // Takes connections, says nothing.
    await once(frozen, 'listening')
    const nowhere = await connect(`postgres://landfall@127.0.0.1:${(frozen.address() as AddressInfo).port}/landfall`)
    test.app.db = nowhere.db
    const began = performance.now()
    const answers = await Promise.all([...PATHS, ...PATHS].map((path) => ask(path)))
    const took = performance.now() - began
    test.app.db = db
    for (const answer of answers) expect(answer).toMatchObject([503, { reason: 'database' }])
    expect(took).toBeLessThan(4_000) // Two seconds, and what a busy machine adds.
    for (const socket of sockets) socket.destroy()
    frozen.close()
    await nowhere.db.destroy()
  })
})

describe('the API while the database cannot be reached', () => {
  let nowhere: Database
  beforeAll(async () => {
    nowhere = await connect('postgres://landfall@127.0.0.1:9/landfall')
  })
  afterAll(() => nowhere.db.destroy())

  it('responds 503 to every request', async () => {
    const { db } = test.app
    const mentor = { id: '9b2e3c52-6a0d-4c27-8a3c-0d8a4e2b7f11', name: 'Ada Lovelace' }
    test.app.db = nowhere.db
    const answers = [
      await test.site.request('/healthz'),
      await test.site.request('/api/mentors'),
      await postBooking(test, makeBookingForm(mentor)),
    ]
    test.app.db = db
    for (const answer of answers) await expectProblem(answer, 503, 'unavailable')
  })
})

describe('the addresses of before version 1', () => {
  it('give the same mentors, pages lead on within the version, and the document is one', async () => {
    await test.reset()
    const { slug } = await addMentor(test)
    const read = async (path: string) => (await test.site.request(path)).json()
    for (const path of ['mentors', `mentors/${slug}`, 'openapi.json'])
      expect(await read(`/api/${path}`), path).toEqual(await read(`/api/v1/${path}`))
    const span = 'from=2030-01-08T00:00:00Z&to=2030-01-09T00:00:00Z'
    expect(await read(`/api/mentors/${slug}/slots?${span}`)).toMatchObject({
      slots: [{ taken: false }, {}, {}, {}, {}],
    })
  })

  it('paginate under the requested address', async () => {
    await test.reset()
    for (let count = 0; count < PAGE_SIZE + 1; count += 1) await addMentor(test)
    for (const base of ['/api/v1', '/api']) {
      const { next } = (await (await test.site.request(`${base}/mentors`)).json()) as { next: string }
      expect(next).toMatch(new RegExp(`^${base}/mentors\\?`))
      expect((await test.site.request(next)).status).toBe(200)
    }
  })
})

it('a script of another site may read mentors, free times and the document, but read no booking and hold no time', async () => {
  await test.reset()
  const { slug } = await addMentor(test)
  const allowed = async (path: string) =>
    (await test.site.request(path, { headers: { origin: 'https://elsewhere.example' } })).headers.get(
      'access-control-allow-origin',
    )
  const slots = `mentors/${slug}/slots?from=2030-01-08&to=2030-01-08`
  for (const path of ['mentors', `mentors/${slug}`, slots, 'openapi.json'])
    expect(await allowed(`/api/v1/${path}`), path).toBe('*')
  expect(await allowed('/api/v1/bookings/B-2222-2222')).toBeNull()
  const headers = { 'content-type': 'application/json', origin: 'https://elsewhere.example' }
  const hold = await test.site.request('/api/v1/checkout', { method: 'POST', headers, body: '{}' })
  await expectProblem(hold, 403, 'forbidden')
})

describe('the API while the disk of the database is full', () => {
  // PostgreSQL's error when the disk is full: its own code, from the table that is written.
  const fill = async (table: string) => {
    await sql`
      create or replace function refuse_to_grow() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(test.db)
    await sql`create trigger disk_full before insert or update on ${sql.table(table)} execute function refuse_to_grow()`.execute(
      test.db,
    )
    return () => sql`drop trigger disk_full on ${sql.table(table)}`.execute(test.db)
  }

  it('refuses a booking with 503 and a sentence, holds nothing, and books once there is room', async () => {
    await test.reset()
    const booking = makeBookingForm(await addMentor(test))
    const makeRoom = await fill('bookings')
    const refused = await postBooking(test, booking)
    expect(refused.headers.get('retry-after')).toBe('60')
    const { title } = await expectProblem(refused, 503, 'unavailable')
    expect(title).toMatch(/^Nothing can be saved at this moment; what is here can still be read\./)
    await makeRoom()
    expect((await postBooking(test, booking)).status).toBe(200)
  })

  it('lists the mentors as they were when the list can no longer be brought up to date', async () => {
    await test.reset()
    const { name } = await addMentor(test)
    const list = async () => (await (await test.site.request('/api/mentors')).json()) as { mentors: { name: string }[] }
    expect((await list()).mentors).toMatchObject([{ name }])
    const makeRoom = await fill('listings')
    await addMentor(test)
    expect((await list()).mentors).toMatchObject([{ name }])
    await makeRoom()
    expect((await list()).mentors).toHaveLength(2)
  })
})

it.each([
  ['DELETE', '/api/v1/mentors', 'GET, HEAD'],
  ['GET', '/api/v1/checkout', 'POST'],
  ['DELETE', '/api/v1/bookings/B-2222-2222/cancel', 'POST'],
  ['POST', '/api/openapi.json', 'GET, HEAD'],
  ['POST', '/readyz', 'GET, HEAD'],
])('a method that an address does not take is 405 with those that it takes: %s %s', async (method, path, allow) => {
  const refused = await test.site.request(path, { method })
  await expectProblem(refused, 405, 'method_not_allowed')
  expect(refused.headers.get('allow')).toBe(allow)
})

it('an unknown path under /api is 404', async () => {
  for (const path of ['/api', '/api/', '/api/mentor', '/api/mentors/', '/api/mentors/a/b/c', '/api/%ff'])
    await expectProblem(await test.site.request(path), 404, 'not_found')
})
