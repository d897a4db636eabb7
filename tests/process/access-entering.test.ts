/** Signing in and up over HTTP: what strangers can learn from it, where it can lead, and which rights it can give. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openWorld, type World } from '../support/access/access-world.ts'
import {
  sendRequest,
  mapConcurrently,
  readLocation,
  withoutNonce,
  type ReceivedResponse,
  type RequestOptions,
} from '../support/http/send-request.ts'
import { staysOn } from '../support/access/open-redirects.ts'
import { PASSWORD } from '../support/accounts/people.ts'
import { query } from '../support/database/scratch-database.ts'
import { listMails } from '../support/bookings/visitor.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('seeded').template)
})
afterAll(() => world.close())

type Fields = Record<string, string>
const post = (path: string, fields: Fields, options: RequestOptions = {}) =>
  sendRequest(world.url, path, { body: new URLSearchParams(fields), ...options })

/** Everything in a response (status, headers, text) except the address that was typed into the form. */
function normalize(answer: ReceivedResponse, { email = '' }: Fields) {
  const headers = [...answer.headers].filter(
    ([name]) => !/^(date|content-length|content-security-policy|x-request-id)$/.test(name),
  )
  return { status: answer.status, headers, text: withoutNonce(answer).replaceAll(email, 'TYPED') }
}

describe('the responses of signing in and up', () => {
  type Who = keyof World['people']
  const WRONG = 'no such password'
  /** `typed`: besides the address of each of these people. */
  const REQUESTS: [what: string, path: string, status: number, typed: Fields, whose: Who[]][] = [
    [
      'signs in with a wrong password',
      '/sign-in',
      401,
      { password: WRONG },
      ['member', 'mentor', 'suspended', 'admin'],
    ],
    ['signs in on the admins’ page', '/AdminLogin', 401, { password: WRONG }, ['admin', 'member']],
    ['signs in there without being an admin', '/AdminLogin', 401, { password: PASSWORD }, ['member', 'suspended']],
    ['signs in by the header’s dialog', '/sign-in/dialog', 401, { password: WRONG }, ['member', 'suspended']],
    ['signs up by that dialog', '/sign-in/dialog', 200, { mode: 'up', name: 'Ada', password: PASSWORD }, ['mentor']],
    ['asks for a new password', '/forgot-password', 200, {}, ['member', 'admin', 'suspended']],
    ['signs up', '/sign-up', 200, { name: 'Ada', password: PASSWORD }, ['member', 'suspended']],
  ]

  it.each(REQUESTS)(
    'are the same for an address with and without an account: %s',
    async (_what, path, status, typed, whose) => {
      await query(world.databaseUrl, `update accounts set role = 'admin' where email = $1`, [
        world.people.suspended.email,
      ])
      for (const address of [path, `${path}.data`]) {
        const fields = { ...typed, email: 'no-such-mentor@example.com' }
        const expected = normalize(await post(address, fields), fields)
        expect(expected.status).toBe(status)
        if (path === '/AdminLogin' && address === path) expect(expected.text).toContain('Invalid admin credentials')
        for (const who of whose) {
          const theirs = { ...typed, email: world.people[who].email }
          expect(normalize(await post(address, theirs), theirs), who).toEqual(expected)
        }
      }
    },
  )

  it('let an account in with the right password, so that the comparison proves something', async () => {
    const { email } = world.people.member
    const answer = await post('/sign-in', { email, password: PASSWORD })
    expect([answer.status, readLocation(answer, world.url)]).toEqual([303, '/'])
    expect(answer.setCookies.join()).toMatch(/session=[^;]+; .*HttpOnly/)
    expect(answer.body).not.toContain(/session=([^;.%]+)/.exec(answer.setCookies.join())?.[1])
    const admin = await post('/AdminLogin', { email: world.people.admin.email, password: PASSWORD })
    expect([admin.status, readLocation(admin, world.url)]).toEqual([303, '/admin-dashboard'])
  })
})

// In every spelling: `server/site/guards/guards.test.ts`.
describe('a URL elsewhere in `next`', () => {
  const OTHERS = [
    '//evil.test',
    '/\\evil.test',
    '/..//evil.test',
    'https:evil.test',
    '/\t/evil.test',
    '/a\r\nSet-Cookie: evil=1',
  ]
  const PATHS = ['/sign-in', '/sign-up', '/sign-in/code', '/AdminLogin']
  const EVERY = PATHS.flatMap((path) =>
    OTHERS.map((next) => ({ path, next, way: `${path}?${new URLSearchParams({ next })}` })),
  )

  it('is not followed for a signed-in person', async () => {
    const { member, admin } = world.people
    const met = await mapConcurrently(EVERY, async ({ path, next, way }) => {
      const cookie = path === '/AdminLogin' ? admin.cookie : member.cookie
      const answer = await sendRequest(world.url, way, { cookie })
      const to = answer.headers.get('location') ?? ''
      return answer.status === 303 && staysOn(world.url, to) && !/evil/.test(to + answer.setCookies.join())
        ? []
        : [`${path} ${next}: ${to}`]
    })
    expect(met.flat()).toEqual([])
  })

  it('appears on no page of a visitor', async () => {
    const met = await mapConcurrently(EVERY, async ({ path, next, way }) => {
      const { status, body } = await sendRequest(world.url, way)
      // What a form sends, its hidden fields too, is judged when it comes.
      const ways = [...body.matchAll(/ (?:href|action|formaction|src)="([^"]*evil[^"]*)"/gi)]
      const away = ways.filter(([, to = '']) => !staysOn(world.url, to.replaceAll('&amp;', '&')))
      return status === 200 && away.length === 0
        ? []
        : [`${path} ${next}: ${status} ${away.map(([all]) => all).join()}`]
    })
    expect(met.flat()).toEqual([])
  })

  it('is not followed after choosing a theme, a zone or a currency', async () => {
    for (const back of OTHERS) {
      for (const [path, fields] of [
        ['/theme', { theme: 'night' }],
        ['/zone', { zone: 'Europe/London' }],
        ['/currency', { currency: 'INR' }],
      ] as const) {
        const { status, headers, setCookies } = await post(path, { ...fields, back })
        const to = headers.get('location') ?? ''
        expect([status, staysOn(world.url, to), setCookies.length], `${path} ${back}`).toEqual([303, true, 1])
        expect(to).not.toContain('evil')
      }
    }
  })

  it('is not followed after signing in, nor stored when signing up', async () => {
    const { email } = world.people['other member']
    for (const next of OTHERS.slice(0, 4)) {
      const way = `?${new URLSearchParams({ next })}`
      const signedIn = await post(`/sign-in${way}`, { email, password: PASSWORD, next, callbackURL: next })
      expect([signedIn.status, readLocation(signedIn, world.url)], next).toEqual([303, '/'])
      const byDialog = await post(`/sign-in/dialog${way}`, { email, password: PASSWORD, next })
      expect(JSON.parse(byDialog.body), next).toEqual({ to: '/' })
    }
    await post(`/sign-up?next=${encodeURIComponent('//evil.test')}`, {
      name: 'Ada',
      email: 'next@example.com',
      password: PASSWORD,
      next: '//evil.test',
    })
    expect(await query(world.databaseUrl, `select next from links where email = 'next@example.com'`)).toEqual([
      { next: '/' },
    ])
  })

  it('is followed if it is a path on this site', async () => {
    const { email } = world.people['other member']
    const next = '/mentors?speaks=hi&q=a%20b#list'
    const signedIn = await post(`/sign-in?${new URLSearchParams({ next })}`, { email, password: PASSWORD })
    expect(signedIn.headers.get('location')).toBe(next)
  })
})

/** The newest email to an address. */
async function mailTo(email: string) {
  const mails = async () => listMails(world.url, email)
  await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBeGreaterThan(0)
  return (await mails())[0]!
}

describe('a form with additional fields', () => {
  const MORE = {
    role: 'admin',
    email_verified: 'true',
    emailVerified: '1',
    accountId: '00000000-0000-4000-8000-000000000000',
    id: '00000000-0000-4000-8000-000000000000',
    admin: '1',
    is_admin: 'true',
    purpose: 'admin',
    suspendedAt: '',
    secondFactor: 'true',
    mentorId: 'x',
    status: 'accepted',
    '__proto__[role]': 'admin',
    'constructor.prototype.role': 'admin',
  }
  const roles = () =>
    query<{ email: string; role: string }>(
      world.databaseUrl,
      `select email, role from accounts where role <> 'member' order by email`,
    )

  it('creates a member and nothing more', async () => {
    const before = await roles()
    const person = { name: 'Eve', email: 'eve@example.com', password: PASSWORD }
    expect((await post('/sign-up', { ...MORE, ...person })).status).toBe(200)
    const path = /\/verify-email\?token=[\w-]+/.exec((await mailTo(person.email)).text)?.[0] ?? ''
    const made = await post(path, { ...MORE, password: PASSWORD })
    expect([made.status, readLocation(made, world.url)]).toEqual([303, '/'])
    const cookie = made.setCookies.find((each) => /^session=[^;]/.test(each))?.split(';')[0]
    for (const form of ['/account', '/account/security', '/account/second-step', '/account/picture', '/profile']) {
      for (const intent of ['', 'password', 'email', 'save', 'begin'])
        await post(form, { ...MORE, name: 'Eve', intent }, { cookie })
    }
    expect(await roles()).toEqual(before)
    const [eve] = await query(
      world.databaseUrl,
      `select role, second_factor, suspended_at from accounts where email = 'eve@example.com'`,
    )
    expect(eve).toEqual({ role: 'member', second_factor: false, suspended_at: null })
    expect((await sendRequest(world.url, '/admin-dashboard', { cookie })).status).toBe(403)
  })
})

describe('a typed line break', () => {
  it('adds no header to an email', async () => {
    const name = 'Ada\r\nBcc: evil@evil.test\r\n\r\nEvil'
    await post('/sign-up', { name, email: 'break@example.com', password: PASSWORD })
    const mail = await mailTo('break@example.com')
    expect(mail.to).toHaveLength(1)
    expect(Object.keys(mail.headers).map((each) => each.toLowerCase())).not.toContain('bcc')
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(await listMails(world.url, 'evil@evil.test')).toEqual([])
  })

  it('is refused in an address, a zone and a theme', async () => {
    for (const email of [
      'ada@example.com\r\nBcc: evil@evil.test',
      'ada@example.com,evil@evil.test',
      'a\nb@example.com',
    ])
      for (const path of ['/forgot-password', '/sign-up', '/sign-in'])
        expect((await post(path, { name: 'Ada', email, password: PASSWORD })).status, email).toBe(400)
    expect((await post('/zone', { zone: 'Europe/London\r\nSet-Cookie: evil=1' })).status).toBe(400)
    expect((await post('/theme', { theme: 'night\r\nSet-Cookie: evil=1' })).status).toBe(400)
    expect((await post('/currency', { currency: 'INR\r\nSet-Cookie: evil=1' })).status).toBe(400)
  })
})
