import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#domain/payments/money'
import { insertCodes, type NewCode } from '#server/discounts/codes-queries'
import { setCodesDisabled } from '#server/discounts/managing-queries'
import { addCode, findCode } from '../../tests/support/discounts/codes.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

const readRow = async (code: string): Promise<NewCode> => {
  const row = await test.db.selectFrom('discountCodes').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
  return { ...row, id: randomUUID() }
}

describe('discount codes', () => {
  it('are read with their terms', async () => {
    await addCode(test, { code: 'HALF', percent: 50 })
    await addCode(test, { code: 'TENNER', percent: null, amount: 1_000 as MinorUnits, currency: 'GBP' })
    expect(await findCode(test.db, 'HALF')).toMatchObject({ terms: { percent: 50, amount: null } })
    expect(await findCode(test.db, 'TENNER')).toMatchObject({ terms: { amount: { amount: 1_000, currency: 'GBP' } } })
    expect(await findCode(test.db, 'OTHER')).toBeNull()
  })

  it('exist once: one that is there already is left as it is', async () => {
    const id = await addCode(test, { code: 'HALF', percent: 50 })
    const again = await readRow('HALF')
    expect(await insertCodes(test.db, [again, { ...again, id: randomUUID(), code: 'THIRD', percent: 33 }])).toEqual([
      'THIRD',
    ])
    expect(await findCode(test.db, 'HALF')).toMatchObject({ id })
  })

  it('are disabled once', async () => {
    const id = await addCode(test, { code: 'HALF' })
    expect(await setCodesDisabled(test.db, { id }, test.clock.time)).toHaveLength(1)
    expect(await setCodesDisabled(test.db, { id }, test.clock.time)).toEqual([])
    expect(await findCode(test.db, 'HALF')).toMatchObject({ disabledAt: test.clock.time })
  })

  it('of a mentor are never borne by the operator, and none is redeemed more often than it may be', async () => {
    await addCode(test, { code: 'ONCE', maxRedemptions: 1 })
    await expect(addCode(test, { code: 'MINE', mentorId: randomUUID() })).rejects.toThrow('discount_codes_own')
    await expect(test.db.updateTable('discountCodes').set({ redeemed: 2 }).execute()).rejects.toThrow(
      'discount_codes_used_up',
    )
  })
})
