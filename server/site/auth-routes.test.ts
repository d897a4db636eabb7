import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../tests/support/product/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

/** A program's request from this address. */
function post(path: string, body: unknown, { address = '203.0.113.7', cookie = '' } = {}) {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie, origin: 'http://landfall.test' }) }
  const bindings = { incoming: { socket: { remoteAddress: address } } }
  return t.site.request(path, { method: 'POST', headers, body: JSON.stringify(body) }, bindings)
}

it.each(['/passkeys/registration', '/passkeys'])(
  'making a passkey is for people who are signed in: %s',
  async (path) => {
    const answer = await post(path, {})
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'unauthorized' })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect((await post(path, {}, { cookie: 'session=made-up.AAAA' })).status).toBe(401)
  },
)

describe('signing in with a passkey', () => {
  it('begins with a challenge that works once, and sends no token', async () => {
    const first = await post('/passkeys/challenge', {})
    const second = await post('/passkeys/challenge', {})
    const [one, other] = [await first.json(), await second.json()] as { challenge: string; rpId: string }[]
    expect(one?.rpId).toBe('landfall.test')
    expect(one?.challenge).not.toBe(other?.challenge)
    expect(first.headers.get('set-cookie')).toMatch(/^landfall\.[\w-]+=.*HttpOnly/)
    expect(first.headers.get('cache-control')).toBe('private, no-store')
  })

  it('is refused with anything that is no answer to the challenge', async () => {
    const malformed = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} }
    for (const body of [{}, { response: malformed }, { response: 'passkey' }, [1, 2]]) {
      const challenge = await post('/passkeys/challenge', {})
      const cookie = challenge.headers.get('set-cookie')?.split(';')[0] ?? ''
      const answer = await post('/passkeys/sign-in', body, { cookie })
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
    }
  })

  it('is refused for the rest of the minute after five tries from one network', async () => {
    const ask = (address: string) => post('/passkeys/sign-in', {}, { address })
    for (let tries = 0; tries < 5; tries += 1) expect((await ask('2001:db8:1:2::7')).status).toBe(401)
    const refused = await ask('2001:db8:1:2:ffff::8')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await refused.json()).toMatchObject({ code: 'too_many' })
    expect((await ask('2001:db8:1:3::7')).status).toBe(401)
    t.clock.forward(1)
    expect((await ask('2001:db8:1:2::7')).status).toBe(401)
  })
})

it('a passkey’s challenge is given to one network five times a minute, since each takes a row', async () => {
  for (let tries = 0; tries < 5; tries += 1) expect((await post('/passkeys/challenge', {})).status).toBe(200)
  const refused = await post('/passkeys/challenge', {})
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await t.db.selectFrom('verifications').select('id').execute()).toHaveLength(5)
})

it.each([
  ['POST', '/google'],
  ['GET', '/api/auth/callback/google?code=a&state=b'],
])('Google cannot be used if the site has no keys for it: %s %s', async (method, path) => {
  expect((await t.site.request(path, { method })).status).toBe(404)
})
