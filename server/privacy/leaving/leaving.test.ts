/** Closing an account, reopening it, and being erased. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toMinorUnits, type Money } from '#domain/payments/money'
import { upsertDraft } from '#server/accounts/drafts/drafts-queries'
import { closeAccount, readLeaving, reopenAccount } from '#server/privacy/leaving/close-account'
import { readAccountData } from '#server/privacy/personal-data/personal-data'
import { holdSlot } from '#server/bookings/holds/hold'
import { writeMessage } from '#server/bookings/messages/messages'
import { saveFormDraft } from '#server/accounts/drafts/form-drafts'
import { proposeCohort } from '#server/cohorts/propose'
import { runJob } from '#server/jobs'
import { findRecord } from '#server/mentors/record/content-queries'
import { listOpenConcerns } from '#server/platform/concerns-queries'
import { readTotals } from '#server/payments/ledger-queries'
import {
  clientFrom,
  enter,
  latestLink,
  mailsTo,
  signUpAdmin,
  signUpByLink,
  trySignIn,
  whoIs,
} from '../../../tests/support/accounts/accounts.ts'
import { bookAsMember } from '../../../tests/support/bookings/member-bookings.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { findTraces } from '../../../tests/support/database/traces.ts'
import { addCode } from '../../../tests/support/discounts/codes.ts'
import { addAcceptedMentor } from '../../../tests/support/mentors/applicants.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { cohortRequest } from '../../../tests/support/cohorts.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const DAY_MINUTES = 1_440
const ALL: Money = { amount: toMinorUnits(4_500), currency: 'GBP' }
const PRIYA = { name: 'Priya Sharma', email: 'priya@example.com' }
type Member = Awaited<ReturnType<typeof signUpByLink>>

const book = (member: Pick<Member, 'session'>, day?: number, sessionTypeId?: string, hour?: number) =>
  bookAsMember(test, member, { day, sessionTypeId, hour })

const booking = (id: string) =>
  test.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const close = ({ session }: Pick<Member, 'session'>, shown: Money[] = []) =>
  closeAccount(test.app, session, shown, clientFrom())
const forget = () => runJob(test.app, 'forget', {})
const accounts = async () => (await test.db.selectFrom('accounts').select('email').execute()).map(({ email }) => email)

describe('closing an account', () => {
  it('cancels sessions to come by their policy and keeps the owner out, who can reopen it once, within 7 days', async () => {
    const priya = await signUpByLink(test, PRIYA)
    const id = await book(priya)
    expect(await readLeaving(test.app, priya.session)).toMatchObject({ refunds: [ALL], coming: [{ refund: 4_500 }] })
    expect(await close(priya, [ALL])).toEqual({ ok: true, value: null })
    expect(await booking(id)).toMatchObject({ status: 'cancelled', cancelledBy: 'mentee' })
    await test.runJobs()
    expect(await readTotals(test.db, { currency: 'GBP', bookingId: id })).toMatchObject({ kept: 0 })
    expect(await whoIs(test, priya.cookies)).toBeNull()
    expect((await trySignIn(test, PRIYA)).outcome.ok).toBe(false)

    const token = await latestLink(test, PRIYA.email)
    test.clock.forward(7 * DAY_MINUTES - 1)
    await forget()
    expect(await reopenAccount(test.app, token, clientFrom())).toEqual({ ok: true, value: null })
    expect((await trySignIn(test, PRIYA)).outcome.ok).toBe(true)
    expect(await booking(id)).toMatchObject({ status: 'cancelled', menteeName: 'Priya Sharma' })
    expect(await reopenAccount(test.app, token, clientFrom())).toEqual({ ok: false, error: { code: 'link_over' } })
    test.clock.forward(DAY_MINUTES)
    await forget()
    expect(await accounts()).toEqual([PRIYA.email])
  })

  it('does nothing when less goes back than was shown', async () => {
    const priya = await signUpByLink(test, PRIYA)
    const id = await book(priya)
    test.clock.forward(23.5 * 60)
    const late = await enter(test, PRIYA)
    expect(await close(late, [ALL])).toEqual({ ok: false, error: { code: 'refund_changed' } })
    expect(await booking(id)).toMatchObject({ status: 'confirmed' })
    expect(await whoIs(test, late.cookies)).not.toBeNull()
  })

  it('does nothing when less goes back in one of two currencies, whatever the other is', async () => {
    const priya = await signUpByLink(test, PRIYA)
    const mentor = await addMentor(test)
    await test.db.updateTable('mentors').set({ currency: 'EUR' }).where('id', '=', mentor.id).execute()
    await book(priya)
    const id = await book(priya, 9, mentor.sessionTypeIds[0])
    const euros = (amount: number): Money => ({ amount: toMinorUnits(amount), currency: 'EUR' })
    expect(await readLeaving(test.app, priya.session)).toMatchObject({ refunds: [ALL, euros(4_500)] })
    expect(await close(priya, [euros(4_600)])).toEqual({ ok: false, error: { code: 'refund_changed' } })
    expect(await booking(id)).toMatchObject({ status: 'confirmed', currency: 'EUR' })
    expect(await close(priya, [ALL, euros(4_500)])).toEqual({ ok: true, value: null })
  })

  it('is refused to the only admin', async () => {
    const june = await signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
    expect(await close(june)).toEqual({ ok: false, error: { code: 'only_admin' } })
    await signUpAdmin(test, { name: 'Noor Aziz', email: 'noor@example.com' })
    expect(await close(june)).toMatchObject({ ok: true })
  })

  it('leaves what its owner books as a guest afterwards to the guest', async () => {
    const priya = await signUpByLink(test, PRIYA)
    await close(priya)
    const mentor = await addMentor(test)
    const held = await holdSlot(test.app, holdRequest(mentor.sessionTypeIds[0]!, PRIYA), undefined, null)
    expect(held).toMatchObject({ ok: true })
    expect(await test.db.selectFrom('bookings').select('accountId').execute()).toEqual([{ accountId: null }])
  })
})

describe('after 7 days', () => {
  it('a member is in no column of any table, and the money is where it was', async () => {
    const priya = await signUpByLink(test, PRIYA)
    const id = await book(priya)
    await writeMessage(test.app, { bookingId: id, writer: 'mentee', id: randomUUID(), body: 'Priya here' })
    const draft = { browserHash: 'x', path: '/account', fields: { name: PRIYA.name } }
    await upsertDraft(test.db, { ...draft, now: test.clock.time })
    const cohort = cohortRequest({ mentorName: PRIYA.name, price: '0' })
    await proposeCohort(test.app, { ...priya, client: clientFrom() }, cohort, null)
    const typed = { accountId: priya.session.accountId, typed: { mentorName: PRIYA.name }, version: null }
    await saveFormDraft(test.app, 'proposal', typed)
    await close(priya, [ALL])
    await test.runJobs()
    test.clock.forward(7 * DAY_MINUTES)
    await forget()
    expect(await findTraces(test.db, ['priya', 'sharma', '900123', priya.session.email])).toEqual([])
    expect(await accounts()).toEqual([])
    expect(await booking(id)).toMatchObject({ menteeName: 'Erased', status: 'cancelled', paidAmountPence: 4_500 })
    expect(await test.db.selectFrom('ledger').select('amountPence').orderBy('amountPence').execute()).toEqual([
      { amountPence: -4_500 },
      { amountPence: 4_500 },
    ])
    const events = await test.db.selectFrom('auditLog').selectAll().where('subject', '=', 'accounts').execute()
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.created', 'account.closed', 'account.erased']),
    )
    for (const event of events) expect(event).toMatchObject({ before: null, after: null, address: null })
  })

  it('a mentor, who withdrew with all money back to their mentees, is in no column of any table', async () => {
    const { by, mentorId } = await addAcceptedMentor(test, { phone: '+49 30 901820' })
    const record = (await findRecord(test.db, { id: mentorId }))!
    const id = await book(await signUpByLink(test, PRIYA), 9, record.content.sessions[0]!.id, 13.5)
    await writeMessage(test.app, { bookingId: id, writer: 'mentor', id: randomUUID(), body: 'Elif here' })
    await addCode(test, { code: 'ELIFDEMIR20', mentorId, borneBy: 'mentor' })
    expect(await readLeaving(test.app, by.session)).toMatchObject({ mentor: { sessions: 1 } })
    expect(await close(by)).toMatchObject({ ok: true })
    expect((await findRecord(test.db, { id: mentorId }))!.status).toBe('withdrawn')
    await test.runJobs()
    expect(await readTotals(test.db, { currency: 'GBP', bookingId: id })).toMatchObject({ kept: 0 })
    test.clock.forward(7 * DAY_MINUTES)
    await forget()
    const words = ['elif', 'demir', '901820', 'Physiotherap', 'Charité', 'diploma', by.session.email]
    const isReceipt = (trace: string) => trace.startsWith('public.tax_documents ')
    const traces = await findTraces(test.db, words)
    expect(traces.filter((trace) => !isReceipt(trace))).toEqual([])
    expect(traces.filter(isReceipt)).toHaveLength(2) // With its credit note: the law wants them for years.
    expect(await booking(id)).toMatchObject({ menteeName: 'Priya Sharma', status: 'cancelled' })
    test.clock.time = new Date('2036-01-01T00:00:00Z')
    await forget()
    expect(await findTraces(test.db, words)).toEqual([])
  })

  it('a mentor who is owed money and gave no bank details stays as long as a guest, and an admin is notified', async () => {
    const { by, mentorId } = await addAcceptedMentor(test)
    const record = (await findRecord(test.db, { id: mentorId }))!
    const id = await book(await signUpByLink(test, PRIYA), 9, record.content.sessions[0]!.id, 13.5)
    test.clock.forward(10 * DAY_MINUTES)
    await runJob(test.app, 'sweep', {}) // Completes it.
    const again = await enter(test, { name: by.session.name, email: by.session.email })
    const { kept, fees } = await readTotals(test.db, { currency: 'GBP', bookingId: id })
    expect(await readLeaving(test.app, again.session)).toMatchObject({
      mentor: { unpaid: [{ amount: kept - fees, currency: 'GBP' }] },
    })
    await close(again)
    test.clock.forward(7 * DAY_MINUTES)
    await forget()
    const concerns = () => test.db.selectFrom('concerns').select(['kind', 'subject', 'resolvedAt']).execute()
    expect(await concerns()).toEqual([{ kind: 'payout_impossible', subject: mentorId, resolvedAt: null }])
    const { name: leaverName, email: leaverEmail } = by.session
    expect(await listOpenConcerns(test.db, 2)).toMatchObject([{ leaverName, leaverEmail }])
    test.clock.forward(173 * DAY_MINUTES)
    await forget()
    expect(await findTraces(test.db, ['elif', 'demir', by.session.email])).toEqual([])
    expect(await readTotals(test.db, { currency: 'GBP', bookingId: id })).toMatchObject({ kept })
    expect(await concerns()).toEqual([{ kind: 'payout_impossible', subject: mentorId, resolvedAt: test.app.now() }])
  })

  it('shows what a mentor is owed in each currency', async () => {
    const { by, mentorId } = await addAcceptedMentor(test)
    const sessionTypeId = (await findRecord(test.db, { id: mentorId }))!.content.sessions[0]!.id
    const priya = await signUpByLink(test, PRIYA)
    const ids = { GBP: await book(priya, 9, sessionTypeId, 13.5), EUR: '' }
    await test.db.updateTable('mentors').set({ currency: 'EUR' }).where('id', '=', mentorId).execute()
    ids.EUR = await book(priya, 16, sessionTypeId, 13.5)
    test.clock.forward(10 * DAY_MINUTES)
    const again = await enter(test, { name: by.session.name, email: by.session.email })
    const earned = async (currency: 'GBP' | 'EUR') => {
      const { kept, fees } = await readTotals(test.db, { currency, bookingId: ids[currency] })
      return { amount: kept - fees, currency }
    }
    const { mentor } = await readLeaving(test.app, again.session)
    expect(mentor!.unpaid).toHaveLength(2)
    expect(mentor!.unpaid).toEqual(expect.arrayContaining([await earned('GBP'), await earned('EUR')]))
  })

  it('an account waits while a session of its owner is not settled', async () => {
    const priya = await signUpByLink(test, PRIYA)
    const id = await book(priya)
    test.clock.forward(DAY_MINUTES) // The session begins.
    const again = await enter(test, PRIYA)
    await close(again)
    test.clock.forward(7 * DAY_MINUTES)
    await forget()
    expect(await booking(id)).toMatchObject({ menteeName: 'Priya Sharma' })
    await runJob(test.app, 'sweep', {}) // Completes it.
    await forget()
    expect(await booking(id)).toMatchObject({ menteeName: 'Erased', status: 'completed' })
    expect(await accounts()).toEqual([])
  })

  it('others stay, the job changes nothing when it runs again, and the address may sign up again', async () => {
    const [priya, other] = [await signUpByLink(test, PRIYA), await signUpByLink(test, { email: 'else@example.com' })]
    await Promise.all([close(priya), close(priya)]) // Pressed twice at once.
    const mails = await mailsTo(test, PRIYA.email)
    expect(mails.filter(({ subject }) => subject.includes('is closed'))).toHaveLength(1)
    const token = await latestLink(test, PRIYA.email)
    test.clock.forward(7 * DAY_MINUTES)
    expect(await reopenAccount(test.app, token, clientFrom())).toEqual({ ok: false, error: { code: 'link_over' } })
    await forget()
    await forget()
    expect(await accounts()).toEqual(['else@example.com'])
    expect(await readAccountData(test.app, other.session)).toMatchObject({ accounts: [{ email: 'else@example.com' }] })
    expect((await signUpByLink(test, PRIYA)).session.email).toBe(PRIYA.email)
  })
})
