/** Has forms accept what the mail server of this process can deliver. */
import type { App } from '#server/context'
import { acceptUnicodeLocalParts } from '#server/platform/http/text'

const EVERY_MS = 600_000

type Mail = Pick<App, 'mailer'>

export async function readMailSupport({ mailer }: Mail): Promise<void> {
  acceptUnicodeLocalParts(await mailer.offersSmtpUtf8())
}

/** Asks the mail server now and every ten minutes; while it is away, its last word counts. Returns the function that stops it. */
export function watchMailSupport(app: Mail): () => Promise<void> {
  const read = () => readMailSupport(app).catch(() => {})
  let reading = read()
  const timer = setInterval(() => (reading = read()), EVERY_MS)
  return async () => {
    clearInterval(timer)
    await reading
  }
}
