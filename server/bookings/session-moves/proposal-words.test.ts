/** What the booking's page says while its mentor proposes other times, and after. */
import { beforeEach, describe, expect, it } from 'vitest'
import { readPageRows } from '#server/bookings/page-queries'
import { findBooking } from '#server/bookings/queries'
import { declineProposal, proposeTimes } from '#server/bookings/session-moves/proposals'
import { listProposals } from '#server/bookings/session-moves/proposals-queries'
import { describeOutcome } from '../../../app/views/bookings/page/outcome.ts'
import { describePageMoney } from '../../../app/views/bookings/page/money.ts'
import { createReader, type Reader } from '../../../app/views/bookings/page/people.ts'
import { describePlans } from '../../../app/views/bookings/page/plans.ts'
import { readThread } from '../../../app/views/bookings/page/thread.ts'
import { bookPaid, inKolkata } from '../../../tests/support/bookings/paid-session.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

let id: string
beforeEach(async () => {
  id = (await bookPaid(test, { mentor: await addMentor(test) })).id
  await proposeTimes(test.app, { id, times: [inKolkata(13, '08:15')] })
})
const reader = async (side: 'mentee' | 'mentor') =>
  createReader(test.app, { booking: (await findBooking(test.db, id))!, side, guest: side === 'mentee' })
const money = async (read: Reader) => describePageMoney(read, await readPageRows(test.db, read.booking))
const said = async (side: 'mentee' | 'mentor') => {
  const read = await reader(side)
  return describeOutcome(read, await money(read))?.text[0]
}

describe('the page of a booking whose mentor proposes other times', () => {
  it('informs the mentee of the full refund instead of the steps of the policy', async () => {
    const read = await reader('mentee')
    expect(describePlans(read, (await money(read)).returnable)).toMatchObject({
      steps: [],
      text: 'Ada has proposed other times. Until you reply, you can cancel with a full refund of £45.00.',
    })
  })

  it('says after a decline that none of the times was taken, and asks nothing before a session that is off', async () => {
    expect((await readThread(test.app, await reader('mentee')))?.empty).toMatch(/^Ask Ada /)
    const [proposal] = await listProposals(test.db, id)
    await declineProposal(test.app, { id, proposalId: proposal!.id })
    expect(await said('mentee')).toMatch(/^You took none of the other times that Ada proposed, so it was cancelled on /)
    expect(await said('mentor')).toMatch(/ took none of the other times that you proposed, so it was cancelled on /)
    expect((await readThread(test.app, await reader('mentee')))?.empty).toBe('No messages yet.')
  })
})
