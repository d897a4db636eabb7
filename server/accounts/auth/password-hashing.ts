/** Hashing and verifying passwords, by better-auth's scrypt. Every call waits for its turn (`hashing-queue.ts`). */
import { createHash } from 'node:crypto'
import type { Client } from '#domain/accounts/client'
import { openHashingQueue, type QueueKeys, type QueueLimits } from '#server/accounts/auth/hashing-queue'

/** Both are slow on purpose. */
export type Hashing = {
  hashPassword: (password: string) => Promise<string>
  verifyPassword: (given: { hash: string; password: string }) => Promise<boolean>
}

/** The networks that a request comes from, as limits count them. */
export type ClientNetworks = Pick<Client, 'network' | 'farNetwork'>

/**
 * Each running job takes 16 MB and a core for tens of milliseconds, and pages need a core too. A full queue is about
 * five seconds of work; the jobs of one account are done within half a second.
 */
const LIMITS: QueueLimits = { running: 2, waiting: 100, perAccount: 5 }

/** For a password that better-auth verifies itself, for a signed-in session. */
export const KNOWN_CLIENT: QueueKeys = { network: null, farNetwork: null, account: null, known: true }

/** `email`: the address that was typed, to sign in to its account; null otherwise. */
export function queueKeys({ network, farNetwork }: ClientNetworks, email: string | null, known = false): QueueKeys {
  // In lower case, as PostgreSQL compares addresses.
  const account = email === null ? null : createHash('sha256').update(email.toLowerCase()).digest('base64url')
  return { network, farNetwork, account, known }
}

/** `own`: by default scrypt. Both functions throw `QueueIsFull` when too many wait. */
export function connectHashing(own?: Hashing) {
  const queue = openHashingQueue(LIMITS)
  const load = async (): Promise<Hashing> => own ?? (await import('better-auth/crypto'))
  return {
    hash: (password: string, keys: QueueKeys): Promise<string> =>
      queue.run(keys, async () => (await load()).hashPassword(password)),

    /** Without a hash it takes as long and is false, so that timing does not reveal whether the account exists. */
    verify: (hash: string | null, password: string, keys: QueueKeys): Promise<boolean> =>
      queue.run(keys, async () => {
        const { hashPassword, verifyPassword } = await load()
        if (hash) return verifyPassword({ hash, password })
        await hashPassword(password)
        return false
      }),

    /** How many wait now. */
    waiting: queue.waiting,
  }
}
