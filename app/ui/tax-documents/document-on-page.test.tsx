import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { DocumentOnPage } from './document-on-page.tsx'

const sheet: DocumentSheet = {
  language: 'en-GB',
  title: 'Receipt',
  facts: [['Number', 'R-2030-000001']],
  parties: [{ label: 'Sold by', lines: ['Ada Lovelace', '12 Byron Street', 'London'] }],
  head: ['Item', 'Net', 'Gross'],
  rows: [['CV review, 60 minutes', '£37.50', '£45.00']],
  totals: [
    ['VAT 20%', '£7.50'],
    ['Total', '£45.00'],
  ],
  notes: ['Paid by card.'],
  issuer: 'Issued by Landfall in the name of Ada Lovelace',
}

describe('DocumentOnPage', () => {
  const markup = renderToStaticMarkup(<DocumentOnPage sheet={sheet} />)

  it('shows everything that the sheet has, in its language', () => {
    expect(markup).toContain('lang="en-GB"')
    const { facts, parties, head, rows, totals, notes, title, issuer } = sheet
    const texts = [...facts.flat(), ...parties.map(({ label }) => label), ...head, ...rows.flat(), ...totals.flat()]
    for (const text of [...texts, ...notes, title, issuer]) expect(markup).toContain(text)
  })

  it('keeps an address on its lines, and a sum under the last column', () => {
    expect(markup).toContain('<dd>Ada Lovelace\n12 Byron Street\nLondon</dd>')
    expect(markup).toContain('<th scope="row" colSpan="2" class="text-start">Total</th>')
  })
})
