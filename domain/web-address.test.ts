import { expect, it } from 'vitest'
import { readWebAddress } from './web-address.ts'

it('accepts https addresses on a named host', () => {
  expect(readWebAddress('https://Example.com/a?b#c')).toBe('https://example.com/a?b#c')
  expect(readWebAddress('https://xn--bcher-kva.example')).toBe('https://xn--bcher-kva.example/')
})

it.each([
  'http://example.com',
  'javascript:alert(1)',
  'https://user:secret@example.com',
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://[::1]/x',
  '//example.com',
  '',
  `https://example.com/${'a'.repeat(2_048)}`,
])('refuses %s', (typed) => {
  expect(readWebAddress(typed)).toBeNull()
})
