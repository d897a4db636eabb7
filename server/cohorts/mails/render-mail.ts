/** Writes the emails that `queue-mail.ts` queued. */
import { areCohortsPublished, findMailedCohort } from '#server/cohorts/queries'
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'

export const renderCohortMail: RenderMail = async (app, { kind, subject, facts }) => {
  const cohort = await findMailedCohort(app.db, subject)
  if (!cohort) return { dropped: 'cohort_gone' }
  const { cohortEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const { title, slug, name, email: address } = cohort
  const published = await areCohortsPublished(app.db)
  const about = { kind, facts, title, slug, published, publicUrl: app.config.PUBLIC_URL }
  return { to: { name, address }, email: (sender) => cohortEmail(about, sender) }
}
