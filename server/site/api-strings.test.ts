/** Sends everything that people and attackers type to every text field of the API, as its own document lists them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { DAILY_STARTS } from '#domain/bookings/daily-starts'
import { holdsPageAddress } from '#domain/page-address'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { addKeyMaker, makeKey } from '../../tests/support/access/program-key.ts'
import { naughtyStrings } from '../../tests/support/access/naughty-strings.ts'
import { nonEmpty } from '../../tests/support/non-empty.ts'
import { makeBookingForm, expectProblem, postBooking } from '../../tests/support/bookings/requests.ts'

useProduct()
let fields: Field[]
beforeAll(async () => {
  fields = stringFields((await (await test.site.request('/api/v1/openapi.json')).json()) as Document)
})

type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }
type Operation = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } }
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }

/** A field of text: in the path, the query, a header or the body, under these names. */
type Field = { method: string; path: string; in: Parameter['in'] | 'body'; names: string[] }

function stringFields({ paths, components }: Document): Field[] {
  const namesIn = (schema: Schema): string[][] => {
    const referred = schema.$ref && components.schemas[schema.$ref.split('/').at(-1)!]
    if (referred) return namesIn(referred)
    if ([schema.type].flat().includes('string')) return [[]]
    const inside = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      namesIn(property).map((names) => [name, ...names]),
    )
    return [...inside, ...(schema.anyOf ?? []).flatMap(namesIn), ...(schema.items ? namesIn(schema.items) : [])]
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const requested = parameters.flatMap(({ name, in: place, schema }) =>
        namesIn(schema).map(() => ({ in: place, names: [name] })),
      )
      const sent = namesIn(requestBody?.content['application/json']?.schema ?? {}).map((names) => ({
        in: 'body' as const,
        names,
      }))
      return [...requested, ...sent].map((field) => ({ method, path, ...field }))
    }),
  )
}

async function apiKeyId(): Promise<string> {
  await addKeyMaker(test)
  return makeKey(test, ['bookings:read'])
}

type Mentor = Awaited<ReturnType<typeof addMentor>>

/** A request that is valid but for this text in this field. An operation that needs more is completed here. */
function send(field: Field, text: unknown, mentor: Mentor, key: string): Promise<Response> {
  const body: Record<string, unknown> = field.path.endsWith('/cancel')
    ? { refund: { amount: 0, currency: 'GBP' } }
    : {
        ...makeBookingForm(mentor),
        mentor: { ...makeBookingForm(mentor).mentor },
        ...(field.path.includes('/packages') && packageFields(mentor)),
      }
  const query: Record<string, string> = field.path.endsWith('/slots') ? { from: '2030-01-08', to: '2030-01-09' } : {}
  const headers: Record<string, string> = field.path.includes('{reference}') ? { 'booking-secret': 'A'.repeat(43) } : {}
  if (field.path === '/api/v1/bookings') headers['authorization'] = `Bearer ${key}`
  const [first, second] = field.names
  if (field.in === 'query') query[first!] = String(text)
  if (field.in === 'header') headers[first!] = asHeader(String(text))
  if (field.in === 'body') (second ? (body[first!] as Record<string, unknown>) : body)[second ?? first!] = text
  const path = field.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encode(field.in === 'path' && name === first ? String(text) : mentor.slug),
  )
  if (field.method === 'post') {
    const json = { ...headers, 'content-type': 'application/json' }
    return Promise.resolve(test.site.request(path, { method: 'POST', headers: json, body: JSON.stringify(body) }))
  }
  const requested = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`)
  return Promise.resolve(test.site.request(`${path}?${requested.join('&')}`, { headers }))
}

const packageFields = ({ sessionTypeIds: [sessionTypeId] }: Mentor) => ({
  sessionTypeId,
  sessions: 3,
  startsAt: '2030-01-08T09:00:00Z',
})

/** What of a text can be written in a header: its bytes, without line breaks and NUL. */
const asHeader = (text: string) =>
  Buffer.from(text.replaceAll(/[\r\n\0]/g, ' '))
    .toString('latin1')
    .trim()

/** A lone surrogate cannot be written in a URL; its bytes can. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%BD')

/** A text as it is stored: composed, trimmed and with one kind of line end. */
const kept = (text: string) => text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim()
const keptInALine = (text: string) => kept(text).replaceAll(/\s+/g, ' ')
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')

it('the text fields of the API are found in the document, so that a new one is tested without being listed', () => {
  const found = fields.map(({ method, path, names }) => `${method} ${path} ${names.join('.')}`)
  expect(found).toContain('post /create-checkout-session name')
  expect(found).toContain('post /create-checkout-session mentor.sessionTitle')
  expect(found).toContain('post /api/v1/checkout idempotency-key')
  expect(found).toContain('get /api/v1/mentors q')
  expect(found).toContain('get /api/v1/mentors/{slug}/slots slug')
  expect(found).toContain('get /api/v1/bookings/{reference} booking-secret')
})

it('a value that is not text is refused by every field of a body', async () => {
  const mentor = await addMentor(test)
  const key = await apiKeyId()
  for (const field of nonEmpty(fields.filter((each) => each.in === 'body')))
    for (const value of [null, 42, true, ['Grace'], { toString: 'Grace' }]) {
      const { errors } = await expectProblem(await send(field, value, mentor, key), 400, 'invalid')
      expect(Object.keys(errors ?? {})).toEqual([field.names.join('.')])
    }
})

it('no text that people, keyboards and attackers send breaks a field', async () => {
  const mentor = await addMentor(test)
  const key = await apiKeyId()
  for (const { what, text, never } of naughtyStrings)
    for (const field of nonEmpty(fields)) {
      const answer = await send(field, text, mentor, key)
      const where = `${what}: ${field.path} ${field.names.join('.')}`
      expect(answer.status, where).toBeLessThan(500)
      if (answer.status !== 200) expect(answer.headers.get('content-type'), where).toBe('application/problem+json')
      if (never && field.in === 'body') {
        const { errors } = await expectProblem(answer, 400, 'invalid')
        expect(Object.keys(errors ?? {}), where).toEqual([field.names.join('.')])
      }
      if (text.includes('\0') && field.in === 'query') await expectProblem(answer, 400, 'invalid')
    }
  expect(test.faults).toEqual([])
})

describe.each(naughtyStrings)('$what', ({ text, never }) => {
  it('is stored as it was typed, and is text in the emails that hold it', async () => {
    const mentor = await addMentor(test, { sessions: [{}, { title: 'Free', price: 0 }] })
    const free = { sessionTypeId: mentor.sessionTypeIds[1], time: DAILY_STARTS[1] }
    const asTopic = await postBooking(test, { ...makeBookingForm(mentor), topic: text })
    const asName = await postBooking(test, { ...makeBookingForm(mentor), ...free, name: text })
    const keeps = !never && kept(text).length <= 120
    const names = keeps && kept(text) !== '' && !holdsPageAddress(text)
    expect([asTopic.status, asName.status]).toEqual([keeps ? 200 : 400, names ? 200 : 400])

    const booked = await test.db
      .selectFrom('bookings')
      .select(['menteeName', 'topic', 'secretHash'])
      .orderBy('startsAt')
      .execute()
    if (asTopic.status === 200) expect(booked[0]).toMatchObject({ topic: kept(text) })
    if (asName.status !== 200) return
    const name = keptInALine(text)
    expect(booked[1]).toMatchObject({ menteeName: name })
    await test.runJobs()
    const [request] = await test.mails()
    expect(request!.to).toEqual([{ name: '', address: 'grace@example.com' }])
    expect(request!.text).toMatch(/^Hello,\n/)
    await confirmFreeSession(test.app, booked[1]!.secretHash)
    await test.runJobs()
    const [mail] = (await test.mails()).filter(({ subject }) => subject.startsWith('Booked: '))
    expect(mail!.to).toEqual([{ name, address: 'grace@example.com' }])
    expect(mail!.headers).not.toHaveProperty('bcc')
    expect(mail!.text).toContain(`Hello ${name},`)
    expect(mail!.html).toContain(` dir="auto">Hello ${escaped(name)},</p>`)
  })
})
