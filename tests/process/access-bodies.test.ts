/** Bodies that no browser sends. Each is refused with a message and changes nothing. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accessTable, changingCases, type Case } from '../support/access/access-table.ts'
import { openWorld, type World } from '../support/access/access-world.ts'
import { sendRequest, mapConcurrently, type RequestOptions } from '../support/http/send-request.ts'
import { chunk, MULTIPART_FORM, openConnection, type Connection, upload } from '../support/http/raw-http.ts'
import { uploadAddresses } from '../support/access/product-routes.ts'
import { nonEmpty } from '../support/non-empty.ts'

let world: World
let table: Case[]
beforeAll(async () => {
  world = await openWorld(inject('seeded').template)
  table = accessTable(world)
})
afterAll(() => world.close())

const post = (path: string, options: RequestOptions = {}) => sendRequest(world.url, path, options)
/** A client allowed to use the page: others are redirected to sign in before anything is read. */
const chooseSender = (path: string) => {
  if (/^\/(mentor\/|cohort\/|admin-dashboard)/.test(path)) return world.people.admin
  if (/^\/(desk|become-a-mentor\/check)/.test(path)) return world.people.mentor
  // A client uploads one picture at a time.
  if (/^\/cohorts\/[^/]+\/members/.test(path)) return world.people.admin
  // People with an account are erased as a whole, so a seat's page sends them there before it reads anything.
  if (/^\/seats\/[^/]+\/erase/.test(path)) return undefined
  if (/^\/packages\/[^/]+\/erase/.test(path)) return undefined
  if (/^\/(seats|packages)\//.test(path)) return world.people.member
  if (path.startsWith('/cohorts/propose')) return world.people['other member']
  return /^\/(account|profile|claim|become-a-mentor|BeOurMentor)/.test(path) ? world.people.member : undefined
}

describe('a malformed body', () => {
  const inDepth = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
  const typed = (type: string, body: string): RequestOptions => ({ body, headers: { 'content-type': type } })
  const encoded = (body: string) => typed('application/x-www-form-urlencoded', body)
  const withPassword = (length: number) =>
    encoded(`${new URLSearchParams({ email: 'a@example.com', password: 'x'.repeat(length) })}`)
  const tenThousandFields = Array.from({ length: 10_000 }, (_, n) => `a${n % 10}=`).join('&')
  const prototypes = '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}'
  const unfinished = '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na'
  const broken: [what: string, how: RequestOptions][] = [
    ['with a password of 200 KB', withPassword(200_000)],
    ['with a password of 20 KB', withPassword(20_000)],
    ['of ten thousand fields', encoded(tenThousandFields.slice(0, 32_000))],
    ['of JSON, deep', typed('application/json', inDepth)],
    ['of JSON that reaches for a prototype', typed('application/json', prototypes)],
    ['that reaches for a prototype', encoded('__proto__=x&constructor=x&intent=__proto__&intent=constructor')],
    ['that is not a form', typed('application/octet-stream', '\0\u0001')],
    ['of a form in parts without an end', typed('multipart/form-data; boundary=x', unfinished)],
    [
      'with a NUL in each field',
      encoded(`email=a%00@example.com&name=A%00da&password=${'x%00'.repeat(20)}&code=%00&intent=email%00&id=%00`),
    ],
    ['with half a letter', encoded('email=%ff%fe&password=%c0%80&code=%ff&intent=%ff&id=%ff')],
  ]

  /** Read nothing of what is sent, or take any address. */
  const TAKES_IT =
    /^\/(sign-out|forgot-password|admin-dashboard\/bookings\/export|bookings(\.data)?$|passkeys\/challenge)/

  it.each(broken)('%s is refused with a message by every route, and changes nothing', async (_what, how) => {
    const before = await world.content()
    const routes = changingCases(table).filter(({ path }) => !TAKES_IT.test(path))
    const met = await mapConcurrently(routes, async ({ path }) => {
      const cookie = chooseSender(path)?.cookie
      const { status, body } = await post(path, { method: 'POST', cookie, ...how })
      return status >= 400 && status < 500 && body.length > 10 ? [] : [`${path}: ${status} ${body.slice(0, 80)}`]
    })
    expect(met.flat()).toEqual([])
    const after = await world.content()
    for (const name of nonEmpty(Object.keys(before)))
      if (!/attempts|verifications/.test(name)) expect(after[name], name).toEqual(before[name])
    expect(Object.hasOwn(Object.prototype, 'role')).toBe(false)
    expect((await post('/healthz')).status).toBe(200)
  })
})

describe('on every route, a connection', () => {
  const FORM = 'content-type: application/x-www-form-urlencoded'
  const chunks = [FORM, 'transfer-encoding: chunked']
  const UPLOAD_TYPE = `content-type: ${MULTIPART_FORM['content-type']}`
  const chooseField = (path: string) => (path.startsWith('/become-a-mentor/check') ? 'document' : 'picture')
  const partFor = (path: string) => upload(Buffer.alloc(70 * 1024), { end: false, field: chooseField(path) })

  /** Sends these lines and bytes as a client allowed to use the page, and returns the last status once it is closed. */
  async function send(
    connection: Connection,
    path: string,
    { lines, bytes, isHalf = false, drip, ends = false }: Attempt,
  ): Promise<string> {
    const { cookie } = chooseSender(path) ?? {}
    const own = [`host: ${new URL(world.url).host}`, `origin: ${world.url}`, ...(cookie ? [`cookie: ${cookie}`] : [])]
    await connection.send(
      [`POST ${path} HTTP/1.1`, ...own, ...lines, ...(isHalf ? ['x-more: '] : ['', ''])].join('\r\n'),
    )
    await connection.send(typeof bytes === 'function' ? bytes(path) : bytes)
    if (ends) connection.end()
    const dripping = drip && setInterval(() => void connection.send(drip), 1_000)
    const response = await connection.response().finally(() => clearInterval(dripping))
    await connection.closed
    return String(response.status)
  }
  type Attempt = {
    lines: string[]
    bytes: string | Uint8Array | ((path: string) => Uint8Array)
    isHalf?: boolean
    drip?: string
    ends?: boolean
    /** One route after the other, since an account uploads one file at a time. */
    inTurn?: boolean
  }

  /** The system holds 511 that the product has not taken yet, and drops others. */
  const OPENED_AT_ONCE = 200

  /** Those that met another status, on any route. */
  async function strays(attempts: [what: string, attempt: Attempt, expected: RegExp][]): Promise<string[]> {
    const paths = new Set([...changingCases(table).map(({ path }) => path), '/webhooks/stripe', '/nowhere'])
    const stray = async (connection: Connection, [path, what, attempt, expected]: (typeof all)[number]) => {
      const status = await send(connection, path, attempt)
      return expected.test(status) ? [] : [`${path}, ${what}: ${status}`]
    }
    const all = nonEmpty(paths).flatMap((path) => attempts.map((attempt) => [path, ...attempt] as const))
    const atOnce = all.filter(([, , { inTurn }]) => !inTurn)
    const found: Promise<string[]>[] = []
    for (let first = 0; first < atOnce.length; first += OPENED_AT_ONCE) {
      const opened = atOnce.slice(first, first + OPENED_AT_ONCE)
      const connections = await Promise.all(opened.map(() => openConnection(world.url)))
      expect((await post('/healthz')).status).toBe(200) // By then it has taken those that came before.
      found.push(...opened.map((attempt, at) => stray(connections[at]!, attempt)))
    }
    for (const attempt of all.filter(([, , { inTurn }]) => inTurn))
      found.push(Promise.resolve(await stray(await openConnection(world.url), attempt)))
    return (await Promise.all(found)).flat()
  }

  it('is refused and closed at once if the length of its body is false', async () => {
    const length = (declared: string, bytes = 'a=1') => ({ lines: [FORM, `content-length: ${declared}`], bytes })
    const found = await strays([
      ['longer than what is sent', { ...length('1000'), ends: true }, /400/],
      ['shorter than what is sent', length('3', 'a=1&b=2\r\n\r\n'), /400/],
      ['negative', length('-3'), /400/],
      ['no number', length('0x3'), /400/],
      ['more than is accepted', length('9007199254740991'), /413/],
      ['said twice', { lines: [FORM, 'content-length: 3', 'content-length: 5'], bytes: 'a=1bb' }, /400/],
      ['said beside chunks', { lines: [...chunks, 'content-length: 3'], bytes: chunk('a=1') }, /400/],
      ['that of a chunk', { lines: chunks, bytes: '3\r\na=1\r\nzz\r\n' }, /400/],
      [
        'that of a part',
        {
          lines: [UPLOAD_TYPE, 'content-length: 1000'],
          bytes: (path) => partFor(path).subarray(0, 200),
          ends: true,
          inTurn: true,
        },
        /400/,
      ],
    ])
    expect(found).toEqual([])
    expect((await post('/healthz')).status).toBe(200)
  })

  it(
    'is closed in time if headers or body never end, and the account can upload again',
    { timeout: 100_000 },
    async () => {
      const found = await strays([
        ['headers', { lines: [FORM], bytes: '', isHalf: true, drip: 'x' }, /408/],
        ['a body that is longer than what is sent', { lines: [FORM, 'content-length: 1000'], bytes: 'a=1' }, /408/],
        ['chunks', { lines: chunks, bytes: chunk('a=1'), drip: chunk('x').toString() }, /408/],
        // Another upload of the account may be under way, or too many of all; and where only forms are received, the file is too large.
        [
          'a file',
          { lines: [UPLOAD_TYPE, 'transfer-encoding: chunked'], bytes: (path) => chunk(partFor(path)) },
          /408|413|429|503/,
        ],
      ])
      expect(found).toEqual([])
      for (const path of nonEmpty(uploadAddresses())) {
        const body = upload(Buffer.from('no picture'), { field: chooseField(path) }).toString('latin1')
        const giveAnother = () => post(path, { body, cookie: chooseSender(path)?.cookie, headers: MULTIPART_FORM })
        await expect.poll(async () => (await giveAnother()).status, { message: path, timeout: 10_000 }).not.toBe(429)
      }
    },
  )
})
