import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { PROOF_MINUTES } from '#domain/accounts/account'
import { updateAccount } from '#server/accounts/queries'
import { signInByPasskey } from '#server/accounts/sign-in/sign-in'
import { clientFrom, keepCookies, signUp, whoIs } from '../../../tests/support/accounts/accounts.ts'
import { ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

const refused = { ok: false, error: { code: 'refused' } }

const begin = (cookie: string) =>
  test.site.request(`${ORIGIN}/passkeys/registration`, { method: 'POST', headers: { origin: ORIGIN, cookie } })

const PRESENT = 1
const VERIFIED = 4 // WebAuthn §6.1: flags of what the device did.

/** A device with a passkey of an account. `answer` is what a browser sends for a challenge (WebAuthn §7.2). */
async function createDevice(accountId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // RFC 9053 §7.1.1: a key of two coordinates, for ES256.
  const hex = ['a5010203262001', '215820', Buffer.from(x, 'base64url').toString('hex'), '225820']
  const key = Buffer.concat([Buffer.from(hex.join(''), 'hex'), Buffer.from(y, 'base64url')]).toString('base64')
  const id = Buffer.from(randomUUID()).toString('base64url')
  await sql`
    insert into passkeys (id, account_id, name, public_key, credential_id, counter, device_type, backed_up)
    values (${randomUUID()}, ${accountId}, 'Phone', ${key}, ${id}, 0, 'singleDevice', false)
  `.execute(test.db)
  return (challenge: string, flags: number) => {
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: ORIGIN }))
    const site = createHash('sha256').update('landfall.test').digest()
    const device = Buffer.concat([site, Buffer.from([flags, 0, 0, 0, 0])])
    const signed = Buffer.concat([device, createHash('sha256').update(client).digest()])
    const response = {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: device.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
    }
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}

async function challenged() {
  const { options, setCookies } = await test.app.auth.passkeys.challenge(clientFrom())
  return {
    challenge: (options as { challenge: string }).challenge,
    client: clientFrom('127.0.0.1', keepCookies(setCookies)),
  }
}

describe('a passkey', () => {
  it.each([
    [PROOF_MINUTES - 1, 200],
    [PROOF_MINUTES, 403],
  ])('can be made %i minutes after signing in? The answer is %i', async (minutes, status) => {
    const { cookies } = await signUp(test)
    test.clock.forward(minutes)
    expect((await begin(cookies)).status).toBe(status)
  })

  it('signs its owner in, once per challenge', async () => {
    const { session } = await signUp(test)
    const device = await createDevice(session.accountId)
    const { challenge, client } = await challenged()
    const answer = device(challenge, PRESENT | VERIFIED)
    const signedIn = await signInByPasskey(test.app, answer, client)
    expect(signedIn).toMatchObject({ ok: true, value: { admin: false } })
    const cookies = keepCookies(signedIn.ok ? signedIn.value.setCookies : [])
    expect(await whoIs(test, cookies)).toMatchObject({ accountId: session.accountId })
    expect(await signInByPasskey(test.app, answer, client)).toEqual(refused)
    const other = await challenged()
    expect(await signInByPasskey(test.app, answer, other.client)).toEqual(refused)
  })

  it('signs no one in if the device did not verify its user, or to a suspended account', async () => {
    const { session } = await signUp(test)
    const device = await createDevice(session.accountId)
    const unverified = await challenged()
    expect(await signInByPasskey(test.app, device(unverified.challenge, PRESENT), unverified.client)).toEqual(refused)
    await updateAccount(test.db, session.accountId, { suspendedAt: test.clock.time, updatedAt: test.clock.time })
    const { challenge, client } = await challenged()
    expect(await signInByPasskey(test.app, device(challenge, PRESENT | VERIFIED), client)).toEqual(refused)
  })
})
