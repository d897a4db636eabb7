/** Admins learn by email what waits for them, once a day, and only when something does. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { countWaitingByPage } from '#server/accounts/admin-digest/digest-queries'
import { runJob } from '#server/jobs'
import { raiseConcern, resolveConcern } from '#server/platform/concerns-queries'
import { signUp, signUpAdmin } from '../../../tests/support/accounts/accounts.ts'
import { addApplicant } from '../../../tests/support/mentors/applicants.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const JUNE = 'june@example.com'
const concern = { kind: 'mail_not_sent', subject: randomUUID() } as const
const raise = () => raiseConcern(test.db, { ...concern, bookingId: null, at: test.clock.time })

/** Runs the day's job, and returns the digests that it sent. */
async function digests() {
  const before = (await test.mails()).length
  await runJob(test.app, 'digest', {})
  await test.runJobs()
  const mails = await test.mails()
  return mails.slice(0, mails.length - before)
}

it('what waits is counted for each page of the admins: what was decided and what is decided elsewhere aside', async () => {
  const none = { dashboard: 0, completion: 0, feedback: 0, mentors: 0, cohorts: 0 }
  expect(await countWaitingByPage(test.db)).toEqual(none)
  await addApplicant(test)
  await raise()
  for (const kind of ['feedback_reported', 'problem_reported', 'no_show_contested', 'dispute'] as const)
    await raiseConcern(test.db, { kind, subject: randomUUID(), bookingId: null, at: test.clock.time })
  expect(await countWaitingByPage(test.db)).toEqual({ ...none, dashboard: 2, feedback: 1, mentors: 1 })
  await resolveConcern(test.db, { ...concern, at: test.clock.time })
  expect(await countWaitingByPage(test.db)).toEqual({ ...none, dashboard: 1, feedback: 1, mentors: 1 })
})

describe('the daily digest', () => {
  it('sends what is pending once a day, to admins alone who are not suspended', async () => {
    await signUp(test)
    await signUpAdmin(test, { name: 'June Park', email: JUNE })
    await signUpAdmin(test, { name: 'Noor Haddad', email: 'noor@example.com' })
    await addApplicant(test)
    await raise()
    await test.runJobs()
    const [mail, ...others] = await digests()
    expect([mail, ...others].map((each) => each!.to[0]!.address).toSorted()).toEqual([JUNE, 'noor@example.com'])
    expect(mail!.subject).toBe('2 tasks for you at Landfall')
    expect(mail!.text.split('\n')).toEqual(
      expect.arrayContaining([
        'Applications and profile changes: 1',
        'Oldest submitted: Monday 7 January 2030 (UTC)',
        'Failed emails: 1',
        'http://landfall.test/admin-dashboard',
      ]),
    )
    expect(mail!.text).not.toMatch(/elif|demir/i)
    expect(await digests()).toEqual([])
    test.clock.forward(1_440)
    expect(await digests()).toHaveLength(2)

    test.clock.forward(1_440)
    await runJob(test.app, 'digest', {})
    await test.db.updateTable('accounts').set({ suspendedAt: test.clock.time }).where('email', '=', JUNE).execute()
    const before = (await test.mails()).length
    await test.runJobs()
    expect(await test.mails()).toHaveLength(before + 1)
  })

  it('is not written when nothing waits, and not sent when nothing waits any more', async () => {
    await signUpAdmin(test, { name: 'June Park', email: JUNE })
    await test.runJobs()
    expect(await digests()).toEqual([])
    await raise()
    await runJob(test.app, 'digest', {})
    await resolveConcern(test.db, { ...concern, at: test.clock.time })
    await test.runJobs()
    expect((await test.mails()).map(({ subject }) => subject)).not.toContainEqual(expect.stringMatching(/waits/))
    expect(await test.db.selectFrom('outbox').select('reason').where('kind', '=', 'digest').execute()).toEqual([
      { reason: 'nothing_waits' },
    ])
  })
})
