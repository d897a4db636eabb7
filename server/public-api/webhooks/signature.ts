/** The signature of a webhook, by which a receiver knows that it comes from here and is not an old one sent again. */
import { createHmac } from 'node:crypto'
import type { App } from '#server/context'

/** Prefix of webhook secrets. */
const PREFIX = 'whsec_'

/** An endpoint's secret. It is computed and stored nowhere; the next version is another one. */
export const secretOfEndpoint = (
  app: Pick<App, 'secretFor'>,
  { id, secretVersion }: { id: string; secretVersion: number },
): string => `${PREFIX}${app.secretFor('webhook', `${id} ${secretVersion}`)}`

/**
 * The header `Landfall-Signature`, in the scheme of Stripe (https://docs.stripe.com/webhooks#verify-manually): seconds since
 * 1970, and the HMAC-SHA256 of them, a dot and the body, in hexadecimal.
 */
export function signPayload(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
