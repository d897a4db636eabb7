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
  it('is saved encrypted, announced by email, and recorded without the account', async () => {
    const { id, save } = await openDesk()
    expect(await save()).toEqual({ ok: true, value: null })
    expect(await findPayee(test.app, id)).toEqual(PAYEE)
    expect(Buffer.from(await sealed(), 'base64url').toString('latin1')).not.toMatch(/WEST|Lovelace/)
    expect(await mails()).toEqual(['Your payout details at Landfall changed'])
    const events = await test.db.selectFrom('auditLog').selectAll().where('subjectId', '=', id).execute()
    expect(events).toMatchObject([{ action: 'mentor.payee_changed', before: null, after: null }])
  })

  it('is announced once when it is saved twice', async () => {
    const { save } = await openDesk()
    await save()
    await save()
    expect(await mails()).toHaveLength(1)
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

  it('is worth nothing in another mentor’s row, or cut short', async () => {
    const { id, save } = await openDesk()
    await save()
    const text = await sealed()
    expect(openPayee(test.app, id, text)).toEqual(PAYEE)
    expect(openPayee(test.app, (await addMentor(test)).id, text)).toBeNull()
    expect(openPayee(test.app, id, text.slice(0, -8))).toBeNull()
    expect(openPayee(test.app, id, '')).toBeNull()
  })
})
