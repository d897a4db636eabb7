/** Writes the emails to who waits for a seat in a cohort, from what is true when they are sent. */
import { waitingState } from '#domain/waitlist'
import { findJoinable } from '#server/cohorts/seats/hold-seat'
import { isFull } from '#server/cohorts/seats/seats-queries'
import { findWaitlistCohort, type WaitlistCohort } from '#server/cohorts/seats/waitlist/waitlist-cohort-queries'
import type { App } from '#server/context'
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'
import { siteAddress } from '#server/platform/language/site-address'
import { findRecipient } from '#server/waitlist/waitlist'
import { waitlistLink } from '#server/waitlist/waitlist-link'
import { findEntry, returnToWaitlist, type WaitlistEntry } from '#server/waitlist/waitlist-queries'
import * as m from '#messages/emails'
import { dayAndYearOfKey } from '#words/time'

type SeatRequest = { request: WaitlistEntry & { cohortId: string }; cohort: WaitlistCohort }

export const renderSeatWaitlistMail: RenderMail = async (app, mail) => {
  const request = await findEntry(app.db, mail.subject)
  const cohortId = request?.cohortId
  const cohort = cohortId ? await findWaitlistCohort(app.db, cohortId) : undefined
  if (!request || !cohortId || !cohort) return { dropped: 'request_withdrawn' }
  const seatRequest = { request: { ...request, cohortId }, cohort }
  return mail.kind === 'seat_free'
    ? writeSeatFree(app, seatRequest, Number(mail.version))
    : writeConfirmation(app, seatRequest)
}

/** To an address that waits already it says that it does, so that the page need not. */
async function writeConfirmation(app: App, { request, cohort: { title } }: SeatRequest): ReturnType<RenderMail> {
  const state = waitingState(request, app.now())
  if (state !== 'unconfirmed' && state !== 'waiting') return { dropped: 'request_over' }
  const { confirmSeatWaitlistEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const about = { title, link: waitlistLink(app, request), confirmed: state === 'waiting' }
  return { to: await findRecipient(app, request), email: (sender) => confirmSeatWaitlistEmail(about, sender) }
}

/** When the seat is taken by now, the request waits on in its old place and a later round of the job finds it again. */
async function writeSeatFree(app: App, { request, cohort }: SeatRequest, round: number): ReturnType<RenderMail> {
  if (!request.toldAt || request.round !== round) return { dropped: 'sent_by_other' }
  if (!(await findJoinable(app, cohort.slug)) || (await isFull(app.db, request.cohortId))) {
    await returnToWaitlist(app.db, request.id, round)
    return { dropped: 'no_seats' }
  }
  const { seatFreeEmail } = await import('./mails.tsx')
  const about = {
    ...cohort,
    dates: m.dateRange({ from: dayAndYearOfKey(cohort.startsOn), to: dayAndYearOfKey(cohort.endsOn) }),
    join: `${siteAddress(app)}/cohorts/${cohort.slug}/join`,
    link: waitlistLink(app, request),
  }
  return { to: await findRecipient(app, request), email: () => seatFreeEmail(about) }
}
