/** Texts of the waitlist for a seat in a full cohort: the form, and the pages behind the emailed link. */
import { findJoinable } from '#server/cohorts/seats/hold-seat'
import { isFull } from '#server/cohorts/seats/seats-queries'
import type { SeatAskRefusal } from '#server/cohorts/seats/waitlist/join-waitlist'
import { findWaitlistCohort } from '#server/cohorts/seats/waitlist/waitlist-cohort-queries'
import type { App } from '#server/context'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import type { WaitlistResult, AskResult, AskView } from '../../ui/waitlist/join-page.tsx'
import { describeJoined, keptUntil, listIsFull, tooManyTries, type WaitlistWords } from '../waitlist/request-words.ts'
import { todayInUtc } from './public-cohort.ts'

type Cohort = { slug: string; title: string }

const describeEvent = (title: string) => `a seat in “${title}” is free`

/** Null if there is no such cohort to join. `email`: the address of the signed-in person. */
export async function readSeatAsk(app: App, slug: string, email: string): Promise<AskView | null> {
  const cohort = await findJoinable(app, slug)
  if (!cohort) return null
  const { title } = cohort.content
  return {
    title: 'Notify me when a seat is free',
    lead: `All seats of “${title}” are taken. We’ll send one email when a seat is free and it’s your turn. We notify people in the order they joined. No seat is held for you.`,
    kept: keptUntil('for half a year at most and no longer than until the cohort begins'),
    email: formatEmailAddress(email),
    result: (await isFull(app.db, cohort.id)) ? null : hasSeats({ slug, title }),
  }
}

const hasSeats = ({ slug, title }: Cohort): AskResult => ({
  title: 'A seat is free',
  lead: `No need to wait: “${title}” has a free seat now.`,
  to: `/cohorts/${slug}/join`,
  label: 'Join',
})

/** `confirmed`: without an email, since it is the address of the account. */
export const describeSeatWaitlist = ({ slug, title }: Cohort, email: string, confirmed: boolean): AskResult => ({
  ...describeJoined(email, `${describeEvent(title)} and it is your turn`, confirmed),
  to: `/cohorts/${slug}`,
  label: 'Back to the cohort',
})

export function explainSeatError(refusal: SeatAskRefusal, cohort: Cohort): Omit<WaitlistResult, 'typed'> {
  switch (refusal.code) {
    case 'too_many':
      return { tooMany: tooManyTries(refusal.retryAfter) }
    case 'has_seats':
      return { result: hasSeats(cohort) }
    case 'full': {
      const words = listIsFull(`a seat in “${cohort.title}”`, 'Another cohort may suit you too.')
      return { result: { ...words, to: '/cohorts', label: 'See the cohorts' } }
    }
  }
}

/** The page behind an emailed link of a cohort's waitlist. Null if the cohort can no longer be joined. */
export async function wordsOfSeat(app: App, cohortId: string): Promise<WaitlistWords | null> {
  const cohort = await findWaitlistCohort(app.db, cohortId)
  if (cohort?.status !== 'accepted' || cohort.startsOn <= todayInUtc(app)) return null
  const { slug, title } = cohort
  const isFree = (await findJoinable(app, slug)) !== undefined && !(await isFull(app.db, cohortId))
  const page = `/cohorts/${slug}`
  return {
    question: 'Join the waitlist?',
    event: `${describeEvent(title)} and it is your turn`,
    present: `A seat in “${title}” is free`,
    gone: `A seat in “${title}” was free, but it’s taken. You can join the waitlist again on the cohort’s page.`,
    terms: 'No seat is held for you, and there’s nothing to pay.',
    turn: 'Seats go to the first person who joins the cohort. We notify people in the order they joined the waitlist.',
    thing: `a seat in “${title}”`,
    way: isFree ? { to: `${page}/join`, label: 'Take the seat' } : null,
    wayBack: { to: page, label: 'See the cohort' },
  }
}
