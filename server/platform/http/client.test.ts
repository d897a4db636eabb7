import { describe, expect, it } from 'vitest'
import { findNetworks, identifyClient } from '#server/platform/http/client'
import { loadConfig } from '#server/platform/config'

function meet(publicUrl: string, cookie?: string) {
  const loaded = loadConfig({ PUBLIC_URL: publicUrl })
  if (!loaded.ok) throw new Error(loaded.error)
  const config = { ...loaded.value, PUBLIC_URL: publicUrl, fixedOrigin: true }
  const request = new Request(publicUrl, { headers: cookie ? { cookie } : {} })
  return identifyClient({ config }, request, '192.0.2.7')
}

describe('a browser', () => {
  it('that is new is given a secret which scripts cannot read and other sites’ forms do not send', () => {
    const { client, setCookie } = meet('http://landfall.test')
    expect(setCookie).toBe(`browser=${client.browser}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`)
    expect(Buffer.from(client.browser, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect(meet('http://landfall.test').client.browser).not.toBe(client.browser)
  })

  it('that comes back is known by it, and is given no other', () => {
    const { client } = meet('http://landfall.test')
    const cookies = `zone=UTC; browser=${client.browser}; theme=day`
    expect(meet('http://landfall.test', cookies)).toEqual({ client: { ...client, cookies }, setCookie: null })
  })

  it('over TLS has a cookie that no other host under the same domain can plant', () => {
    const { client, setCookie } = meet('https://landfall.test')
    expect(setCookie).toBe(`__Host-browser=${client.browser}; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax`)
    expect(meet('https://landfall.test', `__Host-browser=${client.browser}`).setCookie).toBeNull()
    expect(meet('https://landfall.test', `browser=${client.browser}`).client.browser).not.toBe(client.browser)
  })

  it.each(['browser=', 'browser=short', `browser=${'x'.repeat(65)}`, 'browser=abc def ghi jkl mno pqr stu'])(
    'with the cookie “%s” is a new one',
    (cookie) => expect(meet('http://landfall.test', cookie).setCookie).not.toBeNull(),
  )
})

describe('the network of a request', () => {
  const networkFrom = (address: string, { mode = 'live' as 'live' | 'demo', headers = {} } = {}) => {
    const loaded = loadConfig({})
    if (!loaded.ok) throw new Error(loaded.error)
    const config = { ...loaded.value, mode, PUBLIC_URL: 'http://landfall.test', fixedOrigin: true }
    return identifyClient({ config }, new Request('http://landfall.test', { headers }), address).client.network
  }

  it.each(['127.0.0.1', '::1', '10.1.2.3', '', 'unknown'])(
    'always has a network on a live site: “%s” is counted',
    (address) => expect(networkFrom(address)).toBeTruthy(),
  )

  it('is not counted on a demo’s own machine, unless a proxy there passes the request on', () => {
    expect(networkFrom('127.0.0.1', { mode: 'demo' })).toBeNull()
    expect(networkFrom('::1', { mode: 'demo' })).toBeNull()
    expect(networkFrom('10.1.2.3', { mode: 'demo' })).toBe('10.1.2.3')
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    expect(networkFrom('127.0.0.1', { mode: 'demo', headers })).toBe('127.0.0.1')
  })
})

describe('findNetworks', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', null],
    ['::ffff:192.0.2.7', '192.0.2.7', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
    ['a socket', 'unknown', null],
  ])('counts %s in %s and %s', (address, network, farNetwork) =>
    expect(findNetworks(address)).toEqual({ network, farNetwork }),
  )
})
