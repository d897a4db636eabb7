/** People who wait for a cohort of their crossing, from asking to the one email. */
import { describe, expect, it } from 'vitest'
import type { Client } from '#domain/accounts/client'
import { joinCohortWaitlist } from '#server/cohorts/crossing-waitlist/join-waitlist'
import { countCrossingWaitlist, listDemand } from '#server/cohorts/crossing-waitlist/crossing-waitlist-queries'
import { notifyCrossingWaitlist } from '#server/cohorts/crossing-waitlist/notify-waitlist'
import { publishCohorts } from '#server/cohorts/publishing'
import { runJob } from '#server/jobs'
import { confirmWaitlistEntry, readWaiting } from '#server/waitlist/waitlist'
import { mailsTo, signUpAdmin } from '../../../tests/support/accounts/accounts.ts'
import { addAcceptedCohort, addProposer, decideNow } from '../../../tests/support/cohorts.ts'
import { findTraces } from '../../../tests/support/database/traces.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { newestWaitingLink, someBrowser, waitingLinkIn } from '../../../tests/support/waitlist.ts'

useProduct()

const GRACE = 'grace@example.com'
const INDIA_TO_FRANCE = { fromCountry: 'IN', toCountry: 'FR' }

type WaitlistInput = { from?: string; to?: string; intake?: string; client?: Client }
const ask = (email = GRACE, { client = someBrowser(), ...wanted }: WaitlistInput = {}) =>
  joinCohortWaitlist(
    test.app,
    { email, from: 'IN', to: 'FR', intake: '2030-09', timeZone: 'Asia/Kolkata', ...wanted },
    { client, session: null },
  )
const newestLink = (email = GRACE) => newestWaitingLink(test, email)
/** A confirmed waitlist entry; returns its link. */
async function wait(email = GRACE, wanted: WaitlistInput = {}): Promise<string> {
  expect(await ask(email, wanted)).toMatchObject({ ok: true })
  const link = await newestLink(email)
  expect(await confirmWaitlistEntry(test.app, link)).toBe('waiting')
  return link
}
const notifications = async (email = GRACE) =>
  (await mailsTo(test, email)).filter(({ subject }) => /for your move (is|are) open$/.test(subject))
/** A round of the job, and what it queued. */
async function round() {
  await runJob(test.app, 'notify-waitlist', {})
  await test.runJobs()
}
const rows = () => test.db.selectFrom('waitingList').selectAll().orderBy('askedAt').execute()

describe('a waitlist entry for a cohort', () => {
  it('gets one email with the way there once cohorts are published, and no second', async () => {
    await wait()
    const { admin } = await addAcceptedCohort(test, { fromCountry: 'IN', toCountry: 'FR' })
    await round()
    expect(await notifications()).toEqual([])
    await publishCohorts(test.app, admin, true)
    const before = test.clock.time
    test.clock.time = new Date('2030-09-02T00:00:00Z') // The cohort has begun.
    await round()
    expect(await notifications()).toEqual([])
    test.clock.time = before
    await round()
    const [mail] = await notifications()
    expect(mail!.text).toContain('http://landfall.test/cohorts/first-term-in-lyon')
    expect(mail!.text).toContain('First term in Lyon: Monday 2 September 2030 to Friday 25 October 2030')
    await publishCohorts(test.app, admin, false)
    await publishCohorts(test.app, admin, true)
    await round()
    expect(await notifications()).toHaveLength(1)
  })

  it('is notified of a cohort that opens later for its crossing or for all, and of no other', async () => {
    const admin = await signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
    await publishCohorts(test.app, admin, true)
    await wait()
    await wait('to-canada@example.com', { to: 'CA' })
    const accept = async (title: string, crossing: Record<string, string>, email: string) => {
      const { cohortId } = await addProposer(test, { cohortTitle: title, ...crossing }, email)
      expect(await decideNow(test, admin, cohortId)).toMatchObject({ ok: true })
      await round()
    }
    await accept('From Brazil', { fromCountry: 'BR', toCountry: 'FR' }, 'one@example.com')
    expect(await notifications()).toEqual([])
    await accept('To France', { toCountry: 'FR' }, 'two@example.com')
    expect((await notifications())[0]!.text).toContain('/cohorts/to-france')
    expect(await notifications('to-canada@example.com')).toEqual([])
    await accept('For all', {}, 'three@example.com')
    expect((await notifications('to-canada@example.com'))[0]!.text).toContain('/cohorts/for-all')
  })

  it('gets no email and waits on when cohorts are hidden again by the time of sending', async () => {
    const link = await wait()
    const { admin } = await addAcceptedCohort(test)
    await publishCohorts(test.app, admin, true)
    await notifyCrossingWaitlist(test.app)
    await publishCohorts(test.app, admin, false)
    await test.runJobs()
    expect(await notifications()).toEqual([])
    expect((await readWaiting(test.app, link))?.state).toBe('waiting')
    await publishCohorts(test.app, admin, true)
    await Promise.all([notifyCrossingWaitlist(test.app), notifyCrossingWaitlist(test.app)])
    await test.runJobs()
    expect(await notifications()).toHaveLength(1)
  })
})

describe('joining the waitlist for a cohort', () => {
  it('names the crossing in the email that asks for a confirmation, and waits once for it', async () => {
    expect(await ask()).toEqual({ ok: true, value: { confirmed: false } })
    const [mail] = await mailsTo(test, GRACE)
    expect(mail!.subject).toBe('Confirm the waitlist for a cohort for your move')
    expect(mail!.text).toContain('a cohort for a move from India to France.')
    expect(mail!.headers['list-unsubscribe']).toBe(`<http://landfall.test/waiting?link=${waitingLinkIn(mail!.text)}>`)
    expect(await confirmWaitlistEntry(test.app, waitingLinkIn(mail!.text))).toBe('waiting')
    expect(await ask('Grace+again@example.com', { intake: '2030-05' })).toEqual({
      ok: true,
      value: { confirmed: false },
    })
    test.clock.forward(1)
    await wait(GRACE, { to: 'DE' })
    expect((await rows()).map(({ toCountry, intake }) => [toCountry, intake])).toEqual([
      ['FR', '2030-09'],
      ['DE', '2030-09'],
    ])
  })

  it('is refused for a country or a month that cannot be chosen, and where a cohort is open already', async () => {
    expect(await ask(GRACE, { from: 'ZZ' })).toEqual({ ok: false, error: { code: 'invalid', field: 'from' } })
    expect(await ask(GRACE, { to: 'ZZ' })).toEqual({ ok: false, error: { code: 'invalid', field: 'to' } })
    for (const intake of ['2029-12', '2031-04', '2030-13'])
      expect(await ask(GRACE, { intake })).toEqual({ ok: false, error: { code: 'invalid', field: 'intake' } })
    const { admin } = await addAcceptedCohort(test, { toCountry: 'FR' })
    expect(await ask('early@example.com')).toMatchObject({ ok: true })
    await publishCohorts(test.app, admin, true)
    expect(await ask()).toMatchObject({ error: { code: 'has_cohorts', cohorts: [{ slug: 'first-term-in-lyon' }] } })
    expect((await rows()).map(({ email }) => email)).toEqual(['early@example.com'])
  })

  it('is limited by browser, together with asking for a mentor, before anything is looked at', async () => {
    const client = someBrowser()
    for (let n = 1; n <= 10; n += 1) expect(await ask(`b${n}@example.com`, { client })).toMatchObject({ ok: true })
    expect(await ask('b11@example.com', { client, from: 'ZZ' })).toMatchObject({ error: { code: 'too_many' } })
  })
})

describe('the data of a waitlist entry for a cohort', () => {
  const forget = () => runJob(test.app, 'forget', {})

  it('is counted by crossing and month, without those who did not confirm it or were notified', async () => {
    await wait('one@example.com')
    await wait('two@example.com', { intake: '2030-05' })
    await wait('three@example.com', { from: 'BR' })
    await wait('four@example.com', { to: 'CA' })
    await ask('unconfirmed@example.com')
    const demand = await listDemand(test.db, test.clock.time)
    expect(demand).toEqual([
      { ...INDIA_TO_FRANCE, intake: '2030-05', people: 1, ofCrossing: 2 },
      { ...INDIA_TO_FRANCE, intake: '2030-09', people: 1, ofCrossing: 2 },
      { fromCountry: 'BR', toCountry: 'FR', intake: '2030-09', people: 1, ofCrossing: 1 },
      { fromCountry: 'IN', toCountry: 'CA', intake: '2030-09', people: 1, ofCrossing: 1 },
    ])
    expect(await countCrossingWaitlist(test.db, { fromCountry: null, toCountry: 'FR' }, test.clock.time)).toBe(3)
    expect(await countCrossingWaitlist(test.db, INDIA_TO_FRANCE, test.clock.time)).toBe(2)
    const { admin } = await addAcceptedCohort(test)
    await publishCohorts(test.app, admin, true)
    await round()
    expect(await listDemand(test.db, test.clock.time)).toEqual([])
  })

  it('is kept until the month is over, and goes then', async () => {
    const link = await wait()
    test.clock.time = new Date('2030-09-30T23:59:00Z')
    await forget()
    expect((await readWaiting(test.app, link))?.state).toBe('waiting')
    test.clock.time = new Date('2030-10-01T00:00:00Z')
    expect((await readWaiting(test.app, link))?.state).toBe('over')
    await forget()
    expect(await findTraces(test.db, ['grace'])).toEqual([])
  })
})
