/** Waiting for a cohort in words: asking to be told, what the mailed link leads to, and who waits. Server side. */
import { plural } from '#domain/quantities'
import { intakeMonths, WAITING_DAYS } from '#domain/waiting-list'
import { readOpenCohortsFor, type InterestRefusal } from '#server/cohorts/interest/ask'
import { listDemand } from '#server/cohorts/interest/interest-queries'
import type { App } from '#server/context'
import { countryInWords, countryName, listCountries } from '#server/reference/countries'
import type { Demand } from '../../ui/cohorts/demand.tsx'
import type { InterestAnswer, InterestChoices, InterestResult } from '../../ui/cohorts/interest-form.tsx'
import { monthOfKey } from '../../ui/time/clock.ts'
import type { WaitingView } from '../../ui/waiting-list/waiting-page.tsx'
import type { RequestWords } from '../waiting-list/request-words.ts'

type Crossing = { fromCountry: string; toCountry: string }

const COHORTS = { to: '/cohorts', label: 'All about cohorts' }

/** "from India to the United Kingdom" */
const inWords = ({ fromCountry, toCountry }: Crossing) =>
  `from ${countryInWords(fromCountry)} to ${countryInWords(toCountry)}`

/** What can be chosen in the form. */
export const interestChoices = ({ now }: Pick<App, 'now'>): InterestChoices => ({
  countries: listCountries(),
  months: intakeMonths(now()).map((month) => ({ value: month, label: monthOfKey(`${month}-01`) })),
})

export function askedAboutCohorts(email: string, crossing: Crossing, confirmed: boolean): InterestResult {
  return confirmed
    ? {
        title: 'You are on the list',
        lead: `You get one mail at ${email} when a cohort ${inWords(crossing)} opens. A link in it takes you off the list.`,
      }
    : {
        title: 'Check your email',
        lead: `We have sent a link to ${email}. Open it and press the button, and you get one mail when a cohort ${inWords(crossing)} opens. The link works for ${plural(WAITING_DAYS.unconfirmed, 'day')}. Nothing there after a few minutes? Look among unwanted mail, and whether the address is right.`,
      }
}

const INVALID = {
  from: 'Choose the country you leave',
  to: 'Choose the country you go to',
  intake: 'Choose the month in which you begin there',
}

export function interestRefusalInWords(refusal: InterestRefusal, crossing: Crossing): Omit<InterestAnswer, 'typed'> {
  switch (refusal.code) {
    case 'too_many': {
      const minutes = plural(Math.ceil(refusal.retryAfter / 60), 'minute')
      return { tooMany: `Too many tries. Wait ${minutes} and try again.` }
    }
    case 'invalid':
      return { errors: { [refusal.field]: INVALID[refusal.field] } }
    case 'has_cohorts': {
      const [first, ...more] = refusal.cohorts
      return {
        result:
          first && more.length === 0
            ? {
                title: 'There is one already',
                lead: `You need not wait: “${first.title}” is for your crossing.`,
                way: { to: `/cohorts/${first.slug}`, label: 'See the cohort' },
              }
            : {
                title: 'There are some already',
                lead: 'You need not wait: these cohorts are for your crossing, and your address is not kept.',
                way: { to: '/cohorts', label: 'See the cohorts' },
              },
      }
    }
    case 'full':
      return {
        result: {
          title: 'The list is full',
          lead: `As many people as we can tell already wait for a cohort ${inWords(crossing)}. Your address is not kept. An hour with a mentor who made that move is open to you today.`,
          way: {
            to: `/mentors?origin=${crossing.fromCountry}&destination=${crossing.toCountry}`,
            label: 'Find a Mentor',
          },
        },
      }
  }
}

/** What the mailed link of somebody who waits for a cohort leads to. */
export async function wordsOfCohortRequest(
  app: App,
  request: Crossing & { intake: string },
  { state, full, until, note }: RequestWords,
): Promise<WaitingView> {
  const crossing = inWords(request)
  const [first, ...more] = await readOpenCohortsFor(app, request)
  const way = first && {
    way:
      more.length === 0
        ? { to: `/cohorts/${first.slug}`, label: 'See the cohort' }
        : { to: '/cohorts', label: 'See the cohorts' },
  }
  const month = monthOfKey(`${request.intake}-01`)
  switch (state) {
    case 'unconfirmed':
      return {
        title: 'Tell you when a cohort opens?',
        lead: first
          ? `A cohort ${crossing} is open just now. Press the button, and we mail you the way there.`
          : `You get one mail when a cohort ${crossing} opens. You begin there in ${month}. No seat is held for you.`,
        ...(full && {
          alert: `As many people as we can tell already wait for a cohort ${crossing}. Try again in some days: the link works until ${until}.`,
        }),
        confirm: 'Yes, tell me',
        leave: 'Delete my address',
        note: note(`on ${until}`),
      }
    case 'waiting':
      return {
        title: 'You are on the list',
        lead: first
          ? `A cohort ${crossing} is open just now. Your mail is on its way.`
          : `You get one mail when a cohort ${crossing} opens. You begin there in ${month}.`,
        ...way,
        leave: 'Take me off the list',
        note: note(`on ${until}`),
      }
    case 'told':
      return {
        title: 'We have told you',
        lead: first
          ? `A cohort ${crossing} is open, and your one mail is on its way or there.`
          : `A cohort ${crossing} was open, and is not any more. You can ask again on the page of cohorts.`,
        ...(way ?? { way: COHORTS }),
        leave: 'Delete my address',
        note: note('within a week'),
      }
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
