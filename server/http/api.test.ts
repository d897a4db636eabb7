import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Database } from '#server/db/connect'
import { addMentor, openTestApp, ORIGIN, type TestApp } from '../../tests/support/product/app.ts'
import { nonEmpty } from '../../tests/support/non-empty.ts'
import { bookingOf, expectProblem, postBooking } from '../../tests/support/bookings/requests.ts'

let test: TestApp
let document: Document
beforeAll(async () => {
  test = await openTestApp()
  document = (await (await test.site.request('/api/openapi.json')).json()) as Document
})
afterAll(() => test.close())

type Content = Record<string, { schema: object }>
type Operation = {
  operationId?: string
  parameters?: { name: string; in: string; schema: object }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type Document = {
  openapi: string
  info: object
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

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
  it('is OpenAPI 3.1 for the public address', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Landfall API', version: '1' },
      servers: [{ url: ORIGIN }],
    })
  })

  it('describes every operation of the API', () => {
    expect(
      operations()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'get /api/mentors',
      'get /api/mentors/{slug}',
      'get /api/mentors/{slug}/slots',
      'get /healthz',
      'post /create-checkout-session',
    ])
  })

  it('has no reference to a missing schema', () => {
    const pointers = objectsIn(document).flatMap((object) =>
      typeof object['$ref'] === 'string' ? [object['$ref']] : [],
    )
    expect(pointers).not.toEqual([])
    expect(pointers.filter((pointer) => resolve(pointer) === undefined)).toEqual([])
  })

  it('documents the responses and refusals of every operation', () => {
    for (const { name, operation } of nonEmpty(operations())) {
      const { 200: success, ...refusals } = operation.responses
      expect(success?.content, name).toHaveProperty(['application/json', 'schema'])
      expect(Object.keys(refusals), name).not.toEqual([])
      for (const [status, { description, content }] of Object.entries(refusals)) {
        expect(Number(status), name).toBeGreaterThanOrEqual(400)
        expect(description, name).not.toBe('')
        expect(content, `${name} ${status}`).toEqual({
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        })
      }
    }
  })

  it('declares every part of a path as a parameter', () => {
    for (const { name, path, operation } of nonEmpty(operations())) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(
        declared.map((parameter) => parameter.name),
        name,
      ).toEqual(parts)
    }
  })

  it('lists every status with which a booking is refused', () => {
    const { responses } = document.paths['/create-checkout-session']!['post']!
    expect(Object.keys(responses).map(Number)).toEqual([200, 400, 404, 409, 413, 415, 422, 429, 502])
  })

  it('names exactly the fields that a mentor has in the response', async () => {
    await test.reset()
    const { slug } = await addMentor(test)
    const answered = (await (await test.site.request(`/api/mentors/${slug}`)).json()) as object
    const { properties } = document.components.schemas['MentorDetail'] as { properties: object }
    expect(Object.keys(properties).toSorted()).toEqual(Object.keys(answered).toSorted())
  })
})

describe('/healthz', () => {
  it('asks the database and is not cached', async () => {
    const response = await test.site.request('/healthz')
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
    expect(response.headers.get('cache-control')).toBe('no-store')
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
      await postBooking(test, bookingOf(mentor)),
    ]
    test.app.db = db
    for (const answer of answers) await expectProblem(answer, 503, 'unavailable')
  })
})

describe('an unknown path under /api', () => {
  it.each(['/api', '/api/', '/api/mentor', '/api/mentors/', '/api/mentors/a/b/c', '/api/%ff'])(
    'is 404: %s',
    async (path) => {
      await expectProblem(await test.site.request(path), 404, 'not_found')
    },
  )
})
