/** The browser's part of making a passkey (WebAuthn §7.1). The server's is `server/site/auth-routes.ts`. */
import * as m from '#messages/accounts'
import { localPath } from '#words/local-path'

/** `problem`: what went wrong, in words; null if the passkey was added, or its owner cancelled. */
export async function addPasskey(name: string): Promise<{ added: boolean; problem: string | null }> {
  const failed = (problem: string | null) => ({ added: false, problem })
  try {
    const challenge = await post('/passkeys/registration', {})
    if (!challenge.ok) return failed(describeProblem(challenge))
    const options = (await challenge.json()) as PublicKeyCredentialCreationOptionsJSON
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const credential = await navigator.credentials.create({ publicKey })
    if (!(credential instanceof PublicKeyCredential)) return failed(null)
    const response = await post('/passkeys', { response: credential.toJSON(), name })
    return response.ok ? { added: true, problem: null } : failed(describeProblem(response))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return failed(null)
    if (error instanceof DOMException && error.name === 'InvalidStateError') {
      return failed(m.passkeyAlreadyHere())
    }
    if (error instanceof DOMException && error.name === 'SecurityError') {
      return failed(m.passkeysNeedDomain())
    }
    return failed(m.passkeyNotAdded())
  }
}

function describeProblem(response: Response): string {
  if (response.status === 403) return m.confirmAgain()
  if (response.status === 401) return m.signedOutTryAgain()
  return m.passkeyUnreadable()
}

function post(address: string, body: unknown): Promise<Response> {
  return fetch(localPath(address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
