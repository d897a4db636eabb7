/** The private calendar address, polled as calendar apps do: repeatedly, without cookies. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { changeFeedAddress, readFeedAddress } from '#server/bookings/calendar/feed'
import { connect, type Database } from '#server/platform/db/connect'
import { secretMaker } from '#server/platform/secrets'
import { openWorld, type World } from '../support/access/access-world.ts'
import { AUTH_SECRET } from '../support/product/processes.ts'
import { parseEntries } from '../support/calendars/parsed-entries.ts'
import { sendRequest } from '../support/http/send-request.ts'

let world: World
let database: Database
beforeAll(async () => {
  world = await openWorld(inject('seeded').template, { TRUSTED_PROXIES: '127.0.0.0/8' })
  database = await connect(world.databaseUrl, { connections: 1 })
})
afterAll(async () => {
  await database.db.destroy()
  await world.close()
})

/** The path of a person's calendar, and its version. */
async function readFeed(who: 'member' | 'mentor' | 'other member') {
  const config = { PUBLIC_URL: world.url } as Parameters<typeof readFeedAddress>[0]['config']
  const app = { db: database.db, config, secretFor: secretMaker(AUTH_SECRET) }
  const { address, version } = (await readFeedAddress(app, world.people[who].accountId))!
  return { path: new URL(address).pathname, version }
}

/** `network`: the address that a trusted proxy passes on. */
const ask = (path: string, { tag, network = '192.0.2.1' }: { tag?: string; network?: string } = {}) =>
  sendRequest(world.url, path, {
    headers: { 'x-forwarded-for': network, ...(tag ? { 'if-none-match': tag } : {}) },
  })

const wrongPath = (n: number) => `/calendar/${String(n).padStart(65, 'A')}.ics`

describe('the address of a calendar', () => {
  it('opens without a cookie, and has of the other person nothing but the name', async () => {
    const { member, mentor } = world.people
    const { reference } = world.booking
    const booked = await database.db
      .selectFrom('bookings')
      .innerJoin('mentors', 'mentors.id', 'bookings.mentorId')
      .select(['sessionTitle', 'mentors.name'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    for (const [who, other] of [
      ['member', booked.name],
      ['mentor', member.name],
    ] as const) {
      const { status, headers, body } = await ask((await readFeed(who)).path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-robots-tag')).toBe('noindex')
      expect(headers.getSetCookie()).toEqual([])
      const event = parseEntries(body).find((entry) => entry.text('url') === `${world.origin}/bookings/${reference}`)
      expect(event).toMatchObject({ summary: `${booked.sessionTitle} with ${other}` })
      for (const personal of [member.email, mentor.email, '07700 900000', '900000', 'Kolkata', '@example.com'])
        expect(body).not.toContain(personal)
    }
  })

  it('has nothing new for a program that knows it, until a session changes or there is another address', async () => {
    const { path, version } = await readFeed('member')
    const first = await ask(path)
    const tag = first.headers.get('etag')!
    const again = await ask(path, { tag: `"another", ${tag}` })
    expect(again).toMatchObject({ status: 304, body: '' })
    expect(again.headers.get('etag')).toBe(tag)
    const { reference } = world.booking
    await database.db.updateTable('bookings').set({ revision: 1 }).where('reference', '=', reference).execute()
    const changed = await ask(path, { tag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(tag)
    expect(changed.body).toContain('SEQUENCE:1\r\n')

    // From the moment that there is a new address, the former opens nothing even for that program.
    await changeFeedAddress(database, world.people.member.accountId, version)
    expect((await ask(path, { tag: changed.headers.get('etag')! })).status).toBe(404)
    expect((await ask((await readFeed('member')).path)).status).toBe(200)
  })

  it('answers a wrong one as a former one, and no more than twenty of a network in an hour', async () => {
    const network = '198.51.100.7'
    const answers = []
    for (let n = 1; n <= 21; n += 1) answers.push(await ask(wrongPath(n), { network }))
    const [wrong] = answers
    expect(wrong).toMatchObject({ status: 404, body: 'No such calendar' })
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 404))
    const { status, headers } = answers[20]!
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    // Those who have the right one and share the network still read it; other networks are not counted with it.
    expect((await ask((await readFeed('other member')).path, { network })).status).toBe(200)
    expect((await ask(wrongPath(99), { network: '198.51.100.8' })).status).toBe(404)
  })
})
