import { describe, expect, it } from 'vitest'
import { connectHashing, queueKeys } from '#server/accounts/auth/password-hashing'

const KEYS = queueKeys({ network: '203.0.113.7', farNetwork: null }, 'ada@example.com')

/** Hashing that notes each time it works. */
function countedHashing() {
  const done: string[] = []
  const hashing = connectHashing({
    hashPassword: async () => (done.push('hash'), 'a hash'),
    verifyPassword: async ({ hash, password }) => (done.push('verify'), hash === `hash of ${password}`),
  })
  return { ...hashing, done }
}

describe('verifying a password', () => {
  it('takes as long without an account, so that the time does not reveal whether there is one', async () => {
    const { verify, done } = countedHashing()
    expect(await verify(null, 'cactus', KEYS)).toBe(false)
    expect(done).toEqual(['hash'])
  })

  it('compares with the account’s hash, once', async () => {
    const { verify, done } = countedHashing()
    expect(await verify('hash of cactus', 'cactus', KEYS)).toBe(true)
    expect(await verify('hash of cactus', 'velvet', KEYS)).toBe(false)
    expect(done).toEqual(['verify', 'verify'])
  })
})

it('the default hashing verifies the password in any Unicode composition and no other, and never makes the same hash twice', async () => {
  const { hash, verify } = connectHashing()
  const password = 'zwölf Boxkämpfer jagen'.normalize('NFC')
  const [one, another] = [await hash(password, KEYS), await hash(password, KEYS)]
  expect(one).not.toBe(another)
  expect(one).not.toContain('Box')
  expect(await verify(one, password.normalize('NFD'), KEYS)).toBe(true)
  expect(await verify(another, 'velvet', KEYS)).toBe(false)
})
