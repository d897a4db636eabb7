import { describe, expect, it } from 'vitest'
import { signUpAdmin } from '../../tests/support/accounts/accounts.ts'
import { test, usual, useProduct } from '../../tests/support/product/lifecycle.ts'
import { refundPart, sellSession } from '../../tests/support/tax-documents/sales.ts'
import { readPayoutFile } from '../../app/views/payments/payout-files.ts'

useProduct()

describe('the register of documents', () => {
  it('has every document of a year by number, and records who downloads it', async () => {
    test.app.config = { ...usual.config, SELLER: 'operator', SELLER_NAME: '=Landfall', VAT_PERCENT: 20 }
    const admin = await signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
    const sale = await sellSession(test)
    await test.runJobs()
    await refundPart(test, sale, 1500)
    await test.runJobs()
    const file = await readPayoutFile(test.app, admin, { year: '2030', format: 'documents' })
    expect(file).toMatchObject({ name: 'documents-2030-year-to-date.csv', type: 'text/csv' })
    expect(file!.text.trim().split('\r\n').slice(1)).toEqual([
      `R-2030-000001,Receipt,2030-01-07,2030-01-08,"'=Landfall",,${sale.reference},,GBP,45,20,7.5`,
      `C-2030-000002,Credit note,2030-01-07,2030-01-08,"'=Landfall",,${sale.reference},R-2030-000001,GBP,-15,20,-2.5`,
    ])
    const before = await readPayoutFile(test.app, admin, { year: '2029', format: 'documents' })
    expect(before!.text.trim().split('\r\n')).toHaveLength(1)
    const events = test.db.selectFrom('auditLog').select('subjectId').orderBy('id')
    expect(await events.where('action', '=', 'payouts.documents_downloaded').execute()).toEqual([
      { subjectId: '2030' },
      { subjectId: '2029' },
    ])
  })
})
