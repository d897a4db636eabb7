/** Texts of the waitlist for a mentor's time: the form, and the pages behind the emailed link. */
import type { App } from '#server/context'
import { readSoonest } from '#server/mentors/availability/slots'
import type { AskRefusal } from '#server/bookings/waitlist/join-waitlist'
import { findWaitlistMentor } from '#server/bookings/waitlist/waitlist-mentor-queries'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import { findMentor } from '#server/mentors/queries'
import type { WaitlistResult, AskResult, AskView } from '../../ui/waitlist/join-page.tsx'
import { describeJoined, keptUntil, listIsFull, tooManyTries, type WaitlistWords } from '../waitlist/request-words.ts'

type Mentor = { slug: string; name: string }

const describeEvent = (name: string) => `${name} has a time to book`

/** Null if no accepted mentor has this slug. `email`: the address of the signed-in person. */
export async function readAsk(app: App, slug: string, email: string): Promise<AskView | null> {
  const mentor = await findMentor(app.db, slug)
  if (!mentor) return null
  return {
    title: 'Notify me when there is a time',
    lead: `${mentor.name} has no free times right now. We’ll send one email as soon as there is one. It isn’t held for you, and we notify everyone on the waitlist.`,
    kept: keptUntil('for half a year at most'),
    email: formatEmailAddress(email),
    result: (await readSoonest(app, slug)) ? hasTimes(mentor) : null,
  }
}

function hasTimes({ slug, name }: Mentor): AskResult {
  const lead = `No need to wait: ${name} has free times now.`
  return { title: 'There is a time to book', lead, to: `/mentors/${slug}/book`, label: 'Book Now' }
}

/** `confirmed`: without an email, since it is the address of the account. */
export const describeMentorWaitlist = ({ slug, name }: Mentor, email: string, confirmed: boolean): AskResult => ({
  ...describeJoined(email, describeEvent(name), confirmed),
  to: `/mentors/${slug}`,
  label: `${name}’s page`,
})

export function explainError(refusal: AskRefusal, mentor: Mentor): Omit<WaitlistResult, 'typed'> {
  switch (refusal.code) {
    case 'too_many':
      return { tooMany: tooManyTries(refusal.retryAfter) }
    case 'has_times':
      return { result: hasTimes(mentor) }
    case 'full': {
      const words = listIsFull(mentor.name, 'Another mentor may have made your move too.')
      return { result: { ...words, to: '/mentors', label: 'Find a Mentor' } }
    }
  }
}

/** The page behind an emailed link of a mentor's waitlist. Null if the mentor is gone. */
export async function wordsOfMentor(app: App, mentorId: string): Promise<WaitlistWords | null> {
  const mentor = await findWaitlistMentor(app.db, mentorId)
  if (!mentor) return null
  const { mentorName: name, mentorSlug: slug } = mentor
  const isFree = mentor.mentorStatus === 'accepted' && (await readSoonest(app, slug)) !== null
  return {
    question: 'Join the waitlist?',
    event: describeEvent(name),
    present: describeEvent(name),
    gone: `${name} had a free time, but it’s gone. You can join the waitlist again on ${name}’s page.`,
    terms: 'Nothing is held or booked for you.',
    thing: name,
    way: isFree ? { to: `/mentors/${slug}/book`, label: 'See the free times' } : null,
  }
}
