import { describe, expect, it } from 'vitest'
import { formatDevice } from './device.ts'

const agents = {
  'Chrome on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Safari on iOS':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Microsoft Edge on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
}

describe('a browser', () => {
  it.each(Object.entries(agents))('is called %s', (words, agent) => {
    expect(formatDevice(agent)).toBe(words)
  })

  it.each([null, '', 'x', '<script>alert(1)</script>', '\u0000'.repeat(10_000)])(
    'is unknown with the user agent %j',
    (agent) => {
      expect(formatDevice(agent)).toBe('A browser')
    },
  )
})
