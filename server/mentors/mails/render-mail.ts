/** Writes the emails that `queue-mail.ts` queued. */
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'
import { siteAddress } from '#server/platform/language/site-address'
import { findMailedMentor } from '#server/mentors/queries'

/**
 * It goes to the account that the record belongs to by then.
 *
 * @param others Renders kinds of email of which this area knows nothing.
 */
export const createMentorRenderer =
  (others: Map<string, RenderMail>): RenderMail =>
  (app, mail) =>
    (others.get(mail.kind) ?? renderMentorMail)(app, mail)

const renderMentorMail: RenderMail = async (app, { kind, subject, facts }) => {
  const mentor = await findMailedMentor(app.db, subject)
  if (!mentor) return { dropped: 'record_no_account' }
  // Late: scripts that Node runs unbundled cannot load JSX.
  const [{ mentorEmail }, { payoutAccountEmail }] = await Promise.all([
    import('./mails.tsx'),
    import('./account-mails.tsx'),
  ])
  const about = { kind, facts, slug: mentor.slug, publicUrl: siteAddress(app) }
  return {
    to: { name: mentor.name, address: mentor.email },
    email: (sender) => payoutAccountEmail(about, sender) ?? mentorEmail(about, sender),
  }
}
