/** Attacks on the built product by other sites, programs and odd requests. None may change or break anything. */
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
import { PASSWORD } from '../support/accounts/people.ts'
import { listMails } from '../support/bookings/visitor.ts'

let world: World
let table: Case[]
beforeAll(async () => {
  world = await openWorld(inject('seeded').template)
  table = accessTable(world)
})
afterAll(() => world.close())

const send = (path: string, options: RequestOptions = {}) => sendRequest(world.url, path, options)
const readCode = ({ body }: ReceivedResponse) => /"code":"(\w+)"/.exec(body)?.[1]

describe('the origin check of the built product', () => {
  const FOREIGN = [
    'https://evil.test',
    'null',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    '',
    'http://evil.test.127.0.0.1',
  ]

  it('refuses a request from another site on every route, in every form, with and without a session', async () => {
    const before = await world.content()
    const { cookie } = world.people.admin
    const types = ['application/json', 'text/plain', 'multipart/form-data; boundary=x']
    const options = changingCases(table).flatMap(({ path, body }, at) => {
      // Every route with and without a session, in its own form; the spellings of an origin and the other forms by turns.
      const origin = FOREIGN[at % FOREIGN.length]!
      const headers = { 'content-type': types[at % types.length]! }
      const method = ['PUT', 'PATCH', 'DELETE'][at % 3]!
      return [
        { path, how: { body, origin, cookie } },
        { path, how: { body, origin, cookie: undefined } },
        { path, how: { body: '{}', method: 'POST', origin, cookie, headers } },
        { path, how: { method, origin, cookie } },
      ]
    })
    expect(options.length).toBeGreaterThan(250)
    const met = await mapConcurrently(options, async ({ path, how }) => {
      const answer = await send(path, how)
      return answer.status === 403 && readCode(answer) === 'forbidden'
        ? []
        : [`${how.origin} ${path}: ${answer.status}`]
    })
    expect(met.flat()).toEqual([])
    expect(await world.content()).toEqual(before)
  })

  it('refuses a request without Origin if it has a cookie, and lets it pass without one', async () => {
    const { cookie } = world.people.member
    const met = await mapConcurrently(changingCases(table), async ({ path, body }) => {
      const withCookie = [cookie, 'theme=night', 'session=forged'].map((each) =>
        send(path, { body, origin: null, cookie: each }),
      )
      const refused = (await Promise.all(withCookie)).map(({ status }) => status)
      const bare = await send(path, { body, origin: null })
      return refused.every((status) => status === 403) && bare.status !== 403
        ? []
        : [`${path}: ${refused.join()} ${bare.status}`]
    })
    expect(met.flat()).toEqual([])
  })
})

describe('a GET request', () => {
  it('changes nothing on any route, for any role', async () => {
    const gets = table.filter(({ route }) => /^(GET|ALL)/.test(route))
    const { member, mentor, admin } = world.people
    const before = await world.content()
    await mapConcurrently(gets, async ({ path }) => {
      const [address = '', query = ''] = path.split('?')
      const data = `${address}.data${query && `?${query}`}`
      await send(path, { cookie: admin.cookie })
      await send(data, { cookie: mentor.cookie })
      const { cookie } = member
      const headers = { 'x-http-method-override': 'POST', 'x-method-override': 'DELETE' }
      const typed = `${query}&intent=discard&_method=POST&_action=delete&id=${member.sessionId}`
      await send(`${address}?${typed}`, { cookie, headers })
    })
    const after = await world.content()
    for (const name of nonEmpty(Object.keys(before))) expect(after[name], name).toEqual(before[name])
  })
})

describe('a session cookie', () => {
  const { member, admin } = { member: () => world.people.member, admin: () => world.people.admin }
  const seesDashboard = async (cookie: string) => {
    const { status, body } = await send('/admin-dashboard', { cookie })
    expect(status, cookie.slice(0, 60)).toBeLessThan(500)
    return body.includes('Signed in as')
  }

  it('is refused if it is forged', async () => {
    const [, value = ''] = admin().cookie.split('=')
    const [token = '', signature = ''] = decodeURIComponent(value).split('.')
    const forged = [
      ['', '.', token, `${token}.`, `.${signature}`, `${token}.${signature.slice(1)}`, `${token}.${'A'.repeat(44)}`],
      [`${token} .${signature}`, `${token.toUpperCase()}.${signature}`, `x${token}.${signature}`],
      ["' or 1=1 --", `${'x'.repeat(8_000)}.${signature}`, '%', '%00', '%ff', '__proto__', '\u00e9'],
      [admin().accountId, admin().sessionId, `${admin().sessionId}.${signature}`, `${member().sessionId}.${signature}`],
    ].flat()
    expect(await seesDashboard(admin().cookie)).toBe(true)
    const open = await mapConcurrently(forged, async (each) =>
      (await seesDashboard(`session=${encodeURIComponent(each)}`)) ? [each] : [],
    )
    const raw = await mapConcurrently(forged, async (each) =>
      (await seesDashboard(`session=${each.replaceAll(/[^\x20-\x7e]/g, '')}`)) ? [each] : [],
    )
    expect([...open.flat(), ...raw.flat()]).toEqual([])
  })

  it('counts only as the first of two', async () => {
    expect(await seesDashboard(`${admin().cookie}; ${member().cookie}`)).toBe(true)
    expect(await seesDashboard(`${member().cookie}; ${admin().cookie}`)).toBe(false)
    expect(await seesDashboard(`session=; ${admin().cookie}`)).toBe(false)
  })
})

describe('a forged Host header', () => {
  const HOSTS = [
    { host: 'evil.test' },
    { 'x-forwarded-host': 'evil.test' },
    { forwarded: 'host=evil.test;proto=https' },
    { 'x-original-url': '/admin-dashboard', 'x-rewrite-url': '/admin-dashboard' },
    { 'x-forwarded-proto': 'https', 'x-forwarded-prefix': '//evil.test' },
  ]

  it('gets nothing of a demo, even if the name leads to this machine', async () => {
    for (const path of ['/', '/sandbox/mail.json', '/api/mentors', '/metrics', '/readyz']) {
      const answer = await send(path, { headers: { host: `evil.test:${new URL(world.url).port}` } })
      expect(answer.status, path).toBe(421)
      expect(answer.body).toContain('PUBLIC_URL')
    }
  })

  it('appears on no page and opens none', async () => {
    for (const headers of HOSTS) {
      const texts = ['/sitemap.xml', '/robots.txt', '/llms.txt', '/api/openapi.json']
      for (const path of [...texts, '/', '/mentors', '/admin-dashboard', '/theme', '/mentors/in/australia/']) {
        const answer = await send(path, { headers })
        expect(answer.body, `${path} ${JSON.stringify(headers)}`).not.toContain('evil.test')
        expect(answer.headers.get('location') ?? '', path).not.toContain('evil')
        expect(answer.body).not.toContain('Signed in as')
      }
    }
  })

  it('appears in no email', async () => {
    const { email } = world.people.mentor
    const host = { host: 'evil.test' }
    const body = new URLSearchParams({ email })
    expect((await send('/forgot-password', { body, headers: host, origin: 'http://evil.test' })).status).toBe(421)
    const local = `localhost:${new URL(world.url).port}`
    for (const headers of [{ host: local }, { 'x-forwarded-host': 'evil.test' }, { forwarded: 'host=evil.test' }]) {
      const origin = 'host' in headers ? `http://${local}` : world.url
      const reset = new URLSearchParams({ email })
      expect((await send('/forgot-password', { body: reset, headers, origin })).status).toBe(200)
      const person = new URLSearchParams({ name: 'Ada', email: 'host@example.com', password: PASSWORD })
      expect((await send('/sign-up', { body: person, headers, origin })).status).toBe(200)
    }
    for (const address of [email, 'host@example.com']) {
      await expect
        .poll(async () => (await listMails(world.url, address)).length, { timeout: 15_000 })
        .toBeGreaterThanOrEqual(3)
      for (const { text, subject } of await listMails(world.url, address)) {
        expect(text + subject).not.toContain('evil')
        expect(text).toContain(`${world.origin}/`)
      }
    }
  })
})

describe('a site without Google’s keys', () => {
  it('neither offers to sign in with Google nor allows a form to lead there', async () => {
    for (const path of ['/', '/sign-in', '/mentors', '/mentors/in/australia', '/nowhere']) {
      const { headers, body } = await send(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, path).toContain("form-action 'self' https://checkout.stripe.com https://connect.stripe.com;")
      expect(policy + body).not.toMatch(/accounts\.google|action="\/google"/)
    }
  })
})
