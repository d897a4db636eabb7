/** Turns rows of mentors into what their cards show, so that nothing else is sent to the browser. */
import type { MinorUnits } from '#domain/payments/money'
import { fittingMove, isFree, type Reason } from '#domain/search/reasons'
import type { Criteria } from '#domain/search/criteria'
import { splitCrossing } from '#server/search/engine/suggestions'
import { moveCityNames } from '#server/platform/reference/cities-abroad'
import { formatShortCountry } from '#server/platform/reference/countries'
import type { MentorSummary } from '#server/mentors/queries'
import { languageName, spokenLanguages } from '#server/platform/reference/languages'
import { describeClockPlace, describeLocation } from '#server/platform/reference/locations'
import * as m from '#messages/mentors'
import type { AboutPrice } from '#words/about-price'
import { formatCardPrice } from '#words/money'
import { formatSoon } from '#words/time'
import { sameClock } from '../../ui/time/clock.ts'
import type { MentorCard } from '../../ui/mentors/list/mentor-card.tsx'
import { langAttributesFor } from '../site/lang-attributes.ts'
import type { ListedMentor, NextFree } from '../../ui/mentors/list/mentor-row.tsx'
import { describeReason } from '../../ui/mentors/list/reason-words.ts'
import { otherClock } from '../../ui/time/two-clocks.tsx'

export function buildCard(row: MentorSummary, about: AboutPrice): MentorCard {
  return cardWith(row, row.moves[0], about)
}

type Listed = { criteria: Criteria; zone: string | null; now: Date; reasons: Reason[]; about: AboutPrice }

/** A mentor as the list shows them for these criteria. `zone` is the visitor's, or null if it is not known. */
export function buildListedMentor(row: MentorSummary, { criteria, zone, now, reasons, about }: Listed): ListedMentor {
  const { choices, moving } = criteria
  const crossings = (choices.crossing ?? []).map(splitCrossing)
  const origins = [
    ...(choices.origin ?? []),
    ...crossings.map(({ from }) => from),
    ...(moving.from ? [moving.from] : []),
  ]
  const destinations = [
    ...(choices.destination ?? []),
    ...crossings.map(({ to }) => to),
    ...(moving.to ? [moving.to] : []),
  ]
  return {
    ...cardWith(row, fittingMove(row.moves, origins, destinations), about),
    experience: row.experience,
    location: describeLocation(row.location),
    languages: spokenLanguages(row),
    free: describeNextFree(row, zone, now),
    reasons: reasons.map((reason) => describeReason(reason, formatShortCountry, languageName)),
  }
}

function cardWith(
  row: MentorSummary,
  move: MentorSummary['moves'][number] | null | undefined,
  about: AboutPrice,
): MentorCard {
  return {
    slug: row.slug,
    name: row.name,
    role: row.role,
    helpWith: row.helpWith,
    ...langAttributesFor(row.textsLanguage),
    picture: row.portrait,
    leg: move ? moveCityNames(move) : null,
    price: formatCardPrice(
      { price: row.pricePence, currency: row.currency },
      row.sessionPrices.map((own) => ({ price: own as MinorUnits | null })),
      about,
    ),
    bookable: row.freeAt !== null,
    rating: { average: row.ratingAverage, count: row.ratingCount },
  }
}

/** On the visitor's clock with the mentor's beside it; on the mentor's own clock while the visitor's zone is not known. */
function describeNextFree(row: MentorSummary, zone: string | null, now: Date): NextFree | null {
  const { freeAt: at, timeZone: own } = row
  if (!isFree(at, now)) return null
  const place = describeClockPlace(row.location, own)
  const shown = { at: at.toISOString(), words: formatSoon(at, now, zone ?? own) }
  if (!zone) return { ...shown, other: m.inPlace({ place }) }
  return { ...shown, other: sameClock(at, zone, own) ? '' : otherClock(at, zone, { timeZone: own, place }) }
}
