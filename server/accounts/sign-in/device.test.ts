import { expect, it } from 'vitest'
import { formatDevice } from './device.ts'

it.each([
  [
    'Safari on iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'Microsoft Edge on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  ],
  ['A browser', '<script>alert(1)</script>'],
  ['A browser', null],
])('a browser is called %s', (words, agent) => {
  expect(formatDevice(agent)).toBe(words)
})
