/** Writes the email with a mentor's statement, when it is sent. */
import { findMailedMentor } from '#server/mentors/queries'
import { siteAddress } from '#server/platform/language/site-address'
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'
import { drawMonthFiles } from '#server/tax-documents/statements/statement-files'
import { readStatement } from '#server/tax-documents/statements/statements'

/** A file that cannot be drawn is logged and left out: the email says where the statement is. */
export const renderStatementMail: RenderMail = async (app, { subject, facts }) => {
  const mentor = await findMailedMentor(app.db, subject)
  if (!mentor) return { dropped: 'record_no_account' }
  const month = String(facts['month'])
  const read = await readStatement(app, subject, month)
  if (!read) return { dropped: 'no_longer_so' }
  const files = await drawMonthFiles(app, subject, read)
  const attachments = files.map((file) => ({ ...file, type: 'application/pdf' }))
  const balances = read.statements.map(({ currency, closing }) => ({ currency, closing }))
  const { statementEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const mail = { month, balances, attachments, publicUrl: siteAddress(app) }
  return { to: { name: mentor.name, address: mentor.email }, email: (sender) => statementEmail(mail, sender) }
}
