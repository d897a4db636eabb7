/** People who wait for a mentor with nothing to book, from asking to the one email. */
import { beforeEach, describe, expect, it } from 'vitest'
import { DAILY_STARTS } from '#domain/bookings/daily-starts'
import type { Client } from '#domain/accounts/client'
import { REOPEN_DAYS, type Session } from '#domain/accounts/account'
import { MAX_WAITING, WAITING_DAYS } from '#domain/waitlist'
import { closeAccount } from '#server/privacy/leaving/close-account'
import { eraseGuest } from '#server/privacy/erase-bookings'
import { joinMentorWaitlist } from '#server/bookings/waitlist/join-waitlist'
import { confirmWaitlistEntry, leaveWaitlist, readWaiting } from '#server/waitlist/waitlist'
import { countWaiting, lockWaitlist, returnToWaitlist } from '#server/waitlist/waitlist-queries'
import { notifyMentorWaitlist } from '#server/bookings/waitlist/notify-waitlist'
import { toMinorUnits } from '#domain/payments/money'
import type { Db } from '#server/platform/db/connect'
import { runJob } from '#server/jobs'
import { refreshListings } from '#server/search/sync'
import { clientFrom, mailsTo, signUpByLink } from '../../../tests/support/accounts/accounts.ts'
import { confirmedSession, END, setClock } from '../../../tests/support/bookings/sessions.ts'
import { passesLock } from '../../../tests/support/database/locks.ts'
import { findTraces } from '../../../tests/support/database/traces.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { newestWaitingLink, someBrowser, waitingLinkIn } from '../../../tests/support/waitlist.ts'

useProduct()

const DAY_MINUTES = 1_440
const GRACE = 'grace@example.com'
let mentor: { id: string; slug: string }
beforeEach(async () => {
  mentor = await addMentor(test, { starts: [], name: 'Ananya Rao' })
})

const ask = (
  email = GRACE,
  { client = someBrowser(), session = null }: { client?: Client; session?: Session | null } = {},
) => joinMentorWaitlist(test.app, { mentor, email, timeZone: 'Europe/London' }, { client, session })
const newestLink = (email = GRACE) => newestWaitingLink(test, email)
/** A confirmed waitlist entry; returns its link. */
async function wait(email = GRACE): Promise<string> {
  expect(await ask(email)).toMatchObject({ ok: true })
  const link = await newestLink(email)
  expect(await confirmWaitlistEntry(test.app, link)).toBe('waiting')
  return link
}
function setHours(starts: readonly string[]) {
  const weeklyStarts = JSON.stringify(Array.from({ length: 7 }, () => starts))
  return test.db.updateTable('mentors').set({ weeklyStarts }).where('id', '=', mentor.id).execute()
}
/** The mentor's weekly hours, of which the listing knows. */
async function offer(starts: readonly string[]) {
  await setHours(starts)
  await refreshListings(test.app)
}
const notifications = async (email = GRACE) =>
  (await mailsTo(test, email)).filter(({ subject }) => subject === 'Ananya Rao has a time to book')
/** A round of the job, and what it queued. */
async function round() {
  await notifyMentorWaitlist(test.app)
  await test.runJobs()
}
const rows = () => test.db.selectFrom('waitingList').selectAll().orderBy('askedAt').execute()

describe('a waitlist entry for a mentor', () => {
  it('gets one email with the way to a time once there is one, no second, and another after joining again', async () => {
    await wait()
    await round()
    expect(await notifications()).toEqual([])
    await offer(DAILY_STARTS)
    await round()
    const [mail] = await notifications()
    expect(mail!.text).toContain(`/mentors/${mentor.slug}/book?session=`)
    expect(mail!.text).toContain('Monday 7 January 2030, 10:00 (London, UTC+0)')
    await round()
    await offer([])
    await round()
    await offer(DAILY_STARTS)
    await round()
    expect(await notifications()).toHaveLength(1)
    await offer([])
    await wait()
    await offer(DAILY_STARTS)
    await round()
    expect(await notifications()).toHaveLength(2)
  })

  it('gets no email and waits on when nothing is free any more, by the time of queueing or of sending', async () => {
    const link = await wait()
    await offer(DAILY_STARTS)
    await setHours([]) // The listing is behind.
    await notifyMentorWaitlist(test.app)
    expect(await test.db.selectFrom('outbox').select('id').where('kind', '=', 'time_free').execute()).toEqual([])
    await offer(DAILY_STARTS)
    await notifyMentorWaitlist(test.app)
    await offer([])
    await test.runJobs()
    expect(await notifications()).toEqual([])
    expect((await readWaiting(test.app, link))?.state).toBe('waiting')
    await offer(DAILY_STARTS)
    await round()
    expect(await notifications()).toHaveLength(1)
  })

  it('does not return to the list for an email of an earlier round', async () => {
    await wait()
    await offer(DAILY_STARTS)
    await round()
    const { id, round: current } = (await rows())[0]!
    await returnToWaitlist(test.db, id, current - 1)
    expect((await rows())[0]!.toldAt).not.toBeNull()
    await returnToWaitlist(test.db, id, current)
    expect((await rows())[0]!.toldAt).toBeNull()
  })

  it('gets no email after leaving the list, even when it is queued already', async () => {
    const link = await wait()
    await offer(DAILY_STARTS)
    await notifyMentorWaitlist(test.app)
    expect(await leaveWaitlist(test.app, link)).toBe(true)
    await test.runJobs()
    expect(await notifications()).toEqual([])
    expect(await findTraces(test.db, ['grace'])).toEqual([])
    expect(await leaveWaitlist(test.app, link)).toBe(false)
  })

  it('is notified once when several processes look at the same moment, in the order of signing up', async () => {
    const people = ['first', 'second', 'third'].map((name) => `${name}@example.com`)
    for (const email of people) {
      await wait(email)
      test.clock.forward(1)
    }
    await offer(DAILY_STARTS)
    await Promise.all([notifyMentorWaitlist(test.app), notifyMentorWaitlist(test.app), notifyMentorWaitlist(test.app)])
    await test.runJobs()
    const sent = (await test.mails()).filter(({ subject }) => subject === 'Ananya Rao has a time to book')
    expect(sent.toReversed().map(({ to }) => to[0]?.address)).toEqual(people)
    for (const email of people) expect(await notifications(email)).toHaveLength(1)
  })
})

describe('joining the waitlist of a mentor', () => {
  /** All others that may wait but one. */
  async function fillUp() {
    const others = Array.from({ length: MAX_WAITING - 1 }, (_, n) => ({
      id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      mentorId: mentor.id,
      email: `p${n}@example.com`,
      askedAt: test.clock.time,
      confirmedAt: test.clock.time,
    }))
    await test.db.insertInto('waitingList').values(others).execute()
  }

  it('takes a confirmation by the emailed link, which changes nothing when it is only opened, and leaves by one click', async () => {
    await ask()
    const [mail] = await mailsTo(test, GRACE)
    expect(mail!.subject).toBe('Confirm the waitlist for Ananya Rao')
    const link = waitingLinkIn(mail!.text)
    expect(mail!.headers).toMatchObject({
      'list-unsubscribe': `<http://landfall.test/waiting?link=${link}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })
    for (let time = 0; time < 2; time += 1) expect((await readWaiting(test.app, link))?.state).toBe('unconfirmed')
    await offer(DAILY_STARTS)
    await round()
    expect(await notifications()).toEqual([])
    expect(await Promise.all([confirmWaitlistEntry(test.app, link), confirmWaitlistEntry(test.app, link)])).toEqual([
      'waiting',
      'waiting',
    ])
    await round()
    expect(await notifications()).toHaveLength(1)
    expect(await confirmWaitlistEntry(test.app, link)).toBe('notified')
  })

  it('gets the same answer whether or not the address waits, and one mailbox waits once', async () => {
    const first = await ask()
    await confirmWaitlistEntry(test.app, await newestLink())
    expect(await ask()).toEqual(first)
    expect(await ask('Grace+again@Example.com')).toEqual(first)
    expect(await rows()).toMatchObject([{ email: GRACE }])
    expect((await mailsTo(test, GRACE)).map(({ subject }) => subject)).toContain(
      'You’re on the waitlist for Ananya Rao',
    )
    expect(await mailsTo(test, 'grace+again@example.com')).toEqual([])
  })

  it('confirms only the spelling that the link was emailed to', async () => {
    await ask('grace+list@example.com')
    const link = await newestLink('grace+list@example.com')
    await ask(GRACE)
    expect(await confirmWaitlistEntry(test.app, link)).toBe('over')
    expect(await confirmWaitlistEntry(test.app, await newestLink())).toBe('waiting')
  })

  it('needs no link for the address of the account that asks, and needs one for any other', async () => {
    const { session } = await signUpByLink(test)
    expect(await ask(session.email, { session })).toEqual({ ok: true, value: { confirmed: true } })
    expect(await ask(GRACE, { session })).toEqual({ ok: true, value: { confirmed: false } })
    expect((await rows()).map(({ confirmedAt, accountId }) => [confirmedAt !== null, accountId])).toEqual([
      [true, session.accountId],
      [false, null],
    ])
  })

  it('is refused where there is something to book', async () => {
    await offer(DAILY_STARTS)
    expect(await ask()).toEqual({ ok: false, error: { code: 'has_times' } })
    expect(await rows()).toEqual([])
  })

  it('is limited by network, by browser and by mailbox, before anything is looked at', async () => {
    const network = (n: number) => ({ ...someBrowser(), network: `203.0.113.${n}` })
    for (let n = 1; n <= 10; n += 1)
      expect(await ask(`n${n}@example.com`, { client: network(1) })).toMatchObject({ ok: true })
    expect(await ask('n11@example.com', { client: network(1) })).toMatchObject({ error: { code: 'too_many' } })
    const client = someBrowser()
    for (let n = 1; n <= 10; n += 1) expect(await ask(`b${n}@example.com`, { client })).toMatchObject({ ok: true })
    expect(await ask('b11@example.com', { client })).toMatchObject({ error: { code: 'too_many' } })
    for (let n = 1; n <= 25; n += 1)
      expect(await ask(`grace+${n}@example.com`, { client: network(100 + n) })).toMatchObject({ ok: true })
    await test.runJobs()
    const toGrace = (await test.mails()).filter(({ to }) => to.some(({ address }) => address.startsWith('grace')))
    expect(toGrace).toHaveLength(20)
  })

  it('is refused to everyone alike once as many wait as may, also by a link that was emailed before', async () => {
    await wait()
    await ask('late@example.com')
    await fillUp()
    expect(await ask()).toEqual({ ok: false, error: { code: 'full' } })
    expect(await ask('new@example.com')).toEqual({ ok: false, error: { code: 'full' } })
    const link = await newestLink('late@example.com')
    expect(await confirmWaitlistEntry(test.app, link)).toBe('full')
    await leaveWaitlist(test.app, await newestLink())
    expect(await confirmWaitlistEntry(test.app, link)).toBe('waiting')
  })

  it('never lets more wait than may when the last two confirm at the same moment', async () => {
    const links: string[] = []
    for (const email of ['one@example.com', 'two@example.com']) {
      await ask(email)
      links.push(await newestLink(email))
    }
    await fillUp()
    const states = await Promise.all(links.map((link) => confirmWaitlistEntry(test.app, link)))
    expect(states.toSorted()).toEqual(['full', 'waiting'])
    expect(await countWaiting(test.db, { mentorId: mentor.id }, test.clock.time)).toBe(MAX_WAITING)
  })

  it('waits while another person on the same list is counted, before counting and while confirming', async () => {
    await ask()
    const link = await newestLink()
    const lock = (tx: Db) => lockWaitlist(tx, { mentorId: mentor.id })
    expect(await passesLock(test.db, { lock, work: () => confirmWaitlistEntry(test.app, link) })).toBe(false)
    expect(await passesLock(test.db, { lock, work: () => ask('late@example.com') })).toBe(false)
  })
})

describe('the data of a waitlist entry', () => {
  const forget = () => runJob(test.app, 'forget', {})

  it('ends 7 days after asking without a confirmation, and the link confirms nothing then', async () => {
    await ask()
    const link = await newestLink()
    test.clock.forward(WAITING_DAYS.unconfirmed * DAY_MINUTES - 1)
    await forget()
    expect((await readWaiting(test.app, link))?.state).toBe('unconfirmed')
    test.clock.forward(1)
    expect(await confirmWaitlistEntry(test.app, link)).toBe('over')
    await forget()
    expect(await findTraces(test.db, ['grace'])).toEqual([])
  })

  it('ends after 180 days of waiting, and 7 days after its notification', async () => {
    await wait()
    const before = test.clock.time
    test.clock.forward(WAITING_DAYS.waiting * DAY_MINUTES)
    await offer(DAILY_STARTS)
    await round()
    expect(await notifications()).toEqual([])
    await forget()
    expect(await rows()).toEqual([])
    test.clock.time = before
    await offer([])
    await wait()
    await offer(DAILY_STARTS)
    await round()
    test.clock.forward(WAITING_DAYS.notified * DAY_MINUTES - 1)
    await forget()
    expect(await rows()).toHaveLength(1)
    test.clock.forward(1)
    await forget()
    expect(await rows()).toEqual([])
  })

  it('goes when a guest of that address is erased', async () => {
    const { id } = await confirmedSession(test)
    await wait()
    setClock(test, END, { minutes: 3 * DAY_MINUTES })
    await runJob(test.app, 'sweep', {})
    expect(await eraseGuest(test.app, { id, shown: toMinorUnits(0) })).toMatchObject({ ok: true })
    expect(await rows()).toEqual([])
  })

  it('goes when an account of that address is erased, also when it was made without the account', async () => {
    const { session } = await signUpByLink(test)
    await wait(session.email)
    expect(await closeAccount(test.app, session, [], clientFrom())).toMatchObject({ ok: true })
    test.clock.forward(REOPEN_DAYS * DAY_MINUTES)
    await forget()
    expect(await rows()).toEqual([])
  })
})
