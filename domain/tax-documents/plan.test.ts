import { describe, expect, it } from 'vitest'
import { planDocument, type DocumentedEntry, type IssuedDocument } from './plan.ts'

const entry = (kind: DocumentedEntry['kind'], amount: number, serviceId = 'pi_1', currency = 'GBP') =>
  ({ id: `${kind} ${serviceId}`, kind, amount, currency, serviceId }) satisfies DocumentedEntry

function planAll(entries: DocumentedEntry[], vatPercent = 20) {
  const issued: IssuedDocument[] = []
  return entries.map((each) => {
    const planned = planDocument(each, issued, vatPercent)
    issued.push({ id: `document of ${each.id}`, entry: each, gross: planned.gross, vat: planned.vat })
    return planned
  })
}

describe('planDocument', () => {
  it('makes a receipt of a payment, a credit note of each refund, and a receipt again when a refund failed', () => {
    const planned = planAll([
      entry('charge', 4500),
      entry('refund', -1001, 're_1'),
      entry('refund', -2000, 're_2'),
      entry('reversal', 1001, 're_1'),
    ])
    expect(planned.map(({ kind, gross, vat, corrects }) => [kind, gross, vat, corrects])).toEqual([
      ['receipt', 4500, 750, null],
      ['credit_note', -1001, -167, 'document of charge pi_1'],
      ['credit_note', -2000, -333, 'document of charge pi_1'],
      ['receipt', 1001, 167, 'document of refund re_1'],
    ])
  })

  it('adds no amounts of two currencies', () => {
    const [, dollars] = planAll([entry('charge', 4500), entry('charge', 6000, 'pi_2', 'USD')])
    expect(dollars).toMatchObject({ gross: 6000, vat: 1000, currency: 'USD' })
  })
})
