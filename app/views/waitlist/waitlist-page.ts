/** Texts of the pages behind links in waitlist emails. */
import { waitingEnd, type WaitlistTarget } from '#domain/waitlist'
import type { App } from '#server/context'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import { readWaiting } from '#server/waitlist/waitlist'
import { waitlistTarget } from '#server/waitlist/waitlist-queries'
import * as m from '#messages/bookings'
import { dateIn } from '#words/time'
import type { WaitingView } from '../../ui/waitlist/waitlist-page.tsx'
import { describeMentorWaitlistEntry } from '../bookings/waitlist.ts'
import { describeCrossingWaitlistEntry } from '../cohorts/crossing-waitlist.ts'
import { describeSeatWaitlistEntry } from '../cohorts/seat-waitlist.ts'
import { formatRequest, type WaitlistWords } from './request-words.ts'

const findMentor = () => ({ to: '/mentors', label: m.findMentor() })

export const describeLeft = (): WaitingView => ({
  title: m.leftWaitlist(),
  lead: m.leftWaitlistLead(),
  way: findMentor(),
})

export const describeExpired = (): WaitingView => ({
  title: m.linkExpired(),
  lead: m.linkExpiredLead(),
  way: findMentor(),
})

/** The request that an emailed link opens; null for an expired one. `full`: it could not be confirmed, since as many wait as may. */
export async function readWaitingView(app: App, link: string, full = false): Promise<WaitingView | null> {
  const found = await readWaiting(app, link)
  if (!found || found.state === 'over') return null
  const { request, state } = found
  const email = formatEmailAddress(request.email)
  const words = {
    state,
    full,
    until: dateIn(waitingEnd(request), request.timeZone ?? 'UTC'),
    note: (day: string | null) => m.addressDeleted({ email, hasDay: day !== null, day: day ?? '' }),
  }
  const target = await readWords(app, waitlistTarget(request))
  return target && formatRequest(words, target)
}

function readWords(app: App, target: WaitlistTarget): Promise<WaitlistWords | null> {
  if ('mentorId' in target) return describeMentorWaitlistEntry(app, target.mentorId)
  if ('cohortId' in target) return describeSeatWaitlistEntry(app, target.cohortId)
  return describeCrossingWaitlistEntry(app, target)
}
