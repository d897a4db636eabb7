import { describe, expect, it } from 'vitest'
import { connectHashing, queueKeysOf } from '#server/accounts/auth/password-hashing'

const KEYS = queueKeysOf({ network: '203.0.113.7', farNetwork: null }, 'ada@example.com')

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
  it('does the work of one hash where there is no account, so that the time does not tell', async () => {
    const { verify, done } = countedHashing()
    expect(await verify(null, 'cactus', KEYS)).toBe(false)
    expect(done).toEqual(['hash'])
  })

  it('compares with the hash of an account, once', async () => {
    const { verify, done } = countedHashing()
    expect(await verify('hash of cactus', 'cactus', KEYS)).toBe(true)
    expect(await verify('hash of cactus', 'velvet', KEYS)).toBe(false)
    expect(done).toEqual(['verify', 'verify'])
  })
})

describe('the product’s own hashing', () => {
  it('knows the password again and no other, and never gives the same hash twice', async () => {
    const { hash, verify } = connectHashing()
    const [one, another] = [await hash('cactus', KEYS), await hash('cactus', KEYS)]
    expect(one).not.toBe(another)
    expect(one).not.toContain('cactus')
    expect(await verify(one, 'cactus', KEYS)).toBe(true)
    expect(await verify(another, 'velvet', KEYS)).toBe(false)
  })

  it('takes a password however its letters are composed', async () => {
    const { hash, verify } = connectHashing()
    const hashed = await hash('zwölf Boxkämpfer jagen'.normalize('NFC'), KEYS)
    expect(await verify(hashed, 'zwölf Boxkämpfer jagen'.normalize('NFD'), KEYS)).toBe(true)
  })
})
