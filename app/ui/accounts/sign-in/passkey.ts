/**
 * The browser's part of signing in with a passkey (WebAuthn §7.2). The server's is
 * `server/site/auth-routes.ts`.
 */
import * as m from '#messages/accounts'
import { localPath } from '#words/local-path'
import { explainTooMany } from './refusal.tsx'

/** `to`: where to go once signed in. `problem`: what went wrong, in words; null if the visitor cancelled. */
export async function signInByPasskey(next: string): Promise<{ to: string } | { problem: string | null }> {
  if (!('parseRequestOptionsFromJSON' in (window.PublicKeyCredential ?? {}))) {
    return { problem: m.noPasskeysHere() }
  }
  try {
    const challenge = await post('/passkeys/challenge', {})
    if (!challenge.ok) return { problem: describeProblem(challenge) }
    const options = (await challenge.json()) as PublicKeyCredentialRequestOptionsJSON
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const credential = await navigator.credentials.get({ publicKey })
    if (!(credential instanceof PublicKeyCredential)) return { problem: null }
    const response = await post('/passkeys/sign-in', { response: credential.toJSON(), next })
    if (!response.ok) return { problem: describeProblem(response) }
    return (await response.json()) as { to: string }
  } catch (error) {
    // Cancelled, or there is no passkey for this site. Browsers do not say which, so that no site learns which passkeys exist.
    if (error instanceof DOMException && error.name === 'NotAllowedError') return { problem: null }
    return { problem: m.passkeyFailed() }
  }
}

function describeProblem(response: Response): string {
  if (response.status === 429) return explainTooMany(Number(response.headers.get('retry-after')))
  return response.status === 401 ? m.passkeyUnknown() : m.passkeySignInDown()
}

function post(address: string, body: unknown): Promise<Response> {
  return fetch(localPath(address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
