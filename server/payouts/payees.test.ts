import { describe, expect, it } from 'vitest'
import { PROOF_MINUTES } from '#domain/accounts/account'
import { minutesAfter } from '#domain/time/wall-time'
import { openPayee, findPayee, savePayee } from '#server/payouts/payees'
import { mailsTo } from '../../tests/support/accounts/accounts.ts'
import { PAYEE, someone } from '../../tests/support/payments/payouts.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

async function openDesk() {
  const by = await someone(test)
  const { id } = await addMentor(test)
  await test.db.updateTable('mentors').set({ accountId: by.session.accountId }).where('id', '=', id).execute()
  return { id, save: (payee = PAYEE) => savePayee(test.app, { mentorId: id, payee }, by) }
}

const sealed = async () => (await test.db.selectFrom('payees').select('sealed').executeTakeFirstOrThrow()).sealed
const mails = async () => (await mailsTo(test, 'ada@example.com')).map(({ subject }) => subject)

describe('whom a mentor’s money goes to', () => {
  it('is saved encrypted, announced by email once, and recorded without the account', async () => {
    const { id, save } = await openDesk()
    for (let n = 0; n < 2; n += 1) expect(await save()).toEqual({ ok: true, value: null })
    expect(await findPayee(test.app, id)).toEqual(PAYEE)
    const text = await sealed()
    expect(Buffer.from(text, 'base64url').toString('latin1')).not.toMatch(/WEST|Lovelace/)
    expect(openPayee(test.app, id, text)).toEqual(PAYEE)
    expect(openPayee(test.app, (await addMentor(test)).id, text)).toBeNull() // It is worth nothing in another row.
    for (const part of [text.slice(0, -8), '']) expect(openPayee(test.app, id, part)).toBeNull()
    expect(await mails()).toEqual(['Your payout details at Landfall changed'])
    const events = await test.db.selectFrom('auditLog').selectAll().where('subjectId', '=', id).execute()
    expect(events).toMatchObject([{ action: 'mentor.payee_changed', before: null, after: null }])
    await save({ ...PAYEE, country: 'IN' })
    expect(await mails()).toHaveLength(2)
  })

  it('is changed only after a recent identity confirmation', async () => {
    const { id, save } = await openDesk()
    test.clock.time = minutesAfter(test.clock.time, PROOF_MINUTES)
    expect(await save()).toEqual({ ok: false, error: { code: 'unproven' } })
    expect(await findPayee(test.app, id)).toBeNull()
    expect(await mails()).toEqual([])
  })
})
