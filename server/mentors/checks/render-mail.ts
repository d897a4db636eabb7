/** Renders the emails with the codes of `codes.ts`. */
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'
import { siteAddress } from '#server/platform/language/site-address'
import { findCode, setCodeHash } from '#server/mentors/checks/checks-queries'
import { hashCode, newCode } from '#server/mentors/checks/codes'

/** The code is made here and exists only in the mail: another attempt makes another one, and only the last counts. */
export const writeCheckCode: RenderMail = async (app, { subject: codeId }) => {
  const pendingCode = await findCode(app.db, codeId, app.now())
  if (!pendingCode) return { dropped: 'code_over' }
  const { checkEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const code = newCode()
  await setCodeHash(app.db, codeId, await hashCode(codeId, code))
  const link = `${siteAddress(app)}/become-a-mentor/check`
  return {
    to: { name: '', address: pendingCode.address },
    email: (sender) => checkEmail({ kind: pendingCode.kind, code, link }, sender),
  }
}
