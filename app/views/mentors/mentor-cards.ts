/** Rows of mentors into what their cards show: only that crosses the wire. Server side, for loaders. */
import { cardPriceInWords } from '#domain/mentors/mentor'
import type { Pence } from '#domain/payments/money'
import { fittingMove, isFree, reasonsFor } from '#domain/search/reasons'
import type { Criteria } from '#domain/search/criteria'
import { endsOf } from '#server/search/engine/suggestions'
import { countryInWords } from '#server/reference/countries'
import type { MentorSummary } from '#server/mentors/queries'
import { languageName, spokenLanguages } from '#server/reference/languages'
import { clockPlace, sameClock } from '../../ui/time/clock.ts'
import type { MentorCard } from '../../ui/mentors/mentor-card.tsx'
import { freeInWords } from '../../ui/mentors/next-free.ts'
import type { Free, ListedMentor } from '../../ui/mentors/mentor-row.tsx'
import { reasonInWords } from '../../ui/mentors/reason-words.ts'
import { otherClock } from '../../ui/time/two-clocks.tsx'

export function cardOf(row: MentorSummary): MentorCard {
  return cardWith(row, row.moves[0])
}

/** A mentor as the list shows them to somebody who asked for this. `zone`: the visitor's; null where nobody told it. */
export function listedOf(
  row: MentorSummary,
  { choices, moving }: Criteria,
  zone: string | null,
  now: Date,
): ListedMentor {
  const crossings = (choices.crossing ?? []).map(endsOf)
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
  const facts = {
    moves: row.moves,
    languages: row.languages,
    freeAt: row.free_at,
    rating: { average: row.rating_average, count: row.rating_count },
  }
  return {
    ...cardWith(row, fittingMove(row.moves, origins, destinations)),
    experience: row.experience,
    location: row.location,
    languages: spokenLanguages(row),
    free: freeOf(row, zone, now),
    reasons: reasonsFor(facts, moving, now).map((reason) => reasonInWords(reason, countryInWords, languageName)),
  }
}

function cardWith(row: MentorSummary, move: MentorSummary['moves'][number] | null | undefined): MentorCard {
  return {
    slug: row.slug,
    name: row.name,
    role: row.role,
    helpWith: row.help_with,
    picture: row.portrait,
    leg: move ? { from: move.from_city, to: move.to_city } : null,
    price: cardPriceInWords(
      { price: row.price_pence },
      row.session_prices.map((own) => ({ price: own as Pence | null })),
    ),
    bookable: row.session_prices.length > 0,
    rating: { average: row.rating_average, count: row.rating_count },
  }
}

/** Two clocks where they differ; the mentor's own, named, where nobody told the visitor's zone. */
function freeOf(row: MentorSummary, zone: string | null, now: Date): Free | null {
  const { free_at: at, time_zone: own } = row
  if (!isFree(at, now)) return null
  const place = clockPlace(row.location, own)
  const shown = { at: at.toISOString(), words: freeInWords(at, now, zone ?? own) }
  if (!zone) return { ...shown, other: `in ${place}` }
  return { ...shown, other: sameClock(at, zone, own) ? '' : otherClock(at, zone, { timeZone: own, place }) }
}
