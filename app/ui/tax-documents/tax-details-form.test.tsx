import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { toFields } from '#domain/tax-documents/tax-details'
import { BUSINESS_DETAILS, TAX_DETAILS } from '../../../tests/support/tax-documents/tax-details.ts'
import { TaxDetailsForm } from './tax-details-form.tsx'
import type { TaxDetailsPart, TaxDetailsResult } from './tax-details-part.ts'

const part: TaxDetailsPart = {
  summary: null,
  typed: toFields(TAX_DETAILS),
  countries: [
    { code: 'DE', name: 'Germany' },
    { code: 'GB', name: 'United Kingdom' },
  ],
  today: '2030-01-07',
  proven: true,
}

function render(changes: Partial<TaxDetailsPart> = {}, result: TaxDetailsResult | null = null) {
  const Component = () => <TaxDetailsForm part={{ ...part, ...changes }} result={result} />
  const Stub = createRoutesStub([{ path: '/desk/money', Component }])
  return renderToStaticMarkup(<Stub initialEntries={['/desk/money']} />)
}

describe('TaxDetailsForm', () => {
  it('is a form that works without scripts, with what was saved', () => {
    const form = render()
    expect(form).toContain('action="/desk/money" method="post"')
    expect(form).toContain('<input type="hidden" name="intent" value="tax-details"/>')
    expect(form).toMatch(
      /<input type="radio"[^>]* name="kind" [^>]*checked=""[^>]*value="individual"|value="individual"[^>]*checked=""/,
    )
    expect(form).toContain('<option value="GB" selected="">United Kingdom</option>')
    expect(form).toMatch(/id="tax-onReceipts"[^>]*checked=""/)
  })

  it('asks for a confirmed identity first, and only then shows the fields', () => {
    const page = render({ proven: false })
    expect(page).toContain('Confirm that it’s you to enter it')
    expect(page).not.toContain('<form')
  })

  it('keeps what was typed where the identity has to be confirmed again, and marks fields that are wrong', () => {
    const typed = toFields(BUSINESS_DETAILS)
    const unproven = render({ proven: false }, { typed, errors: {}, unproven: true })
    expect(unproven).toContain('Not saved. Confirm that it’s you first.')
    expect(unproven).toMatch(/target="_blank"[^>]*>Confirm in a new tab/)
    expect(unproven).toMatch(/value="Engine GmbH"/)
    const errors = { city: 'Enter the town or city', kind: 'Choose one of the two' }
    const wrong = render({}, { typed, errors, unproven: false })
    expect(wrong).toMatch(/<input[^>]*id="tax-city"[^>]*aria-describedby="tax-city-error" aria-invalid="true"/)
    expect(wrong).toMatch(/<fieldset[^>]*aria-describedby="tax-kind-error"/)
  })
})
