import { describe, expect, it } from 'vitest'
import { PROOF_MINUTES } from '#domain/accounts/account'
import { minutesAfter } from '#domain/time/wall-time'
import { sealPayee } from '#server/payouts/payees'
import { markBatchPaid, makePayoutBatch } from '#server/payouts/payouts'
import { eraseMentorProfile } from '#server/privacy/erase-mentor'
import { transact } from '#server/platform/db/connect'
import { readAccountData } from '#server/privacy/personal-data/personal-data'
import { deleteExpiredData } from '#server/privacy/personal-data/retention'
import { findTaxDetails, listTaxDetails, saveTaxDetails } from '#server/tax-documents/tax-details'
import { mailsTo } from '../../tests/support/accounts/accounts.ts'
import { holdSessions, PAYEE, sell, someone, withPayee } from '../../tests/support/payments/payouts.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { BUSINESS_DETAILS, TAX_DETAILS } from '../../tests/support/tax-documents/tax-details.ts'

useProduct()

async function openDesk() {
  const by = await someone(test)
  const mentor = await addMentor(test)
  await test.db.updateTable('mentors').set({ accountId: by.session.accountId }).where('id', '=', mentor.id).execute()
  const session = { ...by.session, mentorId: mentor.id }
  return {
    ...mentor,
    session,
    save: (details = TAX_DETAILS) => saveTaxDetails(test.app, { mentorId: mentor.id, details }, by),
  }
}

const sealed = () => test.db.selectFrom('taxDetails').select('sealed').executeTakeFirst()
const mails = async () => (await mailsTo(test, 'ada@example.com')).map(({ subject }) => subject)

describe('a mentor’s tax details', () => {
  it('are saved encrypted for this mentor alone, announced by email once, and recorded without what is in them', async () => {
    const { id, save } = await openDesk()
    for (let n = 0; n < 2; n += 1) expect(await save()).toEqual({ ok: true, value: null })
    expect(await findTaxDetails(test.app, id)).toEqual(TAX_DETAILS)
    const text = (await sealed())!.sealed
    expect(Buffer.from(text, 'base64url').toString('latin1')).not.toMatch(/1234567890|Lovelace/)
    const { id: other } = await addMentor(test)
    const rows = [
      { mentorId: other, sealed: text, changedAt: test.clock.time },
      { mentorId: (await addMentor(test)).id, sealed: '', changedAt: test.clock.time },
    ]
    await test.db.insertInto('taxDetails').values(rows).execute()
    expect([...(await listTaxDetails(test.app, [id, ...rows.map(({ mentorId }) => mentorId)])).keys()]).toEqual([id])
    await test.db
      .updateTable('taxDetails')
      .set({ sealed: sealPayee(test.app, id, PAYEE) })
      .where('mentorId', '=', id)
      .execute()
    expect(await findTaxDetails(test.app, id)).toBeNull() // Bank details have another key.
    expect(await mails()).toEqual(['Your tax details at Landfall changed'])
    const events = await test.db.selectFrom('auditLog').selectAll().where('subjectId', '=', id).execute()
    expect(events).toMatchObject([{ action: 'mentor.tax_details_changed', before: null, after: null }])
    await save(BUSINESS_DETAILS)
    expect(await mails()).toHaveLength(2)
  })

  it('are changed only after a recent identity confirmation', async () => {
    const { id, save } = await openDesk()
    test.clock.time = minutesAfter(test.clock.time, PROOF_MINUTES)
    expect(await save()).toEqual({ ok: false, error: { code: 'unproven' } })
    expect(await findTaxDetails(test.app, id)).toBeNull()
    expect(await mails()).toEqual([])
  })

  it('are in the data that the mentor downloads, and in no one else’s', async () => {
    const { session, save } = await openDesk()
    await save()
    const given = (await readAccountData(test.app, session))['tax_details']
    expect(given).toEqual([{ changed_at: test.clock.time, ...TAX_DETAILS }])
    const other = await someone(test, 'grace@example.com')
    expect((await readAccountData(test.app, other.session))['tax_details']).toEqual([])
  })
})

describe('erasing', () => {
  const erase = (id: string) => transact(test.db, (tx) => eraseMentorProfile(test.app, tx, { id, closedAt: null }))

  it('takes the tax details of a mentor who was never paid with it', async () => {
    const { session, save } = await openDesk()
    await save()
    await erase(session.accountId)
    expect(await sealed()).toBeUndefined()
  })

  it('leaves those of a mentor who was paid until KEEP_TAX_YEARS after that year', async () => {
    const mentor = await addMentor(test)
    await withPayee(test, mentor.id)
    const row = await test.db
      .selectFrom('mentors')
      .select('accountId')
      .where('id', '=', mentor.id)
      .executeTakeFirstOrThrow()
    const by = await someone(test, 'other@example.com')
    await saveTaxDetails(test.app, { mentorId: mentor.id, details: TAX_DETAILS }, by)
    await sell(test, mentor)
    await holdSessions(test)
    const admin = await someone(test, 'admin@example.com')
    const batch = await makePayoutBatch(test.app, admin, 'GBP')
    if (!batch.ok) throw new Error(batch.error.code)
    await markBatchPaid(test.app, admin, batch.value.id)
    await erase(row.accountId!)
    expect(await findTaxDetails(test.app, mentor.id)).toEqual(TAX_DETAILS)
    test.clock.time = new Date('2035-12-31T23:59:59Z')
    await deleteExpiredData(test.app)
    expect(await sealed()).toBeDefined()
    test.clock.time = new Date('2036-01-01T00:00:00Z')
    await deleteExpiredData(test.app)
    expect(await sealed()).toBeUndefined()
  })
})
