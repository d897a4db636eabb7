/** The public page of a cohort, and the list of those that are open. Server side. */
import { data } from 'react-router'
import { isOpenToJoin } from '#server/cohorts/seats/hold-seat'
import { countTakenSeats } from '#server/cohorts/seats/seats-queries'
import { areCohortsPublished, findPublicCohort, listPublicCohorts } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { findRecord } from '#server/mentors/record/content-queries'
import { aboutPart } from '#words/about-price'
import { describePrice } from '#words/prices'
import { buildCohortView, formatDates, type CohortView } from '../../ui/cohorts/cohort-view.ts'
import type { CohortCard } from '../../ui/cohorts/cohort-cards.tsx'
import { langAttributesFor } from '../site/lang-attributes.ts'
import { aboutPricesFor } from '../payments/shown-currency.ts'

export const todayInUtc = ({ now }: Pick<App, 'now'>): string => now().toISOString().slice(0, 10)

/** `mentor`: the address of the proposer's own page, by which the mentor is reached; null without a public one. */
type PublicCohort = {
  view: CohortView
  slug: string
  mentor: string | null
  /** Seats that are taken or held. */
  taken: number
  /** Whether seats can be had, and for how much in words; null once it has begun, or if none are given. */
  join: { full: boolean; free: boolean; price: string; about?: string } | null
}

/** Throws 404 for a cohort that is not shown. */
export async function readPublicCohort(app: App, request: Request, slug: string): Promise<PublicCohort> {
  const cohort = (await areCohortsPublished(app.db)) ? await findPublicCohort(app.db, slug) : undefined
  if (!cohort) throw data(null, 404)
  const record = await findRecord(app.db, { account: cohort.accountId })
  const { content } = cohort
  const { pricePence: price, currency } = content
  const taken = (await countTakenSeats(app.db, [cohort.id])).get(cohort.id) ?? 0
  const isOpen = await isOpenToJoin(app, cohort)
  return {
    view: { ...buildCohortView(content, todayInUtc(app)), ...langAttributesFor(null) },
    taken,
    join: isOpen
      ? {
          full: taken >= content.seats,
          free: price === 0,
          price: describePrice(price, currency),
          ...aboutPart(aboutPricesFor(app, request), price, currency),
        }
      : null,
    slug: cohort.slug,
    mentor: record?.status === 'accepted' ? `/mentors/${record.slug}` : null,
  }
}

/** Empty while cohorts are not published. */
export async function readCohortCards(app: App): Promise<CohortCard[]> {
  if (!(await areCohortsPublished(app.db))) return []
  const rows = await listPublicCohorts(app.db, todayInUtc(app))
  return rows.map(({ slug, title, subtitle, mentorName, picture, startsOn, endsOn, seats, commitment }) => ({
    slug,
    title,
    subtitle,
    mentorName,
    picture,
    dates: formatDates({ startsOn, endsOn }),
    seats,
    commitment,
    ...langAttributesFor(null),
  }))
}
