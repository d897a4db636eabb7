import { describe, expect, it } from 'vitest'
import { networkOf, visitorOf } from '#server/browser'
import { loadConfig } from '#server/config'

function meet(publicUrl: string, cookie?: string) {
  const loaded = loadConfig({ PUBLIC_URL: publicUrl })
  if (!loaded.ok) throw new Error(loaded.error)
  const config = { ...loaded.value, PUBLIC_URL: publicUrl, fixedOrigin: true }
  const request = new Request(publicUrl, { headers: cookie ? { cookie } : {} })
  return visitorOf({ config }, request, '192.0.2.7')
}

describe('a browser', () => {
  it('that is new is given a secret which scripts cannot read and other sites’ forms do not send', () => {
    const { visitor, setCookie } = meet('http://landfall.test')
    expect(setCookie).toBe(`browser=${visitor.browser}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`)
    expect(Buffer.from(visitor.browser, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect(meet('http://landfall.test').visitor.browser).not.toBe(visitor.browser)
  })

  it('that comes back is known by it, and is given no other', () => {
    const { visitor } = meet('http://landfall.test')
    const again = meet('http://landfall.test', `zone=UTC; browser=${visitor.browser}; theme=day`)
    expect(again).toEqual({ visitor, setCookie: null })
  })

  it('over TLS has a cookie that no other host under the same domain can plant', () => {
    const { visitor, setCookie } = meet('https://landfall.test')
    expect(setCookie).toBe(
      `__Host-browser=${visitor.browser}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure`,
    )
    expect(meet('https://landfall.test', `__Host-browser=${visitor.browser}`).setCookie).toBeNull()
    expect(meet('https://landfall.test', `browser=${visitor.browser}`).visitor.browser).not.toBe(visitor.browser)
  })

  it.each(['browser=', 'browser=short', `browser=${'x'.repeat(65)}`, 'browser=abc def ghi jkl mno pqr stu', 'other=1'])(
    'with the cookie “%s” is a new one',
    (cookie) => expect(meet('http://landfall.test', cookie).setCookie).not.toBeNull(),
  )
})

describe('a network', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['::1', null],
    ['127.0.0.1', null],
    ['10.1.2.3', null],
    ['fd00::7', null],
    ['', null],
    ['a socket', null],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))
})
