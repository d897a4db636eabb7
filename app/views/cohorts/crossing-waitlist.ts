/** Texts of the waitlist for a cohort: the form, the pages behind the emailed link, and how many people are on it. */
import { intakeMonths } from '#domain/waitlist'
import { readOpenCohortsFor, type CrossingWaitlistError } from '#server/cohorts/crossing-waitlist/join-waitlist'
import { listDemand } from '#server/cohorts/crossing-waitlist/crossing-waitlist-queries'
import type { App } from '#server/context'
import { formatCountry, countryName, listCountries } from '#server/platform/reference/countries'
import * as m from '#messages/cohorts'
import { monthOfKey } from '#words/time'
import type { Demand } from '../../ui/cohorts/demand.tsx'
import type {
  CrossingWaitlistFormResult,
  CrossingWaitlistChoices,
  JoinedCrossingWaitlist,
} from '../../ui/cohorts/crossing-waitlist-form.tsx'
import { cohortFor, describeJoined, listIsFull, tooManyTries, type WaitlistWords } from '../waitlist/request-words.ts'

type Crossing = { fromCountry: string; toCountry: string }

const seeAll = () => ({ to: '/cohorts', label: m.seeCohorts() })

/** "India", "the United Kingdom" */
const nameCountries = ({ fromCountry, toCountry }: Crossing) => ({
  from: formatCountry(fromCountry),
  to: formatCountry(toCountry),
})

/** What can be chosen in the form. */
export const listCrossingWaitlistChoices = ({ now }: Pick<App, 'now'>): CrossingWaitlistChoices => ({
  countries: listCountries(),
  months: intakeMonths(now()).map((month) => ({ value: month, label: monthOfKey(`${month}-01`) })),
})

export const describeJoinedCrossingWaitlist = (
  email: string,
  crossing: Crossing,
  confirmed: boolean,
): JoinedCrossingWaitlist => describeJoined(email, cohortFor(nameCountries(crossing)), confirmed)

const INVALID = {
  from: m.chooseFromCountry,
  to: m.chooseToCountry,
  intake: m.chooseIntake,
}

export function explainCrossingWaitlistError(
  refusal: CrossingWaitlistError,
  crossing: Crossing,
): Omit<CrossingWaitlistFormResult, 'typed'> {
  switch (refusal.code) {
    case 'too_many':
      return { tooMany: tooManyTries(refusal.retryAfter) }
    case 'invalid':
      return { errors: { [refusal.field]: INVALID[refusal.field]() } }
    case 'has_cohorts': {
      const [first, ...more] = refusal.cohorts
      return {
        result:
          first && more.length === 0
            ? {
                title: m.oneAlready(),
                lead: m.oneForYourMove({ title: first.title }),
                way: { to: `/cohorts/${first.slug}`, label: m.seeCohort() },
              }
            : {
                title: m.someAlready(),
                lead: m.someForYourMove(),
                way: seeAll(),
              },
      }
    }
    case 'full':
      return {
        result: {
          ...listIsFull(cohortFor(nameCountries(crossing)), m.bookMentorToday()),
          way: {
            to: `/mentors?origin=${crossing.fromCountry}&destination=${crossing.toCountry}`,
            label: m.findMentor(),
          },
        },
      }
  }
}

/** The page behind an emailed link of the waitlist for a cohort. */
export async function describeCrossingWaitlistEntry(
  app: App,
  request: Crossing & { intake: string },
): Promise<WaitlistWords> {
  const crossing = nameCountries(request)
  const [first, ...more] = await readOpenCohortsFor(app, request)
  const detail = m.youStartIn({ month: monthOfKey(`${request.intake}-01`) })
  const seeOne = first && { to: `/cohorts/${first.slug}`, label: m.seeCohort() }
  return {
    question: m.joinWaitlist(),
    thing: cohortFor(crossing),
    gone: m.cohortWasOpen(crossing),
    terms: m.noSeatHeld(),
    detail,
    way: seeOne ? (more.length === 0 ? seeOne : seeAll()) : null,
    wayBack: { to: '/cohorts', label: m.allAboutCohorts() },
  }
}

/** Who waits for a cohort, by crossing, the one that most wait for first. */
export async function readDemand({ db, now }: Pick<App, 'db' | 'now'>): Promise<Demand[]> {
  const byCrossing = Map.groupBy(
    await listDemand(db, now()),
    ({ fromCountry, toCountry }) => `${fromCountry}-${toCountry}`,
  )
  return [...byCrossing].map(([id, months]) => ({
    id,
    from: countryName(months[0]!.fromCountry),
    to: countryName(months[0]!.toCountry),
    people: months[0]!.ofCrossing,
    months: months.map(({ intake, people }) => ({ month: monthOfKey(`${intake}-01`), people })),
  }))
}
