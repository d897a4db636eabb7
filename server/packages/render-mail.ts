/** Writes the emails about packages, which are queued as those about sessions are. */
import { creditState } from '#domain/packages/package'
import { listCredits } from '#server/bookings/credits/credits-queries'
import { menteeRecipient } from '#server/bookings/mails/recipients'
import type { App } from '#server/context'
import { findMailedMentor } from '#server/mentors/queries'
import { packageLink } from '#server/packages/package-link'
import { findPackage } from '#server/packages/packages-queries'
import { readMoneyOfBooking } from '#server/payments/booking-money-queries'
import { siteAddress } from '#server/platform/language/site-address'
import type { RenderMail, WaitingMail } from '#server/platform/mail/outbox/send-mail'
import type { PackageMail, PackageMailKind } from './mails.tsx'

/** @param renderSeat Renders the email if the booking is no package: then it is a seat in a cohort. */
export const createPackageRenderer =
  (renderSeat: RenderMail): RenderMail =>
  async (app, mail) => {
    const bought = await findPackage(app.db, mail.subject)
    if (!bought) return renderSeat(app, mail)
    return renderPackageMail(app, mail, bought)
  }

async function renderPackageMail(
  app: App,
  mail: WaitingMail,
  bought: NonNullable<Awaited<ReturnType<typeof findPackage>>>,
): ReturnType<RenderMail> {
  const recipient = mail.recipient === 'mentor' ? 'mentor' : 'mentee'
  const kind = mail.kind as PackageMailKind
  if (bought.erasedAt && recipient === 'mentee') return { dropped: 'mentee_erased' }
  const left = (await listCredits(app.db, bought.id)).filter((credit) => creditState(credit) === 'open').length
  if (kind === 'package_ends' && (left === 0 || bought.status !== 'confirmed')) return { dropped: 'booking_over' }
  const to = recipient === 'mentor' ? await findMentorAddress(app, bought) : await menteeRecipient(app, bought, kind)
  if (!to) return { dropped: 'mentor_no_account' }
  const about: PackageMail = {
    kind,
    recipient,
    bought,
    left,
    pageUrl: recipient === 'mentor' ? `${siteAddress(app)}/desk` : packageLink(app, bought),
    mentorUrl: `${siteAddress(app)}/mentors/${bought.mentorSlug}`,
    money: await readMoneyOfBooking(app.db, bought.id),
  }
  const { packageEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  return { to, email: () => packageEmail(about) }
}

async function findMentorAddress(app: App, { mentorId }: { mentorId: string }) {
  const mentor = await findMailedMentor(app.db, mentorId)
  return mentor ? { name: mentor.name, address: mentor.email } : null
}
