/** Mails the codes that `codes.ts` asked for. */
import type { App } from '#server/context'
import { findCode, setCodeHash } from '#server/mentors/checks/checks-queries'
import { hashCode, newCode } from '#server/mentors/checks/codes'

/** The code is made here and exists only in the mail: a retry after a crash makes another one, and only the last counts. */
export async function deliverCheckCode(app: App, codeId: string): Promise<void> {
  const asked = await findCode(app.db, codeId, app.now())
  if (!asked) return
  const { checkLetter } = await import('./mails.tsx') // Late: programs that Node runs itself cannot load JSX.
  const code = newCode()
  await setCodeHash(app.db, codeId, await hashCode(codeId, code))
  const envelope = { id: codeId, to: { name: '', address: asked.address }, date: asked.createdAt }
  const link = `${app.config.PUBLIC_URL}/become-a-mentor/check`
  await app.mailer.send(envelope, (sender) => checkLetter({ kind: asked.kind, code, link }, sender))
}
