import { describe, expect, it } from 'vitest'
import { PROOF_MINUTES } from '#domain/accounts/account'
import { toFields } from '#domain/tax-documents/tax-details'
import { minutesAfter } from '#domain/time/wall-time'
import { handleTaxDetailsForm, readTaxDetailsPart } from '../../app/views/tax-documents/tax-details.ts'
import { addOwner } from '../../tests/support/payments/connected-accounts.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { BUSINESS_DETAILS, TAX_DETAILS } from '../../tests/support/tax-documents/tax-details.ts'

useProduct()

const part = ({ session }: Awaited<ReturnType<typeof addOwner>>) => readTaxDetailsPart(test.app, session)

describe('the part “Tax details” of the desk', () => {
  it('says what is missing, and then what was given, to its mentor alone', async () => {
    const [ada, grace] = [await addOwner(test), await addOwner(test, 'grace@example.com')]
    expect(await part(ada)).toMatchObject({ summary: null, typed: { kind: 'individual', lastName: '' }, proven: true })
    expect(await handleTaxDetailsForm(test.app, ada, toFields(TAX_DETAILS))).toEqual({ saved: true })
    expect(await part(ada)).toMatchObject({
      summary: 'Ada King Lovelace, United Kingdom. Tax number … 7890.',
      typed: toFields(TAX_DETAILS),
    })
    expect(await part(grace)).toMatchObject({ summary: null, typed: { lastName: '' } })
    const withoutTin = { ...toFields(BUSINESS_DETAILS), tin: '', noTin: 'on' }
    await handleTaxDetailsForm(test.app, grace, withoutTin)
    expect((await part(grace)).summary).toBe('Engine GmbH, Germany. No tax number.')
  })

  it('says beside each field what to do, and keeps what was typed, also of the other kind', async () => {
    const ada = await addOwner(test)
    const typed = { ...toFields(TAX_DETAILS), lastName: '', tin: '12', vatNumber: '', businessName: 'Engine' }
    expect(await handleTaxDetailsForm(test.app, ada, typed)).toEqual({
      status: 400,
      result: {
        typed,
        unproven: false,
        errors: {
          lastName: 'Enter your last name, up to 200 characters',
          tin: 'Check the number: tax numbers look different there (United Kingdom)',
          vatPercent: 'Enter a rate from 0 to 50, with a VAT number if it’s above 0',
        },
      },
    })
    const missing = await handleTaxDetailsForm(test.app, ada, { ...typed, tin: ' ' })
    expect(missing).toMatchObject({ result: { errors: { tin: 'Enter the tax number, or tick the box below it' } } })
  })

  it('keeps what was typed if the identity was confirmed too long ago', async () => {
    const ada = await addOwner(test)
    test.clock.time = minutesAfter(test.clock.time, PROOF_MINUTES)
    const typed = toFields(TAX_DETAILS)
    const refused = { status: 403, result: { typed, errors: {}, unproven: true } }
    expect(await handleTaxDetailsForm(test.app, ada, typed)).toEqual(refused)
    expect(await part(ada)).toMatchObject({ summary: null, proven: false })
  })
})
