/** Passwords and their hashes, by better-auth's scrypt. Whoever asks waits for their turn (`hashing-queue.ts`). */
import { createHash } from 'node:crypto'
import type { Client } from '#domain/accounts/client'
import { openHashingQueue, type Asker, type QueueLimits } from '#server/accounts/auth/hashing-queue'

/** Slow on purpose. */
export type Hashing = {
  hashPassword: (password: string) => Promise<string>
  verifyPassword: (given: { hash: string; password: string }) => Promise<boolean>
}

/** The networks that a request comes from, as limits count them. */
export type ClientNetworks = Pick<Client, 'network' | 'farNetwork'>

/**
 * Passwords hashed at once: each takes 16 MB and a core for tens of milliseconds, and pages want one too. Those that wait are
 * some five seconds of work; those of one account are looked at within half a second.
 */
const LIMITS: QueueLimits = { atWork: 2, waiting: 100, perAccount: 5 }

/** For better-auth, which looks once more at what somebody that we know has just been asked. */
export const KNOWN: Asker = { network: null, farNetwork: null, account: null, known: true }

/** Who is not signed in. `email` is what they typed, where they want into an account. */
export function askerFrom({ network, farNetwork }: ClientNetworks, email: string | null, known = false): Asker {
  // PostgreSQL compares addresses without case, too.
  const account = email === null ? null : createHash('sha256').update(email.toLowerCase()).digest('base64url')
  return { network, farNetwork, account, known }
}

/** `own`: left out, it is scrypt. All throw QueueIsFull where too many wait. */
export function connectHashing(own?: Hashing) {
  const queue = openHashingQueue(LIMITS)
  const load = async (): Promise<Hashing> => own ?? (await import('better-auth/crypto'))
  return {
    hash: (password: string, asker: Asker): Promise<string> =>
      queue.run(asker, async () => (await load()).hashPassword(password)),

    /** Takes as long where there is no hash to compare with, so that time does not tell. */
    verify: (hash: string | null, password: string, asker: Asker): Promise<boolean> =>
      queue.run(asker, async () => {
        const { hashPassword, verifyPassword } = await load()
        if (hash) return verifyPassword({ hash, password })
        await hashPassword(password)
        return false
      }),

    /** How many wait now. */
    waiting: queue.waiting,
  }
}
