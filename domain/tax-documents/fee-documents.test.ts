import { describe, expect, it } from 'vitest'
import { planFeeDocuments } from '#domain/tax-documents/fee-documents'

const change = (bookingId: string, fee: number) => ({ bookingId, fee })
const invoiced = (documentId: string, bookingId: string, fee: number) => ({ documentId, bookingId, fee })

describe('planFeeDocuments', () => {
  it('invoices what is charged in the month, less what is given back in it', () => {
    const changes = [change('a', 450), change('b', 450), change('b', -450), change('c', 450), change('c', -150)]
    expect(planFeeDocuments(changes, [])).toEqual({ invoice: [change('a', 450), change('c', 300)], credits: [] })
  })

  it('credits what is given back later, for each invoice by itself', () => {
    const known = [invoiced('february', 'b', 450), invoiced('january', 'a', 450), invoiced('january', 'c', 300)]
    const planned = planFeeDocuments([change('a', -450), change('b', -150), change('c', -300)], known)
    expect(planned).toEqual({
      invoice: [],
      credits: [
        { corrects: 'january', lines: [change('a', 450), change('c', 300)] },
        { corrects: 'february', lines: [change('b', 150)] },
      ],
    })
  })

  it('credits at most what was invoiced, the latest invoice first', () => {
    const known = [invoiced('march', 'a', 150), invoiced('january', 'a', 300)]
    expect(planFeeDocuments([change('a', -400)], known).credits).toEqual([
      { corrects: 'march', lines: [change('a', 150)] },
      { corrects: 'january', lines: [change('a', 250)] },
    ])
    expect(planFeeDocuments([change('a', -500)], known).credits.flatMap(({ lines }) => lines)).toHaveLength(2)
    expect(planFeeDocuments([change('never invoiced', -500)], known)).toEqual({ invoice: [], credits: [] })
  })

  it('invoices a fee that is charged again after a refund failed', () => {
    expect(planFeeDocuments([change('a', 150)], [invoiced('january', 'a', 300)])).toEqual({
      invoice: [change('a', 150)],
      credits: [],
    })
  })
})
