/** Texts of the waitlist for a seat in a full cohort: the form, and the pages behind the emailed link. */
import { findJoinable } from '#server/cohorts/seats/hold-seat'
import { isFull } from '#server/cohorts/seats/seats-queries'
import type { SeatAskRefusal } from '#server/cohorts/seats/waitlist/join-waitlist'
import { findWaitlistCohort } from '#server/cohorts/seats/waitlist/waitlist-cohort-queries'
import type { App } from '#server/context'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/cohorts'
import type { WaitlistResult, AskResult, AskView } from '../../ui/waitlist/join-page.tsx'
import {
  describeJoined,
  keptUntil,
  listIsFull,
  seatIn,
  tooManyTries,
  type WaitlistWords,
} from '../waitlist/request-words.ts'
import { todayInUtc } from './public-cohort.ts'

type Cohort = { slug: string; title: string }

/** Null if there is no such cohort to join. `email`: the address of the signed-in person. */
export async function readSeatAsk(app: App, slug: string, email: string): Promise<AskView | null> {
  const cohort = await findJoinable(app, slug)
  if (!cohort) return null
  const { title } = cohort.content
  return {
    title: m.notifyWhenSeatFree(),
    lead: m.allSeatsTakenLead({ title }),
    kept: keptUntil('seat'),
    email: formatEmailAddress(email),
    result: (await isFull(app.db, cohort.id)) ? null : hasSeats({ slug, title }),
  }
}

const hasSeats = ({ slug, title }: Cohort): AskResult => ({
  title: m.seatIsFree(),
  lead: m.seatFreeNow({ title }),
  to: `/cohorts/${slug}/join`,
  label: m.join(),
})

/** `confirmed`: without an email, since it is the address of the account. */
export const describeSeatWaitlist = ({ slug, title }: Cohort, email: string, confirmed: boolean): AskResult => ({
  ...describeJoined(email, seatIn(title), confirmed),
  to: `/cohorts/${slug}`,
  label: m.backToCohort(),
})

export function explainSeatError(refusal: SeatAskRefusal, cohort: Cohort): Omit<WaitlistResult, 'typed'> {
  switch (refusal.code) {
    case 'too_many':
      return { tooMany: tooManyTries(refusal.retryAfter) }
    case 'has_seats':
      return { result: hasSeats(cohort) }
    case 'full': {
      const words = listIsFull(seatIn(cohort.title), m.otherCohort())
      return { result: { ...words, to: '/cohorts', label: m.seeCohorts() } }
    }
  }
}

/** The page behind an emailed link of a cohort's waitlist. Null if the cohort can no longer be joined. */
export async function describeSeatWaitlistEntry(app: App, cohortId: string): Promise<WaitlistWords | null> {
  const cohort = await findWaitlistCohort(app.db, cohortId)
  if (cohort?.status !== 'accepted' || cohort.startsOn <= todayInUtc(app)) return null
  const { slug, title } = cohort
  const isFree = (await findJoinable(app, slug)) !== undefined && !(await isFull(app.db, cohortId))
  const page = `/cohorts/${slug}`
  return {
    question: m.joinWaitlist(),
    thing: seatIn(title),
    gone: m.seatInWasFree({ title }),
    terms: m.noSeatHeldNorPaid(),
    turn: m.seatsGoInTurn(),
    way: isFree ? { to: `${page}/join`, label: m.takeSeat() } : null,
    wayBack: { to: page, label: m.seeCohort() },
  }
}
