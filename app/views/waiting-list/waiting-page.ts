/** What the links in the mails of the waiting list lead to, in words. Server side. */
import { dateIn } from '#domain/time/clock'
import { waitingEnd } from '#domain/waiting-list'
import type { App } from '#server/context'
import { readWaiting } from '#server/waiting-list/waiting-list'
import { awaitedBy } from '#server/waiting-list/waiting-queries'
import type { WaitingView } from '../../ui/waiting-list/waiting-page.tsx'
import { wordsOfMentorRequest } from '../bookings/waiting-list.ts'
import { wordsOfCohortRequest } from '../cohorts/interest.ts'

const FIND = { to: '/mentors', label: 'Find a Mentor' }

export const LEFT: WaitingView = {
  title: 'You are off the list',
  lead: 'Your address is deleted, and no mail of this list comes any more.',
  way: FIND,
}

export const OVER: WaitingView = {
  title: 'Nothing is left behind this link',
  lead: 'The address was taken off the list, or its time was over; or a part of the link was lost. Then copy all of it from the mail.',
  way: FIND,
}

/** The request that a mailed link opens; null for `OVER`. `full`: it could not be confirmed, since as many wait as may. */
export async function readWaitingView(app: App, link: string, full = false): Promise<WaitingView | null> {
  const found = await readWaiting(app, link)
  if (!found || found.state === 'over') return null
  const { request, state } = found
  const words = {
    state,
    full,
    until: dateIn(waitingEnd(request), request.timeZone ?? 'UTC'),
    note: (when: string) => `Your address: ${request.email}. It is deleted ${when} without your doing anything.`,
  }
  const awaited = awaitedBy(request)
  return 'mentorId' in awaited
    ? wordsOfMentorRequest(app, awaited.mentorId, words)
    : wordsOfCohortRequest(app, awaited, words)
}
