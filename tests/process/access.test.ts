/** Every route of the built product with every role, compared with `tests/support/access/access-table.ts`. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accessTable, REQUESTERS, type Requester, type Case } from '../support/access/access-table.ts'
import { openWorld, type World } from '../support/access/access-world.ts'
import {
  sendRequest,
  mapConcurrently,
  readLocation,
  withoutNonce,
  type ReceivedResponse,
} from '../support/http/send-request.ts'
import type { Who } from '../support/accounts/people.ts'
import { half } from '../support/halves.ts'
import { otherRoutes, pageRoutes } from '../support/access/product-routes.ts'
import { query } from '../support/database/scratch-database.ts'

let world: World
let table: Case[]
beforeAll(async () => {
  world = await openWorld(inject('seeded').template)
  table = accessTable(world)
})
afterAll(() => world.close())

/**
 * Whose requests are sent. In the short half those who may do least, and of those who are signed in who may do most without being an
 * admin: an access that is given by mistake is given to one of them.
 */
const SENDERS: (Requester | 'suspended')[] =
  half === 'short' ? ['visitor', 'mentor', 'other mentor'] : [...REQUESTERS, 'suspended']

const findCookie = (who: 'visitor' | Who) => (who === 'visitor' ? undefined : world.people[who].cookie)
const askAs = (who: 'visitor' | Who, { path, body, endsSession }: Pick<Case, 'path' | 'body' | 'endsSession'>) =>
  sendRequest(world.url, path, { cookie: endsSession ? undefined : findCookie(who), body })

/** "200", "302 /sign-in?next=%2Faccount" */
const metIn = (answer: ReceivedResponse) =>
  [answer.status, readLocation(answer, world.url)].filter((part) => part !== null).join(' ')

describe('the access table', () => {
  it('lists exactly the routes that exist', () => {
    const named = new Set(table.map(({ route }) => route))
    const routes = [...pageRoutes(), ...otherRoutes()]
    expect(routes.length).toBeGreaterThan(50)
    expect(
      routes.filter((route) => !named.has(route)),
      'routes that are not in the table',
    ).toEqual([])
    expect(
      [...named].filter((route) => !routes.includes(route)),
      'what is in the table and is gone',
    ).toEqual([])
  })

  it('holds for every role on every route', async () => {
    const { booking, seat, cohort, pending, people } = world
    const things = [booking, seat, cohort, pending, people.mentor].flatMap((thing) => Object.values(thing))
    // Another member or mentor differs from the first only in whose things these are.
    const isAbout = ({ path }: Case) => things.some((name) => name !== null && path.includes(name))
    const options = table.flatMap((each) =>
      SENDERS.filter((who) => !who.startsWith('other ') || isAbout(each)).map((who) => ({ each, who })),
    )
    const strays = await mapConcurrently(options, async ({ each, who }) => {
      const expected = each.expected[who === 'suspended' ? 'visitor' : who] // Suspended people are treated as visitors.
      const met = metIn(await askAs(who, each))
      return met === expected ? [] : [`${who}: ${each.route} ${each.path}: ${met}, not ${expected}`]
    })
    expect(strays.flat()).toEqual([])
  }, 300_000) // Thousands of requests.

  it('gives a suspended account’s browser no cookie but an empty one', async () => {
    const { setCookies } = await askAs('suspended', { path: '/about' })
    expect(setCookies).toEqual([expect.stringMatching(/^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/)])
  })
})

describe('an admin', () => {
  const read = async (path: string) => {
    const { body } = await sendRequest(world.url, path, { cookie: world.people.admin.cookie })
    return body.replaceAll('<!-- -->', '')
  }

  it('sees on the dashboard what needs attention', async () => {
    const page = await read('/admin-dashboard')
    const waiting = ['Pending mentor schedules', 'Zebedee Quillfeather', 'Zebedee’s crossing']
    for (const words of [...waiting, 'No email failed', 'A bank takes a payment back', world.people.admin.email])
      expect(page).toContain(words)
  })

  it('reads a submission whole, which no one else sees', async () => {
    const page = await read(`/mentor/${world.pending.id}`)
    const shown = ['Cartographer', 'Pending', '5 years', 'Leeds, United Kingdom', 'English', '£45.00', 'Not given']
    for (const words of [world.pending.name, ...shown, 'No session slots available.']) expect(page).toContain(words)
    expect(await read(`/mentor/${world.people.mentor.mentorId}`)).toContain('60 minutes · ')
    expect(await read(`/cohort/${world.cohort.id}`)).toContain('Zebedee’s crossing')
  })
})

describe('another account’s data', () => {
  /** Answers without what names the question itself. */
  const shown = async (who: Requester, path: string, name: string) =>
    withoutNonce(await askAs(who, { path })).replaceAll(name, 'WHO')

  it('gets exactly the response of missing data', async () => {
    const { pending } = world
    const unknown = 'no-such-mentor'
    for (const who of ['visitor', 'member', 'other mentor'] as const) {
      for (const path of ['', '/book', '/booking', '.data', '/preview.png']) {
        const [foreign, missing] = [`/mentors/${pending.slug}${path}`, `/mentors/${unknown}${path}`]
        expect(await shown(who, foreign, pending.slug), `${who} ${path}`).toBe(await shown(who, missing, unknown))
      }
      for (const path of ['', '/slots?from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z']) {
        const [foreign, missing] = [`/api/mentors/${pending.slug}${path}`, `/api/mentors/${unknown}${path}`]
        expect(await shown(who, foreign, pending.slug), `${who} ${path}`).toBe(await shown(who, missing, unknown))
      }
    }
  })

  it('gets the response of missing data for members, on admins’ pages', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    for (const who of REQUESTERS.filter((each) => each !== 'admin')) {
      const foreign = await shown(who, `/mentor/${world.pending.id}.data`, world.pending.id)
      expect(foreign, who).toBe(await shown(who, `/mentor/${id}.data`, id))
    }
  })
})

describe('another account’s session', () => {
  it('cannot be ended, and gets the response of a missing session', async () => {
    const { member, mentor } = world.people
    const missing = '00000000-0000-4000-8000-000000000000'
    const end = (id: string, path: string) => {
      const body = new URLSearchParams({ intent: 'end-session', id })
      return sendRequest(world.url, path, { cookie: member.cookie, body })
    }
    for (const path of ['/account/security', '/account/security.data']) {
      const [foreign, none] = [await end(mentor.sessionId, path), await end(missing, path)]
      expect(foreign.status).toBe(404)
      expect(withoutNonce(foreign).replaceAll(mentor.sessionId, missing)).toBe(withoutNonce(none))
    }
    expect((await sendRequest(world.url, '/account', { cookie: mentor.cookie })).status).toBe(200)
  })
})

describe('another spelling of a path', () => {
  /** By what name the browser's router asks for a page. */
  const FILES = new Map([
    ['/admin-dashboard', 'routes/admin/dashboard'],
    ['/account', 'routes/member/accounts/account'],
  ])

  /** Ways to write a path so that a rule about its pattern might not know it again. */
  function spellings(path: string): [path: string, method?: string][] {
    const [, first = '', rest = ''] = /^\/(.)(.*)$/.exec(path) ?? []
    const coded = `%${first.codePointAt(0)?.toString(16)}`
    const file = FILES.get(path)!
    const ends = [
      ['', '/', '//', '/.', '/../', '.', '%20', '%00', '%0a', '%2f', '%23', ';a=b', '\\', '?', '/..;/'],
      ['.data', '.data/', '.DATA', '/.data', '/_.data', '.data?_routes=root', '.json', '.data.data'],
      [`.data?_routes=${file}`, `.data?_routes=root,${file}`, '.data?_routes=', `.data?_routes=${file}&_routes=root`],
      [`?_routes=${file}`, `?_data=${encodeURIComponent(file)}`],
    ].flat()
    const starts = ['/', '/.', '/x/..', '/%2e', '/x/%2e%2e', '/%2e%2e', '\\', '/%2f', '/%5c', '/mentors']
    const others = [
      [`/${coded}${rest}`, `/${coded}${rest}.data`, path.toUpperCase(), `${path.toUpperCase()}.data`],
      [`http://admin.invalid${path}`, `/__manifest?paths=${path}&version=x`, `/_.data?_routes=${file}`],
      `/mentors.data?_routes=${file}`,
    ].flat()
    return [
      ...[...ends.map((end) => path + end), ...starts.map((start) => start + path), ...others].map((each): [string] => [
        each,
      ]),
      ...['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'].flatMap((method): [string, string][] => [
        [path, method],
        [`${path}.data`, method],
      ]),
    ]
  }

  /** What stands on each of these pages and nowhere else. */
  const guarded = () => {
    const { admin, member } = world.people
    const notAdmins = ['visitor', 'member'] as const
    const notTheirs = ['visitor', 'suspended'] as const
    return [
      { path: '/admin-dashboard', mark: /Signed in as|"schedules"/, cookie: admin.cookie, strangers: notAdmins },
      { path: '/account', mark: new RegExp(member.email), cookie: member.cookie, strangers: notTheirs },
    ]
  }

  it('opens the page for those who may, in many cases, so that the next test can fail', async () => {
    for (const { path, mark, cookie } of guarded()) {
      const shown = await mapConcurrently(spellings(path), async ([spelling, method = 'GET']) =>
        mark.test((await sendRequest(world.url, spelling, { method, cookie })).body),
      )
      expect(shown.filter(Boolean).length, path).toBeGreaterThan(9)
    }
  })

  it('shows the page to no one else', async () => {
    const options = guarded().flatMap(({ path, mark, strangers }) =>
      spellings(path).flatMap(([spelling, method = 'GET']) =>
        strangers.map((who) => ({ spelling, method, mark, who })),
      ),
    )
    const strays = await mapConcurrently(options, async ({ spelling, method, mark, who }) => {
      const { status, body } = await sendRequest(world.url, spelling, { method, cookie: findCookie(who) })
      return mark.test(body) || status >= 500 ? [`${who}: ${method} ${spelling}: ${status}`] : []
    })
    expect(strays.flat()).toEqual([])
    expect(options.length).toBeGreaterThan(150)
  })
})

describe('what visitors and members typed', () => {
  const PAYLOAD = `"><img src=x onerror=alert(1)>'</script><script>alert(1)</script>`

  it('is text on every page of an admin, also when it is markup', async () => {
    const { databaseUrl, people, pending, booking } = world
    const now = new Date()
    const id = '11111111-2222-4333-8444-555555555555'
    const write = (sql: string, ...values: unknown[]) => query(databaseUrl, sql, values)
    await write(
      'update bookings set mentee_name = $1, topic = $1, session_title = $1 where reference = $2',
      PAYLOAD,
      booking.reference,
    )
    await write('update feedback set text = $1, author = $1, answer = null', PAYLOAD)
    await write('update accounts set name = $1 where id = $2', PAYLOAD, people.member.accountId)
    await write('update mentors set name = $1, role = $1, status_reason = $1 where id = $2', PAYLOAD, pending.id)
    await write(
      `insert into concerns (id, kind, subject, booking_id, created_at, what, repair)
       select $1, 'mismatch', $2, id, $3, $2, $2 from bookings where reference = $4`,
      id,
      PAYLOAD,
      now,
      booking.reference,
    )
    await write(
      `insert into outbox (id, about, subject, kind, recipient, version, created_at, state, state_since, next_at, reason)
       select $1, 'booking', id, $2, 'mentee', '1', $3, 'given_up', $3, $3, $2 from bookings where reference = $4`,
      id,
      PAYLOAD,
      now,
      booking.reference,
    )
    await write(
      `insert into audit_log (at, actor, action, subject, subject_id, after)
       select $1, 'visitor', 'booking.noted', 'bookings', id::text, jsonb_build_object('note', $2::text)
       from bookings where reference = $3`,
      now,
      PAYLOAD,
      booking.reference,
    )
    const tabs = ['', '/bookings', '/completion', '/feedback', '/mentors', '/people', '/payouts', '/audit', '/imported']
    const record = `/bookings/${booking.reference}`
    const typed = `?q=${encodeURIComponent(PAYLOAD)}&action=${encodeURIComponent(PAYLOAD)}`
    const shown: string[] = []
    for (const path of [
      ...tabs,
      ...tabs.map((tab) => tab + typed),
      record,
      `${record}?do=cancel`,
      `/people?person=${people.member.accountId}`,
    ]) {
      const { status, body } = await sendRequest(world.url, `/admin-dashboard${path}`, { cookie: people.admin.cookie })
      expect({ path, status }).toEqual({ path, status: 200 })
      for (const live of ['<img src=x', '<script>alert'])
        expect(body.includes(live), `${path} holds ${live}`).toBe(false)
      if (body.includes('&lt;img src=x onerror=alert(1)&gt;')) shown.push(path)
    }
    expect(shown).toEqual(
      expect.arrayContaining(['', '/bookings', '/feedback', '/mentors', '/people', '/audit', record]),
    )
  })
})
