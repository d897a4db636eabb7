/** Passwords hashed in no time. The product's own hashing is slow on purpose, which most tests need not wait for. */
import { createHash, randomUUID } from 'node:crypto'
import type { Hashing } from '#server/accounts/auth/password-hashing'

const digest = (salt: string, password: string) => createHash('sha256').update(`${salt} ${password}`).digest('hex')

export const quickHashing: Hashing = {
  hashPassword: async (password) => {
    const salt = randomUUID()
    return `${salt}:${digest(salt, password)}`
  },
  verifyPassword: async ({ hash, password }) => {
    const [salt = '', hashed] = hash.split(':')
    return hashed === digest(salt, password)
  },
}
