/** Texts of the waitlist for a cohort: the form, the pages behind the emailed link, and how many people are on it. */
import { intakeMonths } from '#domain/waitlist'
import { readOpenCohortsFor, type InterestRefusal } from '#server/cohorts/interest/join-waitlist'
import { listDemand } from '#server/cohorts/interest/interest-queries'
import type { App } from '#server/context'
import { formatCountry, countryName, listCountries } from '#server/platform/reference/countries'
import type { Demand } from '../../ui/cohorts/demand.tsx'
import type { InterestFormResult, InterestChoices, InterestResult } from '../../ui/cohorts/interest-form.tsx'
import { monthOfKey } from '../../ui/time/clock.ts'
import { describeJoined, listIsFull, tooManyTries, type WaitlistWords } from '../waitlist/request-words.ts'

type Crossing = { fromCountry: string; toCountry: string }

const SEE_ALL = { to: '/cohorts', label: 'See the cohorts' }

/** "from India to the United Kingdom" */
const inWords = ({ fromCountry, toCountry }: Crossing) =>
  `from ${formatCountry(fromCountry)} to ${formatCountry(toCountry)}`

const describeEvent = (crossing: Crossing) => `a cohort ${inWords(crossing)} opens`

/** What can be chosen in the form. */
export const interestChoices = ({ now }: Pick<App, 'now'>): InterestChoices => ({
  countries: listCountries(),
  months: intakeMonths(now()).map((month) => ({ value: month, label: monthOfKey(`${month}-01`) })),
})

export const describeInterest = (email: string, crossing: Crossing, confirmed: boolean): InterestResult =>
  describeJoined(email, describeEvent(crossing), confirmed)

const INVALID = {
  from: 'Choose the country you’re leaving',
  to: 'Choose the country you’re moving to',
  intake: 'Choose the month you start there',
}

export function explainInterestError(refusal: InterestRefusal, crossing: Crossing): Omit<InterestFormResult, 'typed'> {
  switch (refusal.code) {
    case 'too_many':
      return { tooMany: tooManyTries(refusal.retryAfter) }
    case 'invalid':
      return { errors: { [refusal.field]: INVALID[refusal.field] } }
    case 'has_cohorts': {
      const [first, ...more] = refusal.cohorts
      return {
        result:
          first && more.length === 0
            ? {
                title: 'There’s one already',
                lead: `No need to wait: “${first.title}” is for your move.`,
                way: { to: `/cohorts/${first.slug}`, label: 'See the cohort' },
              }
            : {
                title: 'There are some already',
                lead: 'No need to wait: these cohorts are for your move. We didn’t keep your address.',
                way: SEE_ALL,
              },
      }
    }
    case 'full':
      return {
        result: {
          ...listIsFull(`a cohort ${inWords(crossing)}`, 'You can book a mentor who made that move today.'),
          way: {
            to: `/mentors?origin=${crossing.fromCountry}&destination=${crossing.toCountry}`,
            label: 'Find a Mentor',
          },
        },
      }
  }
}

/** The page behind an emailed link of the waitlist for a cohort. */
export async function wordsOfCrossing(app: App, request: Crossing & { intake: string }): Promise<WaitlistWords> {
  const cohort = `cohort ${inWords(request)}`
  const [first, ...more] = await readOpenCohortsFor(app, request)
  const detail = `You start there in ${monthOfKey(`${request.intake}-01`)}.`
  const seeOne = first && { to: `/cohorts/${first.slug}`, label: 'See the cohort' }
  return {
    question: 'Join the waitlist?',
    event: describeEvent(request),
    present: `A ${cohort} is open`,
    gone: `A ${cohort} was open, but isn’t any more. You can join the waitlist again on the cohorts page.`,
    terms: 'No seat is held for you.',
    detail,
    thing: `a ${cohort}`,
    way: seeOne ? (more.length === 0 ? seeOne : SEE_ALL) : null,
    wayBack: { to: '/cohorts', label: 'All about cohorts' },
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
