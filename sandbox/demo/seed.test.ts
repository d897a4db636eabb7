import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creditState } from '#domain/packages/package'
import { shownName } from '#domain/mentors/feedback'
import { toMinorUnits } from '#domain/payments/money'
import type { Payee } from '#domain/payments/payee'
import { ok } from '#domain/result'
import { DAY_MS, minutesAfter, wallTimeAt } from '#domain/time/wall-time'
import { readSlots } from '#server/mentors/availability/slots'
import { listSessionsBetween, readWeekFigures } from '#server/bookings/admin/week-queries'
import { listCredits } from '#server/bookings/credits/credits-queries'
import { listContested } from '#server/bookings/after-session/waiting-queries'
import { listWaitingCohorts } from '#server/cohorts/queries'
import { listOfferedPackages } from '#server/mentors/packages/packages-queries'
import { listWaiting } from '#server/mentors/review/submissions-queries'
import { listOpenConcerns } from '#server/platform/concerns-queries'
import { sealPayee } from '#server/payouts/payees'
import { listSessionsOfPackage } from '#server/packages/packages-queries'
import { listEarnings } from '#server/payouts/earnings-queries'
import { isPayable, readDue } from '#server/payouts/payouts'
import { listBatches } from '#server/payouts/payouts-queries'
import { checkInvariants } from '#server/bookings/invariants/invariants'
import { connect, type Db } from '#server/platform/db/connect'
import { compareTotals, readLedgerTotals, readProviderTotals } from '#server/payments/mismatches'
import { connectPayments } from '#server/payments/stripe/stripe'
import { secretMaker } from '#server/platform/secrets'
import { migrate } from '#server/platform/db/migrate'
import { readPicture, type PictureStore } from '#server/platform/storage/pictures'
import { connectStorage } from '#server/platform/storage/storage'
import { SHIPPED_RATES } from '#server/payments/rates/shipped-rates'
import { startStandIn } from '../../tests/support/payments/stand-in.ts'
import { findStatementFaults } from '../../tests/support/payments/statement-books.ts'
import { openTestPictures } from '../../tests/support/pictures/pictures.ts'
import { listStarts } from './availability.ts'
import { demoId } from './id.ts'
import { demoFeedback, demoMentors } from './mentors.ts'
import { pricingIn } from './pricing.ts'
import { buildPackage } from './sales/packages.ts'
import { seedDemo } from './seed.ts'
import { buildStories } from './stories.ts'

const now = new Date('2026-11-20T09:00:00Z')

// Two dozen portraits are drawn and encoded twice over, on whatever is left of a busy machine.
describe('seeding the demo', { timeout: 120_000 }, () => {
  let db: Db
  let folder: string
  const pictures = openTestPictures()
  const secretFor = secretMaker('p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM=')
  const seal = (mentorId: string, payee: Payee) => sealPayee({ secretFor }, mentorId, payee)
  const seed = (store: PictureStore) =>
    seedDemo({
      db,
      pictures: store,
      now: () => now,
      sealPayee: seal,
      hasBooks: true,
      currency: 'GBP',
      rates: SHIPPED_RATES,
    })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'landfall-seed-'))
    db = (await connect('memory:')).db
    await migrate(db)
  })
  afterAll(async () => {
    await db.destroy()
    await pictures.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('writes no row and leaves no picture if the last row cannot be written', async () => {
    const mentorId = demoId('someone else')
    const person = {
      slug: 'someone-else',
      name: 'Someone Else',
      role: '',
      location: '',
      languages: [],
      timeZone: 'UTC',
    }
    const terms = { experience: 1, pricePence: toMinorUnits(1500), currency: 'GBP', portrait: null, createdAt: now }
    const mentor = { id: mentorId, ...person, ...terms, status: 'accepted' } as const
    await db.insertInto('mentors').values(mentor).execute()
    const id = demoId('harpreet-gill/Pricing your first jobs')
    await db.insertInto('sessionTypes').values({ id, mentorId, position: 0, title: 'Theirs', minutes: 30 }).execute()

    const encode: PictureStore['pictures']['encode'] = async () =>
      ok([{ width: 96, format: 'webp', bytes: new Uint8Array(1) }])
    const store = { storage: connectStorage({ folder }), pictures: { ...pictures, encode } }
    await expect(seed(store)).rejects.toThrow('session_types_pkey')
    expect(await db.selectFrom('mentors').select('slug').execute()).toEqual([{ slug: 'someone-else' }])
    expect(readdirSync(join(folder, 'pictures'))).toEqual([])
    await db.deleteFrom('mentors').execute()
  })

  it('writes every mentor, crossing and session of the demo', async () => {
    const store = { storage: connectStorage({ folder }), pictures }
    expect(await seed(store)).toEqual({ mentors: 24 })

    const mentors = await db
      .selectFrom('mentors')
      .selectAll()
      .where('status', '=', 'accepted')
      .orderBy('createdAt')
      .execute()
    expect(mentors.map((mentor) => mentor.slug)).toEqual(demoMentors.map((mentor) => mentor.slug))
    expect(mentors[0]).toMatchObject({
      id: 'a750226a-bf28-8435-bc3d-ddc678d08e84', // The same on every machine.
      languages: ['en', 'hi', 'mr'],
      pricePence: 4500,
      timeZone: 'Europe/London',
    })
    for (const { createdAt } of mentors) expect(createdAt.getTime()).toBeLessThan(now.getTime())
    expect(mentors.filter((mentor) => mentor.otherLanguages.length > 0)).toEqual([
      expect.objectContaining({ slug: 'jomar-villanueva', languages: ['tl', 'en'], otherLanguages: ['Cebuano'] }),
    ])
    const isShown = ({ mentorId }: { mentorId: string }) => mentors.some(({ id }) => id === mentorId)
    const rowsIn = async (table: 'moves' | 'sessionTypes' | 'mentorTopics') =>
      (await db.selectFrom(table).select('mentorId').execute()).filter(isShown)
    expect(await rowsIn('moves')).toHaveLength(demoMentors.flatMap((mentor) => mentor.moves).length)
    expect(await rowsIn('sessionTypes')).toHaveLength(demoMentors.flatMap((mentor) => mentor.sessions).length)
    expect(await rowsIn('mentorTopics')).toHaveLength(demoMentors.flatMap((mentor) => mentor.topics).length)
  })

  it('gives each mentor a portrait that can be shown', async () => {
    const portraits = await db.selectFrom('mentors').select('portrait').where('portrait', 'is not', null).execute()
    for (const { portrait } of portraits)
      expect(await readPicture(connectStorage({ folder }), portrait!, 384, 'avif')).not.toBeNull()
    expect(readdirSync(join(folder, 'pictures')).toSorted()).toEqual(portraits.map((row) => row.portrait).toSorted())
    expect(portraits).toHaveLength(24)
  })

  it('writes feedback dated after each session, under a first name and an initial', async () => {
    const said = await db
      .selectFrom('feedback')
      .innerJoin('bookings', 'bookings.id', 'feedback.bookingId')
      .select(['author', 'menteeName', 'publishedAt', 'startsAt', 'minutes'])
      .execute()
    expect(said).toHaveLength(Object.values(demoFeedback).flat().length)
    for (const { author, menteeName, publishedAt, startsAt, minutes } of said) {
      expect(author).toBe(shownName(menteeName))
      expect(publishedAt!.getTime()).toBeGreaterThan(minutesAfter(startsAt, minutes).getTime())
      expect(publishedAt!.getTime()).toBeLessThan(now.getTime())
    }
  })

  it('leaves a free time within two weeks for every session', async () => {
    const to = new Date(now.getTime() + 14 * DAY_MS)
    for (const { slug, sessions } of demoMentors)
      for (const { title, minutes, price } of sessions) {
        const offered = { mentorId: demoId(slug), minutes, free: price === 0 }
        const slots = await readSlots({ db, now: () => now }, { ...offered, from: now, to })
        expect(
          slots.some(({ taken }) => !taken),
          `${slug}, ${title}`,
        ).toBe(true)
      }
  })

  it('writes completed sessions that are paid unless they are free, at hours of their mentors, and past', async () => {
    const pricing = pricingIn('GBP', SHIPPED_RATES)
    const others = [...buildStories(now, pricing).sold, ...buildPackage(now, pricing).sold]
    const sold = new Set(others.map(({ booking }) => booking.id))
    const bookings = (await db.selectFrom('bookings').selectAll().execute()).filter(({ id }) => !sold.has(id))
    expect(bookings).toHaveLength(Object.values(demoFeedback).flat().length)
    const joined = new Map((await db.selectFrom('mentors').selectAll().execute()).map((row) => [row.id, row.createdAt]))
    for (const booking of bookings) {
      const isFree = booking.pricePence === 0
      expect(booking).toMatchObject({ status: 'completed', paidAmountPence: isFree ? null : booking.pricePence })
      const mentor = demoMentors.find(({ slug }) => demoId(slug) === booking.mentorId)!
      expect(listStarts(mentor)).toContain(wallTimeAt(booking.startsAt, booking.mentorTimeZone).time)
      const moments = [joined.get(booking.mentorId!)!, booking.createdAt, booking.paidAt ?? booking.createdAt]
      moments.push(booking.payBefore, booking.holdExpiresAt, booking.startsAt)
      moments.push(minutesAfter(booking.startsAt, booking.minutes), now)
      expect(moments, `${booking.menteeName}, ${booking.sessionTitle}`).toEqual(
        moments.toSorted((a, b) => a.getTime() - b.getTime()),
      )
    }
    const sessionDays = bookings.map((booking) => `${booking.mentorId} ${booking.startsAt.toISOString().slice(0, 10)}`)
    expect(new Set(sessionDays).size, 'no mentor held two sessions on one day').toBe(bookings.length)
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  it('sells packages of three and five, of which one is bought: one session is held, one booked and one left', async () => {
    const mentorId = demoId('sanne-de-vries')
    const offered = await listOfferedPackages(db, { mentorId })
    const prices = new Map(offered.map(({ sessions, price }) => [sessions, price]))
    expect(prices).toEqual(
      new Map([
        [3, 12_600],
        [5, 19_500],
      ]),
    )
    const { id } = await db.selectFrom('packages').select('id').executeTakeFirstOrThrow()
    expect((await listCredits(db, id)).map(creditState)).toEqual(['used', 'booked', 'open'])
    const [held, ahead] = await listSessionsOfPackage(db, id)
    expect([held!.startsAt < now, ahead!.startsAt > now]).toEqual([true, true])
    const earned = await listEarnings(db, { mentorId })
    expect(earned.find(({ reference }) => reference === held!.reference)).toMatchObject({ kept: 4_200, fees: 420 })
    expect(await findStatementFaults(db)).toEqual([])
  })

  it('breaks no invariant, and its books are the payment service’s', async () => {
    expect(await checkInvariants(db, now)).toEqual([])
    const service = await startStandIn(db, () => now)
    const payments = connectPayments({ secretKey: 'sk_test_sandbox', webhookSecrets: [], apiBase: service.url })
    const theirs = await readProviderTotals({ payments }, now, new Date(0))
    expect(compareTotals(await readLedgerTotals(db, theirs))).toEqual([])
    expect([theirs.checkouts.size, theirs.refunds.size]).toEqual([
      (await db.selectFrom('bookings').select('id').where('paymentIntent', 'is not', null).execute()).length,
      2,
    ])
    await service.close()
  })

  it('has something in every queue and every chart of an admin', async () => {
    expect((await listWaiting(db)).map(({ hasEarlier }) => hasEarlier)).toEqual([false, true])
    expect(await listWaitingCohorts(db)).toHaveLength(1)
    expect(await listContested(db, 10)).toHaveLength(1)
    expect((await listOpenConcerns(db, 10)).map(({ kind }) => kind).toSorted()).toEqual([
      'dispute',
      'no_show_contested',
    ])
    const due = await readDue({ now: () => now, secretFor, config: { PAYOUTS: 'batches' } }, db)
    expect(due.filter(isPayable).length).toBeGreaterThan(5)
    expect(due.filter(({ sealedPayee }) => sealedPayee === null)).toHaveLength(2)
    expect(await listBatches(db, 10)).toMatchObject([{ mentors: expect.any(Number), paidAt: expect.any(Date) }])
    const weeks = Array.from({ length: 13 }, (_, n) => new Date(now.getTime() - (12 - n) * 7 * DAY_MS))
    const dates = weeks.map((week) => week.toISOString().slice(0, 10))
    const figures = await readWeekFigures(db, { weeks, dates, mentorIds: null, currency: 'GBP' })
    expect(figures.reduce((sum, { packages }) => sum + packages, 0)).toBe(1)
    for (const name of ['held', 'booked', 'revenue', 'returned', 'views', 'newMentors'] as const)
      expect(figures.filter((week) => week[name] > 0).length, name).toBeGreaterThan(name === 'returned' ? 0 : 2)
    const soon = await listSessionsBetween(db, now, new Date(now.getTime() + DAY_MS), 10)
    expect(soon).toHaveLength(2)
  })
})
