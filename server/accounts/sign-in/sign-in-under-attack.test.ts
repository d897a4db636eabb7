/** Signing in while a botnet guesses: hashing takes as long as the test says, so the order of service is known. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { Auth } from '#server/accounts/auth/auth'
import { insertAccount, setPassword } from '#server/accounts/queries'
import type { Client } from '#domain/accounts/client'
import { signIn } from '#server/accounts/sign-in/sign-in'
import { ADA, clientFrom, keepCookies } from '../../../tests/support/accounts/accounts.ts'
import { connectTestAuth } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const AT_ONCE = 5 // Guesses at one account that may wait or be looked at.
const OWNER = '192.0.2.1'
const guesser = (at: number) => clientFrom(`203.0.113.${at}`)

/**
 * The product with a hashing function that waits for `release` while it is held. `served`: passwords, in their order.
 */
function openHeld() {
  const served: string[] = []
  const ends: (() => void)[] = []
  let held = false
  const hashed = async (password: string) => {
    served.push(password)
    if (held) await new Promise<void>((end) => ends.push(end))
    return `hash of ${password}`
  }
  const hashing = {
    hashPassword: hashed,
    verifyPassword: async ({ hash, password }: { hash: string; password: string }) => (await hashed(password)) === hash,
  }
  const auth = connectTestAuth(test.app, { hashing })
  return {
    auth,
    served,
    hold() {
      held = true
      served.length = 0
    },
    /** Ends all that is at work, one after the other, and lets what comes later through. */
    release() {
      held = false
      for (let end = ends.shift(); end; end = ends.shift()) end()
    },
  }
}

async function addAccount(email: string): Promise<void> {
  const [id, at] = [randomUUID(), test.clock.time]
  await insertAccount(test.db, { id, name: email, email, emailVerified: true, createdAt: at, updatedAt: at })
  await setPassword(test.db, id, randomUUID(), `hash of ${passwordOf(email)}`, at)
}

const passwordOf = (email: string) => `password of ${email}`

const enter = (auth: Auth, email: string, client: Client, password = passwordOf(email)) =>
  signIn({ ...test.app, auth }, { email, password }, 'public', client)

/** Makes `count` guesses at one account, each from another network. `refused`: the responses that ask to retry later. */
function guessAt(auth: Auth, email: string, networks: number) {
  const refused: unknown[] = []
  const guesses = Array.from({ length: networks }, async (_, at) => {
    const { outcome } = await enter(auth, email, guesser(at), `guess ${at}`)
    if (!outcome.ok && outcome.error.code === 'too_many') refused.push(outcome.error)
    return outcome
  })
  return { refused, all: Promise.all(guesses) }
}

const PEOPLE = Array.from({ length: 10 }, (_, at) => `person-${at}@example.com`)

describe('while 240 networks guess at one account', () => {
  it('its owner signs in by a known browser, and other people by any browser, before the guesses that wait', async () => {
    const { auth, served, hold, release } = openHeld()
    for (const email of [ADA, ...PEOPLE]) await addAccount(email)
    const before = await enter(auth, ADA, clientFrom(OWNER))
    const mark = before.outcome.ok
      ? before.outcome.value.setCookies.find((cookie) => cookie.startsWith('known='))
      : null
    const known = clientFrom('198.51.100.200', keepCookies([mark!])) // From elsewhere, without a session.

    hold()
    const guesses = guessAt(auth, ADA, 240)
    await vi.waitFor(() => expect(guesses.refused).toHaveLength(240 - AT_ONCE), { timeout: 30_000 })
    const entering = PEOPLE.map((email, at) => enter(auth, email, clientFrom(`198.51.100.${at}`)))
    await vi.waitFor(() => expect(auth.passwordsWaiting()).toBe(3 + PEOPLE.length), { timeout: 30_000 })
    const owner = enter(auth, ADA, known)
    await vi.waitFor(() => expect(auth.passwordsWaiting()).toBe(3 + PEOPLE.length + 1), { timeout: 30_000 })
    release()

    expect((await owner).outcome).toMatchObject({ ok: true, value: { step: 'done' } })
    for (const { outcome } of await Promise.all(entering)) expect(outcome).toMatchObject({ ok: true })
    expect((await guesses.all).filter(({ ok }) => ok)).toEqual([])
    expect(guesses.refused).toEqual(Array.from({ length: 235 }, () => ({ code: 'too_many', retryAfter: 5 })))
    const order = served.map((password) => (password.startsWith('guess') ? 'guess' : password))
    expect(order.slice(0, 4)).toEqual(['guess', 'guess', passwordOf(ADA), 'guess'])
    expect(order.slice(4, -2).toSorted()).toEqual(PEOPLE.map(passwordOf).toSorted())
    expect(order.slice(-2)).toEqual(['guess', 'guess'])
  })

  it('guesses are refused in the same way whether or not the account exists', async () => {
    const { auth, hold, release } = openHeld()
    await addAccount(ADA)
    hold()
    const [ada, unknown] = [guessAt(auth, ADA, 20), guessAt(auth, 'unknown@example.com', 20)]
    await vi.waitFor(() => expect(ada.refused.length + unknown.refused.length).toBe(2 * (20 - AT_ONCE)), {
      timeout: 30_000,
    })
    release()
    await Promise.all([ada.all, unknown.all])
    expect(ada.refused).toEqual(unknown.refused)
  })
})

it('a browser that has signed in is marked only by the right password', async () => {
  await addAccount(ADA)
  const { auth } = openHeld()
  const { outcome } = await enter(auth, ADA, clientFrom(OWNER), 'wrong')
  expect(outcome).toEqual({ ok: false, error: { code: 'refused' } })
  const entered = await enter(auth, ADA, clientFrom(OWNER))
  const setCookies = [expect.stringMatching(/^session=/), expect.stringMatching(/^known=/)]
  expect(entered.outcome).toMatchObject({ ok: true, value: { setCookies } })
})
