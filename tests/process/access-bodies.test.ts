/** Bodies that no browser sends. Each is refused with a message and changes nothing. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accessTable, changingCases, type Case } from '../support/access/access-table.ts'
import { openWorld, type World } from '../support/access/access-world.ts'
import {
  sendRequest,
  mapConcurrently,
  type ReceivedResponse,
  type RequestOptions,
} from '../support/http/send-request.ts'
import { nonEmpty } from '../support/non-empty.ts'

let world: World
let table: Case[]
beforeAll(async () => {
  world = await openWorld(inject('seeded').template)
  table = accessTable(world)
})
afterAll(() => world.close())

const tell = (path: string, asked: RequestOptions = {}) => sendRequest(world.url, path, asked)
const codeOf = ({ body }: ReceivedResponse) => /"code":"(\w+)"/.exec(body)?.[1]

describe('a malformed body', () => {
  const inDepth = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
  const broken: [what: string, how: RequestOptions][] = [
    ['of a megabyte', { body: new URLSearchParams({ email: 'a@example.com', password: 'x'.repeat(1_000_000) }) }],
    [
      'with a password of 200 KB',
      { body: new URLSearchParams({ email: 'ada@example.com', password: 'x'.repeat(200_000) }) },
    ],
    [
      'with a password of 20 KB',
      { body: new URLSearchParams({ email: 'ada@example.com', password: 'x'.repeat(20_000) }) },
    ],
    [
      'of ten thousand fields',
      {
        body: Array.from({ length: 10_000 }, (_, n) => `a${n % 10}=`)
          .join('&')
          .slice(0, 32_000),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
    ['of JSON, deep', { body: inDepth, headers: { 'content-type': 'application/json' } }],
    [
      'of JSON that reaches for a prototype',
      {
        body: '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}',
        headers: { 'content-type': 'application/json' },
      },
    ],
    [
      'that reaches for a prototype',
      {
        body: new URLSearchParams([
          ['__proto__', 'x'],
          ['constructor', 'x'],
          ['intent', '__proto__'],
          ['intent', 'constructor'],
        ]),
      },
    ],
    ['that is not a form', { body: '\0\u0001', headers: { 'content-type': 'application/octet-stream' } }],
    [
      'of a form in parts without an end',
      {
        body: '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
    ],
    [
      'with a NUL in each field',
      {
        body: new URLSearchParams({
          email: 'a\0@example.com',
          name: 'A\0da',
          password: 'x\0'.repeat(20),
          code: '\0',
          intent: 'email\0',
          id: '\0',
        }),
      },
    ],
    [
      'with half a letter',
      {
        body: 'email=%ff%fe&password=%c0%80&code=%ff&intent=%ff&id=%ff',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
  ]

  /** Read nothing of what is sent, or take any address. */
  const TAKES_IT = /^\/(sign-out|forgot-password|passkeys\/challenge)/

  /** Somebody who may use the page: others are sent to sign in before anything is read. */
  const senderOf = (path: string) => {
    if (path.startsWith('/mentor/')) return world.people.admin
    if (path.startsWith('/desk')) return world.people.mentor
    return /^\/(account|profile|claim|become-a-mentor|BeOurMentor)/.test(path) ? world.people.member : undefined
  }

  it.each(broken)('%s is refused with a message by every route, and changes nothing', async (_what, how) => {
    const before = await world.content()
    const routes = changingCases(table).filter(({ path }) => !TAKES_IT.test(path))
    const met = await mapConcurrently(routes, async ({ path }) => {
      const cookie = senderOf(path)?.cookie
      const { status, body } = await tell(path, { method: 'POST', cookie, ...how })
      return status >= 400 && status < 500 && body.length > 10 ? [] : [`${path}: ${status} ${body.slice(0, 80)}`]
    })
    expect(met.flat()).toEqual([])
    const after = await world.content()
    for (const name of nonEmpty(Object.keys(before)))
      if (!/attempts|verifications/.test(name)) expect(after[name], name).toEqual(before[name])
    expect(Object.hasOwn(Object.prototype, 'role')).toBe(false)
    expect((await tell('/healthz')).status).toBe(200)
  })

  it('that is too large gets 413', async () => {
    for (const { path } of nonEmpty(changingCases(table).filter(({ path }) => !/picture/.test(path)))) {
      const answer = await tell(path, { body: new URLSearchParams({ password: 'x'.repeat(300_000) }) })
      expect([answer.status, codeOf(answer)], path).toEqual([413, 'too_large'])
    }
  })
})
