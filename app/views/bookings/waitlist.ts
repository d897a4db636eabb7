/** Texts of the waitlist for a mentor's time: the form, and the pages behind the emailed link. */
import type { App } from '#server/context'
import { readSoonest } from '#server/mentors/availability/slots'
import type { AskRefusal } from '#server/bookings/waitlist/join-waitlist'
import { findWaitlistMentor } from '#server/bookings/waitlist/waitlist-mentor-queries'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import { findMentor } from '#server/mentors/queries'
import * as m from '#messages/bookings'
import type { WaitlistResult, AskResult, AskView } from '../../ui/waitlist/join-page.tsx'
import {
  describeJoined,
  keptUntil,
  listIsFull,
  timeWith,
  tooManyTries,
  type WaitlistWords,
} from '../waitlist/request-words.ts'

type Mentor = { slug: string; name: string }

/** Null if no accepted mentor has this slug. `email`: the address of the signed-in person. */
export async function readAsk(app: App, slug: string, email: string): Promise<AskView | null> {
  const mentor = await findMentor(app.db, slug)
  if (!mentor) return null
  return {
    title: m.waitlistTitle(),
    lead: m.waitlistLead({ name: mentor.name }),
    kept: keptUntil('time'),
    email: formatEmailAddress(email),
    result: (await readSoonest(app, slug)) ? hasTimes(mentor) : null,
  }
}

function hasTimes({ slug, name }: Mentor): AskResult {
  const lead = m.noNeedToWait({ name })
  return { title: m.thereIsTime(), lead, to: `/mentors/${slug}/book`, label: m.bookNow() }
}

/** `confirmed`: without an email, since it is the address of the account. */
export const describeMentorWaitlist = ({ slug, name }: Mentor, email: string, confirmed: boolean): AskResult => ({
  ...describeJoined(email, timeWith(name), confirmed),
  to: `/mentors/${slug}`,
  label: m.mentorsPage({ name }),
})

export function explainError(refusal: AskRefusal, mentor: Mentor): Omit<WaitlistResult, 'typed'> {
  switch (refusal.code) {
    case 'too_many':
      return { tooMany: tooManyTries(refusal.retryAfter) }
    case 'has_times':
      return { result: hasTimes(mentor) }
    case 'full': {
      const words = listIsFull(timeWith(mentor.name), m.anotherMentor())
      return { result: { ...words, to: '/mentors', label: m.findMentor() } }
    }
  }
}

/** The page behind an emailed link of a mentor's waitlist. Null if the mentor is gone. */
export async function describeMentorWaitlistEntry(app: App, mentorId: string): Promise<WaitlistWords | null> {
  const mentor = await findWaitlistMentor(app.db, mentorId)
  if (!mentor) return null
  const { mentorName: name, mentorSlug: slug } = mentor
  const isFree = mentor.mentorStatus === 'accepted' && (await readSoonest(app, slug)) !== null
  return {
    question: m.joinWaitlistTitle(),
    thing: timeWith(name),
    gone: m.freeTimeGone({ name }),
    terms: m.nothingHeld(),
    way: isFree ? { to: `/mentors/${slug}/book`, label: m.seeFreeTimes() } : null,
  }
}
