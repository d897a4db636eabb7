/** Writes the emails to who waits for a cohort, from what is true when they are sent. */
import { waitingState } from '#domain/waitlist'
import { readOpenCohortsFor } from '#server/cohorts/crossing-waitlist/join-waitlist'
import type { App } from '#server/context'
import type { RenderMail } from '#server/platform/mail/outbox/send-mail'
import { siteAddress } from '#server/platform/language/site-address'
import { formatCountry } from '#server/platform/reference/countries'
import { findRecipient } from '#server/waitlist/waitlist'
import { waitlistLink } from '#server/waitlist/waitlist-link'
import { waitlistTarget, findEntry, returnToWaitlist, type WaitlistEntry } from '#server/waitlist/waitlist-queries'
import * as m from '#messages/emails'
import { dayAndYearOfKey } from '#words/time'

export const renderCrossingWaitlistMail: RenderMail = async (app, mail) => {
  const request = await findEntry(app.db, mail.subject)
  if (!request) return { dropped: 'request_withdrawn' }
  return mail.kind === 'cohort_open' ? writeOpen(app, request, Number(mail.version)) : writeConfirmation(app, request)
}

/** To an address that waits already it says that it does, so that the page need not. */
async function writeConfirmation(app: App, request: WaitlistEntry): ReturnType<RenderMail> {
  const state = waitingState(request, app.now())
  if (state !== 'unconfirmed' && state !== 'waiting') return { dropped: 'request_over' }
  const { confirmCrossingWaitlistEmail } = await import('./mails.tsx') // Late: scripts that Node runs unbundled cannot load JSX.
  const about = { crossing: nameCrossing(request), link: waitlistLink(app, request), confirmed: state === 'waiting' }
  return { to: await findRecipient(app, request), email: (sender) => confirmCrossingWaitlistEmail(about, sender) }
}

/** When no cohort is open by now, the request waits on and the next round of the job finds it again. */
async function writeOpen(app: App, request: WaitlistEntry, round: number): ReturnType<RenderMail> {
  const target = waitlistTarget(request)
  if (!request.toldAt || request.round !== round || !('intake' in target)) return { dropped: 'sent_by_other' }
  const open = await readOpenCohortsFor(app, target)
  const [only] = open
  if (!only) {
    await returnToWaitlist(app.db, request.id, round)
    return { dropped: 'no_cohort_open' }
  }
  const { cohortOpenEmail } = await import('./mails.tsx')
  const cohorts = `${siteAddress(app)}/cohorts`
  const about = {
    crossing: nameCrossing(request),
    cohorts: open.map(({ title, startsOn, endsOn }) => ({
      title,
      dates: m.dateRange({ from: dayAndYearOfKey(startsOn), to: dayAndYearOfKey(endsOn) }),
    })),
    see: open.length === 1 ? `${cohorts}/${only.slug}` : cohorts,
    link: waitlistLink(app, request),
  }
  return { to: await findRecipient(app, request), email: () => cohortOpenEmail(about) }
}

const nameCrossing = ({ fromCountry, toCountry }: WaitlistEntry) => ({
  from: formatCountry(fromCountry ?? ''),
  to: formatCountry(toCountry ?? ''),
})
