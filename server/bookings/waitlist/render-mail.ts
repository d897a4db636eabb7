/** Writes the emails to who waits for a mentor, from what is true when they are sent. */
import { mentorClock } from '#server/bookings/clocks'
import { zoneCity } from '#domain/time/zone'
import { waitingState } from '#domain/waitlist'
import { readSoonest } from '#server/mentors/availability/slots'
import { findWaitlistMentor, type WaitlistMentor } from '#server/bookings/waitlist/waitlist-mentor-queries'
import type { App } from '#server/context'
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'
import { siteAddress } from '#server/platform/language/site-address'
import { findRecipient } from '#server/waitlist/waitlist'
import { waitlistLink } from '#server/waitlist/waitlist-link'
import { findEntry, returnToWaitlist, type WaitlistEntry } from '#server/waitlist/waitlist-queries'

type Request = WaitlistEntry & WaitlistMentor

export const renderWaitlistMail: RenderMail = async (app, mail) => {
  const found = await findEntry(app.db, mail.subject)
  const mentor = found?.mentorId ? await findWaitlistMentor(app.db, found.mentorId) : undefined
  if (!found || !mentor) return { dropped: 'request_withdrawn' }
  const request = { ...found, ...mentor }
  return mail.kind === 'time_free' ? writeTimeFree(app, request, Number(mail.version)) : writeConfirmation(app, request)
}

/** To an address that waits already it says that it does, so that the page need not. */
async function writeConfirmation(app: App, request: Request): ReturnType<RenderMail> {
  const state = waitingState(request, app.now())
  if (state !== 'unconfirmed' && state !== 'waiting') return { dropped: 'request_over' }
  const { confirmWaitlistEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const about = { mentorName: request.mentorName, link: waitlistLink(app, request), confirmed: state === 'waiting' }
  return { to: await findRecipient(app, request), email: (sender) => confirmWaitlistEmail(about, sender) }
}

/** When the time is gone by now, the request waits on and the next round of the job finds it again. */
async function writeTimeFree(app: App, request: Request, round: number): ReturnType<RenderMail> {
  if (!request.toldAt || request.round !== round) return { dropped: 'sent_by_other' }
  const free = request.mentorStatus === 'accepted' ? await readSoonest(app, request.mentorSlug) : null
  if (!free) {
    await returnToWaitlist(app.db, request.id, round)
    return { dropped: 'nothing_free' }
  }
  const { timeFreeEmail } = await import('./mails.tsx')
  const about = {
    mentorName: request.mentorName,
    startsAt: free.startsAt,
    clock: request.timeZone
      ? { timeZone: request.timeZone, place: zoneCity(request.timeZone) }
      : mentorClock({ ...request, mentorTimeZone: free.mentorZone }),
    book: `${siteAddress(app)}/mentors/${request.mentorSlug}/book?session=${free.sessionTypeId}`,
    link: waitlistLink(app, request),
  }
  return { to: await findRecipient(app, request), email: () => timeFreeEmail(about) }
}
