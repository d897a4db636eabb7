import { expect, it } from 'vitest'
import { formatDocumentNumber } from './numbers.ts'
import { OPERATOR } from './tax-document.ts'

const ada = '3f9a2c1e-0b5d-4c59-9a37-5d0c5b2f7a11'

it.each([
  [{ kind: 'receipt', seller: OPERATOR, year: 2026, number: 123 }, 'R-2026-000123'],
  [{ kind: 'credit_note', seller: ada, year: 2027, number: 1 }, 'C-3F9A2C-2027-000001'],
  [{ kind: 'fee_invoice', seller: OPERATOR, year: 2026, number: 1_234_567 }, 'F-2026-1234567'],
  [{ kind: 'fee_credit_note', seller: OPERATOR, year: 2026, number: 9 }, 'FC-2026-000009'],
] as const)('formatDocumentNumber prints kind, seller, year and number: %j is %s', (document, printed) => {
  expect(formatDocumentNumber(document)).toBe(printed)
})
