import { describe, expect, it } from 'vitest'
import { minutesAfter } from '#domain/time/wall-time'
import { signUp, signUpAdmin } from '../../../tests/support/accounts/accounts.ts'
import { addApplicant } from '../../../tests/support/mentors/applicants.ts'
import { addImported, addWholeImported } from '../../../tests/support/mentors/imported.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { claimRecord } from './claim.ts'
import { makeClaimLink } from './claim-links.ts'
import { countUnclaimed, listUnclaimed } from './unclaimed-queries.ts'

useProduct()

const DAY_MINUTES = 1_440
const admin = () => signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
const list = (limit = 50, offset = 0) => listUnclaimed(test.db, { limit, offset })

/** Two records, imported a day apart. */
async function importTwo() {
  const first = await addWholeImported(test)
  test.clock.forward(DAY_MINUTES)
  return { first, second: await addImported(test) }
}

async function claim(mentorId: string) {
  const made = await makeClaimLink(test.app, await admin(), mentorId, null)
  if (!made.ok || made.value.token === null) throw new Error('No link was made')
  const owner = await signUp(test, { name: 'Elif Demir', email: 'owner@example.com' })
  expect(await claimRecord(test.app, owner, made.value.token)).toMatchObject({ ok: true })
}

describe('the list of imported records that are unclaimed', () => {
  it('comes in pages, in the order of the imports, and says of the newest link whether it was emailed', async () => {
    const since = test.clock.time
    const { first, second } = await importTwo()
    const nothing = { linkEmail: null, linkMadeAt: null, linkExpiresAt: null, mailState: null, mailStateSince: null }
    expect(await list()).toMatchObject([
      { id: first, name: 'Elif Demir', role: 'Physiotherapist', status: 'paused', importedAt: since, ...nothing },
      { id: second, name: 'Farai Moyo', importedAt: minutesAfter(since, DAY_MINUTES), ...nothing },
    ])
    expect((await list(1, 1)).map(({ id }) => id)).toEqual([second])
    expect(await countUnclaimed(test.db)).toBe(2)
    const by = await admin()
    await makeClaimLink(test.app, by, first, 'wrong@example.com')
    test.clock.forward(1)
    await makeClaimLink(test.app, by, first, 'elif@example.com')
    await makeClaimLink(test.app, by, second, null)
    const made = test.clock.time
    test.clock.forward(1)
    await test.runJobs()
    test.clock.forward(20 * DAY_MINUTES) // It has run out, and is the newest still.
    const facts = { linkMadeAt: made, linkExpiresAt: minutesAfter(made, 14 * DAY_MINUTES) }
    expect(await list()).toMatchObject([
      { id: first, linkEmail: 'elif@example.com', mailState: 'sent', mailStateSince: minutesAfter(made, 1), ...facts },
      { id: second, linkEmail: null, mailState: null, ...facts },
    ])
  })

  it('lacks those who applied here, and those who claimed theirs, even if their account is gone since', async () => {
    await addApplicant(test)
    const { first, second } = await importTwo()
    await claim(first)
    const left = async () => [(await list()).map(({ id }) => id), await countUnclaimed(test.db)]
    expect(await left()).toEqual([[second], 1])
    await test.db.updateTable('mentors').set({ accountId: null }).where('id', '=', first).execute()
    expect(await left()).toEqual([[second], 1])
  })
})
