/**
 * Two web processes and a worker on PostgreSQL with a standby, behind nginx with the shipped file, while people read, book and pay:
 * each is killed in turn, and the database is restarted and frozen.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { connect } from '#server/platform/db/connect'
import { checkInvariants } from '#server/bookings/invariants/invariants'
import { startOwnPostgres, type OwnPostgres } from '../support/database/postgres.ts'
import { query } from '../support/database/scratch-database.ts'
import { startStandby, type Standby } from '../support/database/standby.ts'
import { backUp, placeIn, restore } from '../support/product/backups.ts'
import { listOffers, openCrowd, type Attempt } from '../support/product/crowd.ts'
import { startFleet, type Fleet } from '../support/product/fleet.ts'
import { startMailServer } from '../support/product/mail-server.ts'
import { newDataFolder } from '../support/product/processes.ts'
import { copySeededData } from '../support/product/seeded.ts'

const LONG = { timeout: 240_000 }
const SOON = { timeout: 60_000, interval: 50 }
/** The payment service waits two minutes before it sends an event for the fifth time. */
const EVENT_SENT = { timeout: 170_000, interval: 50 }
const BACK = { timeout: 5_000, interval: 50 }
const TAKEN_UP = { timeout: 30_000, interval: 100 }
/** A round of the outbox sends each minute what an outage has left. */
const AFTER_OUTAGE = { timeout: 90_000 }
const FROZEN_MS = 30_000
/** Emails that the worker hands over at once. */
const SENT_AT_ONCE = 5
const [WEB, WORKER] = [0, 2]
const CROWD = { readers: 3, buyers: 2 }
const REQUESTS = ['a page', 'a hold', 'a payment', 'a success page']

let postgres: OwnPostgres
let standby: Standby
let mailServer: Awaited<ReturnType<typeof startMailServer>>
let fleet: Fleet
let interrupt: () => Promise<void>
let crowd: ReturnType<typeof openCrowd>

beforeAll(async () => {
  postgres = await startOwnPostgres({ values: { wal_keep_size: '256MB' } })
  mailServer = await startMailServer(
    () => interrupt(),
    (address) => address.startsWith('buyer-'),
  )
  const data = newDataFolder()
  const place = placeIn(data, postgres.url)
  const backup = `${data}/demo.backup`
  expect(await backUp(backup, placeIn(copySeededData(inject('seeded').data)))).toMatchObject({ code: 0 })
  expect(await restore([backup], place)).toMatchObject({ code: 0 })
  standby = await startStandby(postgres)
  fleet = await startFleet({
    proxy: 'nginx',
    roles: ['web', 'web', 'worker'],
    databaseUrl: postgres.url,
    replica: standby.databaseUrl('postgres'),
    data,
    env: { ...place, SMTP_URL: mailServer.url, SMTP_CONNECTIONS: `${SENT_AT_ONCE}`, PAGES_PER_NETWORK: '100000' },
  })
}, LONG.timeout)

afterAll(async () => {
  await fleet?.stop()
  await mailServer.close()
  await standby?.stop()
  await postgres.stop()
})

beforeEach(async () => {
  interrupt = async () => {}
  mailServer.received.length = 0
  crowd = openCrowd(fleet.origin, CROWD, await listOffers(fleet.origin))
  await expectMoreSales()
})

const now = () => performance.now()
const paid = () => crowd.sales.filter((sale) => sale.paid)

/** Some more are paid than by now. */
async function expectMoreSales() {
  const before = paid().length
  await expect.poll(() => paid().length, SOON).toBeGreaterThan(before + 2)
}

/** Of each kind of request, one that began after this moment had its usual answer within five seconds. */
async function expectBackWithin5Seconds(moment: number) {
  const isGood = ({ status }: Attempt) => status === 200 || status === 303
  const back = () => {
    const good = crowd.requests.filter((requested) => requested.began >= moment && isGood(requested))
    return REQUESTS.filter((what) => good.some((requested) => requested.what === what))
  }
  await expect.poll(back, { ...BACK, timeout: Math.max(1, BACK.timeout - (now() - moment)) }).toEqual(REQUESTS)
}

/** Requests that had neither an answer of ours nor the word to try again. */
const unclean = () => crowd.requests.filter(({ status }) => ![200, 303, 409, 503].includes(status))

/** What was promised is there once, and nothing else is wrong. */
async function expectEverythingSoldOnce() {
  const references = paid().map(({ reference }) => reference)
  const confirmed = `select reference from bookings where status = 'confirmed' and reference = any($1)`
  await expect
    .poll(async () => (await query(postgres.url, confirmed, [references])).length, EVENT_SENT)
    .toBe(references.length)
  const held = crowd.sales.map(({ reference }) => reference)
  const known = await query<{ reference: string }>(
    postgres.url,
    `select reference from bookings where reference = any($1)`,
    [held],
  )
  expect(known.map(({ reference }) => reference).toSorted()).toEqual(held.toSorted())
  const returned = `select reference from refunds join bookings on bookings.id = booking_id where mentee_email like 'buyer-%'`
  expect(await query(postgres.url, returned)).toEqual([]) // What was paid twice would be.
  const twice = `select one.booking_id from claims one join claims other
    on one.mentor_id = other.mentor_id and one.during && other.during and one.booking_id < other.booking_id`
  expect(await query(postgres.url, twice)).toEqual([])
  const { db } = await connect(postgres.url)
  expect(await checkInvariants(db, new Date())).toEqual([])
  await db.destroy()
}

/** Everyone who paid has an email. */
async function expectMails(timeoutMs: { timeout: number }) {
  const waiting = () => paid().filter(({ email }) => !mailServer.received.some(({ to }) => to === email))
  await expect.poll(waiting, { interval: 100, ...timeoutMs }).toEqual([])
}

/**
 * No email came twice. Except those that came first in these milliseconds, a worker's emails of one moment at most: they had been
 * handed over, and that could not be written down.
 */
function expectMailsOnce(except?: { from: number; to: number }) {
  const byId = Map.groupBy(mailServer.received, ({ id }) => id)
  const twice = [...byId.values()].filter(({ length }) => length > 1)
  expect(twice.filter(([first]) => !except || first!.at < except.from - 1_000 || first!.at > except.to)).toEqual([])
  expect(twice.length).toBeLessThanOrEqual(SENT_AT_ONCE)
}

/** They have sold on; and what was requested, sold and emailed is as it should be. */
async function expectAllWell(timeoutMs: { timeout: number }, except?: { from: number; to: number }) {
  await expectMoreSales()
  await crowd.end()
  expect(unclean()).toEqual([])
  await expectEverythingSoldOnce()
  await expectMails(timeoutMs)
  expectMailsOnce(except)
}

describe('two web processes and a worker behind nginx', LONG, () => {
  it('sell on when a web process is killed, and when it is back', async () => {
    const from = now()
    await fleet.kill(WEB)
    const killed = now()
    await expectBackWithin5Seconds(killed)
    await fleet.start(WEB)
    await expectMoreSales()
    await crowd.end()
    // What the process had begun to say is cut off.
    expect(unclean().filter(({ began, ended }) => began > killed || ended < from)).toEqual([])
    await expectEverythingSoldOnce()
    await expectMails(TAKEN_UP)
    expectMailsOnce()
  })

  it('sell on when the worker is killed while it sends, and the next one has sent all emails within 30 seconds', async () => {
    let killed = 0
    interrupt = async () => {
      if (killed) return
      killed = now()
      await fleet.kill(WORKER)
    }
    await expect.poll(() => killed, SOON).toBeGreaterThan(0)
    await expectBackWithin5Seconds(killed)
    await fleet.start(WORKER)
    await crowd.end()
    expect(crowd.requests.filter(({ status }) => status === 0 || status >= 500)).toEqual([])
    await expectMails(TAKEN_UP)
    await expectEverythingSoldOnce()
    expectMailsOnce({ from: killed, to: killed + 1_000 })
  })

  it('sell on when the standby is killed, and when it is back', async () => {
    const killed = now()
    await standby.stop()
    await expectBackWithin5Seconds(killed)
    await standby.start()
    await expectAllWell(TAKEN_UP)
  })

  it.each<[what: string, trouble: () => Promise<void>]>([
    ['is restarted', () => postgres.restart('SIGINT')],
    ['crashes and is restarted', () => postgres.restart('SIGQUIT')],
    [
      `was frozen for ${FROZEN_MS / 1_000} seconds`,
      async () => {
        postgres.freeze()
        await pause(FROZEN_MS)
        postgres.thaw()
      },
    ],
  ])('are back at once when PostgreSQL %s', async (_what, trouble) => {
    const from = now()
    await trouble()
    const to = now()
    await expectBackWithin5Seconds(to)
    await expectAllWell(AFTER_OUTAGE, { from, to })
  })
})
