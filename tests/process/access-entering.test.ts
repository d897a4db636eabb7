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
import { ELSEWHERE, staysOn } from '../support/access/open-redirects.ts'
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
  const REQUESTS: [what: string, path: string, status: number, theirs: () => Fields[]][] = [
    [
      'signs in with a wrong password',
      '/sign-in',
      401,
      () => [
        { email: world.people.member.email, password: 'no such password' },
        { email: world.people.mentor.email, password: 'no such password' },
        { email: world.people.suspended.email, password: 'no such password' },
        { email: world.people.admin.email, password: 'no such password' },
      ],
    ],
    [
      'signs in on the admins’ page',
      '/AdminLogin',
      401,
      () => [
        { email: world.people.admin.email, password: 'no such password' },
        { email: world.people.member.email, password: PASSWORD },
        { email: world.people.member.email, password: 'no such password' },
        { email: world.people.suspended.email, password: PASSWORD },
      ],
    ],
    [
      'signs in by the header’s dialog',
      '/sign-in/dialog',
      401,
      () => [
        { email: world.people.member.email, password: 'no such password' },
        { email: world.people.suspended.email, password: 'no such password' },
      ],
    ],
    [
      'signs up by the header’s dialog',
      '/sign-in/dialog',
      200,
      () => [{ mode: 'up', name: 'Ada', email: world.people.mentor.email, password: PASSWORD }],
    ],
    [
      'asks for a new password',
      '/forgot-password',
      200,
      () => [
        { email: world.people.member.email },
        { email: world.people.admin.email },
        { email: world.people.suspended.email },
      ],
    ],
    [
      'signs up',
      '/sign-up',
      200,
      () => [
        { name: 'Ada', email: world.people.member.email, password: PASSWORD },
        { name: 'Ada', email: world.people.suspended.email, password: PASSWORD },
      ],
    ],
  ]

  it.each(REQUESTS)(
    'are the same for an address with and without an account: %s',
    async (_what, path, status, theirs) => {
      await query(world.databaseUrl, `update accounts set role = 'admin' where email = $1`, [
        world.people.suspended.email,
      ])
      for (const address of [path, `${path}.data`]) {
        const fields = { ...theirs()[0], email: 'no-such-mentor@example.com' }
        const expected = normalize(await post(address, fields), fields)
        expect(expected.status).toBe(status)
        if (path === '/AdminLogin' && address === path) expect(expected.text).toContain('Invalid admin credentials')
        for (const each of theirs()) expect(normalize(await post(address, each), each), each['email']).toEqual(expected)
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

describe('a URL elsewhere in `next`', () => {
  const { length } = ELSEWHERE

  it('is tried in many spellings', () => {
    expect(length).toBeGreaterThanOrEqual(40)
    for (const own of ['/', '/account', '/mentors?q=a&b=c', '/mentors/ada#book'])
      expect(staysOn('http://own.test', own)).toBe(true)
    expect(
      ['//evil.test', '/\\evil.test', '/..//evil.test', 'https:evil.test'].some((each) =>
        staysOn('http://own.test', each),
      ),
    ).toBe(false)
  })

  it('is not followed for a signed-in person', async () => {
    const { member, admin } = world.people
    const options = ELSEWHERE.flatMap((next) =>
      ['/sign-in', '/sign-up', '/sign-in/code', '/AdminLogin'].map((path) => ({ path, next })),
    )
    const met = await mapConcurrently(options, async ({ path, next }) => {
      const answer = await sendRequest(world.url, `${path}?${new URLSearchParams({ next })}`, {
        cookie: path === '/AdminLogin' ? admin.cookie : member.cookie,
      })
      const to = answer.headers.get('location') ?? ''
      return answer.status === 303 && staysOn(world.url, to) && !/evil/.test(to + answer.setCookies.join())
        ? []
        : [`${path} ${next}: ${to}`]
    })
    expect(met.flat()).toEqual([])
  })

  it('appears on no page of a visitor', async () => {
    const met = await mapConcurrently(ELSEWHERE, async (next) => {
      const pages = ['/sign-in', '/sign-up', '/sign-in/code', '/AdminLogin'].map((path) =>
        sendRequest(world.url, `${path}?${new URLSearchParams({ next })}`),
      )
      return (await Promise.all(pages)).flatMap(({ status, body }) => {
        // What a form sends, its hidden fields too, is judged when it comes.
        const ways = [...body.matchAll(/ (?:href|action|formaction|src)="([^"]*evil[^"]*)"/gi)]
        const away = ways.filter(([, way = '']) => !staysOn(world.url, way.replaceAll('&amp;', '&')))
        return status === 200 && away.length === 0 ? [] : [`${next}: ${status} ${away.map(([all]) => all).join()}`]
      })
    })
    expect(met.flat()).toEqual([])
  })

  it('is not followed after choosing a theme, a zone or a currency', async () => {
    const met = await mapConcurrently(ELSEWHERE, async (back) => {
      const answers = await Promise.all([
        post('/theme', { theme: 'night', back }),
        post('/zone', { zone: 'Europe/London', back }),
        post('/currency', { currency: 'INR', back }),
      ])
      return answers.flatMap(({ status, headers, setCookies }) => {
        const to = headers.get('location') ?? ''
        return status === 303 && staysOn(world.url, to) && setCookies.length === 1 && !/evil/.test(to)
          ? []
          : [`${back}: ${to}`]
      })
    })
    expect(met.flat()).toEqual([])
  })

  it('is not followed after signing in, nor stored when signing up', async () => {
    const { email } = world.people['other member']
    for (const next of ['//evil.test', '/\\evil.test', '/..//evil.test', 'https:evil.test']) {
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
      '<evil@evil.test>',
      'a\nb@example.com',
    ]) {
      for (const path of ['/forgot-password', '/sign-up', '/sign-in']) {
        expect((await post(path, { name: 'Ada', email, password: PASSWORD })).status, email).toBe(400)
      }
    }
    expect((await post('/zone', { zone: 'Europe/London\r\nSet-Cookie: evil=1' })).status).toBe(400)
    expect((await post('/theme', { theme: 'night\r\nSet-Cookie: evil=1' })).status).toBe(400)
    expect((await post('/currency', { currency: 'INR\r\nSet-Cookie: evil=1' })).status).toBe(400)
  })
})
