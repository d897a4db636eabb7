import { beforeEach, describe, expect, it } from 'vitest'
import { rememberLanguage } from '#server/accounts/queries'
import { changeFeedAddress, readFeed, readFeedAddress } from '#server/bookings/calendar/feed'
import { holdSlot } from '#server/bookings/holds/hold'
import { signUp } from '../../../tests/support/accounts/accounts.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { addMentor, ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { toMinorUnits } from '#domain/payments/money'
import { parseEntries } from '../../../tests/support/calendars/parsed-entries.ts'

useProduct({ unchecked: true }) // Bookings here have no payment behind them.

let grace: string
let ada: string
let mentor: Awaited<ReturnType<typeof addMentor>>
beforeEach(async () => {
  grace = (await signUp(test, { name: 'Grace Hopper', email: 'grace@example.com' })).session.accountId
  ada = (await signUp(test, { name: 'Ada Lovelace', email: 'ada@example.com' })).session.accountId
  mentor = await addMentor(test)
  await test.db.updateTable('mentors').set({ accountId: ada }).where('id', '=', mentor.id).execute()
})

/** A paid session of Grace with Ada. */
async function book(day = '08', name = 'Grace Hopper'): Promise<string> {
  const startsAt = new Date(`2030-01-${day}T09:00:00Z`)
  const held = await holdSlot(test.app, holdRequest(mentor.sessionTypeIds[0]!, { startsAt, name }))
  if (!held.ok) throw new Error(held.error.code)
  const id = held.value.bookingId
  const paid = { paidAt: test.clock.time, paidAmountPence: toMinorUnits(4500) }
  await test.db
    .updateTable('bookings')
    .set({ status: 'confirmed', ...paid })
    .where('id', '=', id)
    .execute()
  return id
}

const readSecret = async (account: string) =>
  /^(.*)\/calendar\/([\w-]{65})\.ics$/.exec((await readFeedAddress(test.app, account))!.address)!

async function listTitles(account: string): Promise<string[]> {
  const feed = (await readFeed(test.app, (await readSecret(account))[2]!))!
  return parseEntries(feed.text).map(({ summary, start }) => `${summary} ${start!.toISOString()}`)
}

describe('the calendar at a person’s address', () => {
  it('has their sessions in both roles, each with the name of the other person', async () => {
    await book()
    expect((await readSecret(grace))[1]).toBe(ORIGIN)
    expect(await listTitles(grace)).toEqual(['First ninety days with Ada Lovelace 2030-01-08T09:00:00.000Z'])
    expect(await listTitles(ada)).toEqual(['First ninety days with Grace Hopper 2030-01-08T09:00:00.000Z'])
  })

  it('is in the language that its owner chose last, as the pages are to which it links', async () => {
    await book()
    await rememberLanguage(test.db, ada, 'fr')
    const { text } = (await readFeed(test.app, (await readSecret(ada))[2]!))!
    const [entry] = parseEntries(text)
    expect(entry!.summary).toBe('First ninety days avec Grace Hopper')
    expect(entry!.text('url')).toMatch(`${ORIGIN}/fr/bookings/`)
  })

  it('keeps a name with line ends and commas within its own line', async () => {
    await book('08', 'Grace, "H"; \\ Hopper 👩‍👩‍👧‍👦 גרייס')
    expect(await listTitles(ada)).toEqual([
      'First ninety days with Grace, "H"; \\ Hopper 👩‍👩‍👧‍👦 גרייס 2030-01-08T09:00:00.000Z',
    ])
  })

  it('leaves out what is cancelled, and what was more than 90 days ago', async () => {
    const [cancelled] = [await book('08'), await book('09')]
    await test.db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', cancelled).execute()
    expect(await listTitles(grace)).toEqual([expect.stringContaining('2030-01-09')])
    test.clock.time = new Date('2030-04-09T09:00:00Z')
    expect(await listTitles(grace)).toHaveLength(1)
    test.clock.forward(1)
    expect(await listTitles(grace)).toEqual([])
  })

  it('has the same tag until something changes', async () => {
    const id = await book()
    const tag = async () => (await readFeed(test.app, (await readSecret(grace))[2]!))!.etag
    const before = await tag()
    test.clock.forward(60)
    expect(await tag()).toBe(before)
    await test.db.updateTable('bookings').set({ revision: 1 }).where('id', '=', id).execute()
    expect(await tag()).not.toBe(before)
  })
})

describe('the secret of a calendar', () => {
  it('opens nothing with a letter changed, nor with another account’s ending', async () => {
    const [own, other] = [(await readSecret(grace))[2]!, (await readSecret(ada))[2]!]
    const wrong = [
      own.slice(0, 22) + other.slice(22),
      `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`,
      own.slice(0, -1),
      `${own}A`,
      'A'.repeat(65),
      '',
    ]
    for (const secret of wrong) expect(await readFeed(test.app, secret), secret).toBeNull()
  })

  it('ends with a new address, and two requests for one make one', async () => {
    const [before, { version }] = [(await readSecret(grace))[2]!, (await readFeedAddress(test.app, grace))!]
    await Promise.all([1, 2].map(() => changeFeedAddress(test.app, grace, version)))
    expect(await readFeed(test.app, before)).toBeNull()
    const now = (await readFeedAddress(test.app, grace))!
    expect(now.version).toBe(version + 1)
    expect(await readFeed(test.app, (await readSecret(grace))[2]!)).not.toBeNull()
  })

  it('opens nothing while the account is suspended', async () => {
    await test.db.updateTable('accounts').set({ suspendedAt: test.clock.time }).where('id', '=', grace).execute()
    expect(await readFeed(test.app, (await readSecret(grace))[2]!)).toBeNull()
  })
})
