/** Sends what `queue-mail.ts` queued. */
import type { App } from '#server/context'
import { findUnsentMentorMail, markMentorMailSent } from '#server/mentors/mails/mentor-mails-queries'

/** Sends a queued mail, unless it was sent. Its Message-ID is the row's id, so a repeat after a crash is the same mail. */
export async function deliverMentorMail(app: App, mailId: string): Promise<void> {
  const mail = await findUnsentMentorMail(app.db, mailId)
  if (!mail) return
  const { mentorLetter } = await import('./mails.tsx') // Late: programs that Node runs itself cannot load JSX.
  const { kind, facts, slug, name, email, createdAt, id } = mail
  const about = { kind, facts, slug, publicUrl: app.config.PUBLIC_URL }
  const envelope = { id, to: { name, address: email }, date: createdAt }
  await app.mailer.send(envelope, (sender) => mentorLetter(about, sender))
  await markMentorMailSent(app.db, mailId, app.now())
}
