/** Writes the email that asks a mentor to bear a code, when it is sent. */
import { zoneCity } from '#domain/time/zone'
import { listOfferedCodes } from '#server/discounts/agreements-queries'
import { findMailedMentor } from '#server/mentors/queries'
import { siteAddress } from '#server/platform/language/site-address'
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'

/** Dropped if the mentor has answered or the code is disabled by then. */
export const renderAgreementMail: RenderMail = async (app, { subject: mentorId, facts }) => {
  const mentor = await findMailedMentor(app.db, mentorId)
  if (!mentor) return { dropped: 'record_no_account' }
  const [code] = await listOfferedCodes(app.db, mentorId, { codeId: String(facts['codeId']), limit: 1 })
  if (!code || code.disabledAt || code.agreement !== 'waiting') return { dropped: 'no_longer_so' }
  const { agreementEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const mail = { code, zone: mentor.timeZone, place: zoneCity(mentor.timeZone), publicUrl: siteAddress(app) }
  return { to: { name: mentor.name, address: mentor.email }, email: (sender) => agreementEmail(mail, sender) }
}
