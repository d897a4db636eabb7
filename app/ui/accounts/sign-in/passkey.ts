/** A passkey's ceremony, the browser's half of it (WebAuthn §7.2). The server's is `server/accounts/auth/auth-routes.ts`. */
import { tooManyWords } from './refusal.tsx'

/** `to`: where to go, signed in. `problem`: what to tell, null where the visitor has just turned back. */
export async function signInByPasskey(next: string): Promise<{ to: string } | { problem: string | null }> {
  if (!('parseRequestOptionsFromJSON' in (window.PublicKeyCredential ?? {}))) {
    return { problem: 'This browser cannot use passkeys here. Use your email and password.' }
  }
  try {
    const challenge = await post('/passkeys/challenge', {})
    if (!challenge.ok) return { problem: problemOf(challenge) }
    const options = (await challenge.json()) as PublicKeyCredentialRequestOptionsJSON
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const credential = await navigator.credentials.get({ publicKey })
    if (!(credential instanceof PublicKeyCredential)) return { problem: null }
    const answer = await post('/passkeys/sign-in', { response: credential.toJSON(), next })
    if (!answer.ok) return { problem: problemOf(answer) }
    return (await answer.json()) as { to: string }
  } catch (error) {
    // Turned back, or none fits: browsers do not tell which, so that no site learns what somebody has.
    if (error instanceof DOMException && error.name === 'NotAllowedError') return { problem: null }
    return { problem: 'The passkey could not be asked for. Check your connection, or use your email and password.' }
  }
}

function problemOf(answer: Response): string {
  if (answer.status === 429) return tooManyWords(Number(answer.headers.get('retry-after')))
  return answer.status === 401
    ? 'This passkey opens no account here. Use your email and password.'
    : 'Signing in by passkey does not work just now. Use your email and password.'
}

function post(address: string, body: unknown): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
