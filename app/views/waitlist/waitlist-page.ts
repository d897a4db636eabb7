/** Texts of the pages behind links in waitlist emails. */
import { dateIn } from '#domain/time/clock'
import { waitingEnd, type WaitlistTarget } from '#domain/waitlist'
import type { App } from '#server/context'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import { readWaiting } from '#server/waitlist/waitlist'
import { waitlistTarget } from '#server/waitlist/waitlist-queries'
import type { WaitingView } from '../../ui/waitlist/waitlist-page.tsx'
import { wordsOfMentor } from '../bookings/waitlist.ts'
import { wordsOfCrossing } from '../cohorts/interest.ts'
import { wordsOfSeat } from '../cohorts/seat-waitlist.ts'
import { formatRequest, type WaitlistWords } from './request-words.ts'

const FIND = { to: '/mentors', label: 'Find a Mentor' }

export const LEFT: WaitingView = {
  title: 'You’ve left the waitlist',
  lead: 'We deleted your address, and you won’t get emails about this.',
  way: FIND,
}

export const OVER: WaitingView = {
  title: 'This link has expired',
  lead: 'The address was removed, its time ran out, or the link is incomplete. Copy the whole link from the email.',
  way: FIND,
}

/** The request that an emailed link opens; null for `OVER`. `full`: it could not be confirmed, since as many wait as may. */
export async function readWaitingView(app: App, link: string, full = false): Promise<WaitingView | null> {
  const found = await readWaiting(app, link)
  if (!found || found.state === 'over') return null
  const { request, state } = found
  const words = {
    state,
    full,
    until: dateIn(waitingEnd(request), request.timeZone ?? 'UTC'),
    note: (when: string) => `Your address: ${formatEmailAddress(request.email)}. It’s deleted automatically ${when}.`,
  }
  const target = await readWords(app, waitlistTarget(request))
  return target && formatRequest(words, target)
}

function readWords(app: App, target: WaitlistTarget): Promise<WaitlistWords | null> {
  if ('mentorId' in target) return wordsOfMentor(app, target.mentorId)
  if ('cohortId' in target) return wordsOfSeat(app, target.cohortId)
  return wordsOfCrossing(app, target)
}
