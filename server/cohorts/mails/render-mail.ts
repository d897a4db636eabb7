/** Writes the emails that `queue-mail.ts` queued. */
import { areCohortsPublished, findMailedCohort } from '#server/cohorts/queries'
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'
import { siteAddress } from '#server/platform/language/site-address'

export const renderCohortMail: RenderMail = async (app, { kind, subject, facts }) => {
  const cohort = await findMailedCohort(app.db, subject)
  if (!cohort) return { dropped: 'cohort_gone' }
  const { cohortEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const { title, slug, name, email: address } = cohort
  const published = await areCohortsPublished(app.db)
  const about = { kind, facts, title, slug, published, publicUrl: siteAddress(app) }
  return { to: { name, address }, email: (sender) => cohortEmail(about, sender) }
}
