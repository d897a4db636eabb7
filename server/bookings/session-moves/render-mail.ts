/** Collects the facts for the emails in `mails.tsx` when they are sent. */
import { findRefundRule } from '#domain/bookings/refunds/refund-rule'
import { menteeClock } from '#server/bookings/clocks'
import { findAccount, findAccountByEmail } from '#server/accounts/queries'
import { bookingLinkFor } from '#server/bookings/booking-link'
import { clockNotesFor } from '#server/bookings/mails/clock-notes'
import { listMessagesOfMail } from '#server/bookings/messages/messages-queries'
import { isFromPackage, type BookedSession } from '#server/bookings/queries'
import { readOpenProposal } from '#server/bookings/session-moves/proposals'
import { listProposals } from '#server/bookings/session-moves/proposals-queries'
import { listMoves } from '#server/bookings/session-moves/session-moves-queries'
import { readReturnable } from '#server/bookings/credits/credits'
import type { App } from '#server/context'
import type { MailRecipient, MoveMail } from '#server/platform/db/tables'
import type { WaitingMail, RenderMail } from '#server/platform/mail/outbox/send-mail'
import { describeRefundRule } from '#words/bookings/refund-rule'
import { momentIn } from '#words/moments'
import { formatMoney } from '#words/prices'

type About = { booking: BookedSession; recipient: MailRecipient; link: string; clockNotes: string[] }
type RenderedEmail = Extract<Awaited<ReturnType<RenderMail>>, { to: unknown }>['email']

const KINDS: readonly string[] = [
  'session_moved',
  'times_proposed',
  'proposal_withdrawn',
  'message',
] satisfies MoveMail[]

export const isMoveMail = (kind: string): kind is MoveMail => KINDS.includes(kind)

/** `dropped`: why there is nothing to say any more. */
export async function renderMoveMail(
  app: App,
  mail: WaitingMail & { kind: MoveMail },
  booking: BookedSession,
): ReturnType<RenderMail> {
  const recipient = mail.recipient as MailRecipient
  const to = await findRecipient(app, recipient, booking)
  if (!to) return { dropped: 'mentor_no_account' }
  const link = bookingLinkFor(app, booking, recipient)
  const about: About = { booking, recipient, link, clockNotes: clockNotesFor(recipient, booking, app.now()) }
  const email = await writers[mail.kind](app, about, Number(mail.version))
  return email ? { to, email } : { dropped: 'no_longer_so' }
}

const writers: Record<MoveMail, (app: App, about: About, version: number) => Promise<RenderedEmail | null>> = {
  session_moved: writeMoved,
  times_proposed: writeProposed,
  proposal_withdrawn: writeWithdrawn,
  message: writeMessage,
}

async function writeMoved(app: App, about: About, version: number): Promise<RenderedEmail | null> {
  const { booking } = about
  const move = (await listMoves(app.db, booking.id)).find(({ revision }) => revision === version)
  if (!move || booking.revision !== version || booking.status !== 'confirmed') return null
  const refund =
    booking.paidAt && booking.pricePence > 0 && !isFromPackage(booking) ? findRefundRule(booking, booking.paidAt) : null
  const clock = menteeClock(booking)
  const { movedEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const moved = movedEmail({
    ...about,
    movedBy: move.movedBy,
    from: { at: move.fromAt, mentorZone: move.fromZone },
    refund: refund && describeRefundRule(refund, clock.timeZone, app.now(), (at) => momentIn(at, clock)),
  })
  return () => moved
}

async function writeProposed(app: App, about: About, version: number): Promise<RenderedEmail | null> {
  const { booking } = about
  const made = await listProposals(app.db, booking.id)
  const proposal = made[version - 1]?.status === 'open' ? await readOpenProposal(app, booking) : null
  if (!proposal) return null
  const kept = await readReturnable(app.db, booking)
  const { proposedEmail } = await import('./mails.tsx')
  const { times, answerBy } = proposal
  return () =>
    proposedEmail({ ...about, times, answerBy, refund: kept > 0 ? formatMoney(kept, booking.currency) : null })
}

async function writeWithdrawn({ db }: App, about: About, version: number): Promise<RenderedEmail | null> {
  const { booking } = about
  const latest = (await listProposals(db, booking.id)).at(version - 1)
  if (latest?.status !== 'withdrawn' || booking.status !== 'confirmed') return null
  const { withdrawnEmail } = await import('./mails.tsx')
  return () => withdrawnEmail(about)
}

async function writeMessage({ db }: App, about: About, version: number): Promise<RenderedEmail | null> {
  const { booking, recipient } = about
  const messages = await listMessagesOfMail(db, { bookingId: booking.id, recipient, version })
  if (messages.length === 0) return null
  const { messageEmail } = await import('./mails.tsx')
  return () => messageEmail({ ...about, messages })
}

/** Where an email to one of the two goes; null for a mentor without an account. */
async function findRecipient({ db }: App, recipient: MailRecipient, booking: BookedSession) {
  if (recipient === 'mentor') {
    const account = booking.mentorAccountId ? await findAccount(db, booking.mentorAccountId) : undefined
    return account ? { name: account.name, address: account.email } : null
  }
  // The typed name is used only for an account's owner, since anyone can book with a stranger's address.
  const account = await findAccountByEmail(db, booking.menteeEmail)
  return { name: account?.name ?? '', address: booking.menteeEmail }
}
