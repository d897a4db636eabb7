/**
 * The criteria of a search for mentors: words, filters, the visitor's planned move, an order and a page. A mentor must
 * match every filter, by any of the filter's choices. Specification §2 (/mentors) and §9.
 */
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'

/**
 * Filters with choices. Countries are ISO 3166-1 alpha-2, languages ISO 639-1, `minutes` session lengths, `crossing` as
 * 'IN-GB'.
 */
export const choiceFilters = ['destination', 'origin', 'crossing', 'language', 'topic', 'location', 'minutes'] as const
export type ChoiceFilter = (typeof choiceFilters)[number]

export type Filter = ChoiceFilter | 'experience' | 'price' | 'free'

/** Years. Specification §9. */
export const EXPERIENCE_STEPS = [1, 3, 5, 7] as const
/** Days. */
export const FREE_STEPS = [3, 7, 14] as const
/** Mentors without a free start within these days come last in every order. */
export const FREE_WITHIN_DAYS = 30
/** Mentors with a free start within these days count as free soon. */
export const SOON_DAYS = 7
export const PAGE_SIZE = 24

export const orders = ['best', 'soonest', 'rating', 'price', 'price-down', 'experience', 'newest'] as const
export type Order = (typeof orders)[number]

export type Criteria = {
  /** As typed; folded and split by `domain/search/words.ts`. */
  text: string
  choices: Partial<Record<ChoiceFilter, string[]>>
  /** Minimum years. */
  experience: number | null
  /** In major units of the site's currency, both ends included. */
  price: { least: number | null; most: number | null }
  /** A free start within this many days. */
  freeWithin: number | null
  /** The visitor's move: “I am moving from X to Y, and I speak …”. Affects the order only. */
  moving: { from: string | null; to: string | null; speaks: string[] }
  order: Order
}

export const everybody: Criteria = {
  text: '',
  choices: {},
  experience: null,
  price: { least: null, most: null },
  freeWithin: null,
  moving: { from: null, to: null, speaks: [] },
  order: 'best',
}

/** The end of a page: key and number of its last row, and the instant as of which the list was ordered. */
export type Position = { order: Order; key: number; number: number; asOf: Date }

/** Which page: the first, the one after a row, or the one before it. */
export type Page = { after: Position } | { before: Position } | null

/** The filters in use. */
export function activeFilters(criteria: Criteria): Filter[] {
  const { choices, experience, price, freeWithin } = criteria
  return [
    ...choiceFilters.filter((filter) => choices[filter]?.length),
    ...(experience ? (['experience'] as const) : []),
    ...(price.least !== null || price.most !== null ? (['price'] as const) : []),
    ...(freeWithin ? (['free'] as const) : []),
  ]
}

/** The same criteria without one filter. */
export function without(criteria: Criteria, filter: Filter): Criteria {
  if (filter === 'experience') return { ...criteria, experience: null }
  if (filter === 'price') return { ...criteria, price: { least: null, most: null } }
  if (filter === 'free') return { ...criteria, freeWithin: null }
  const { [filter]: _, ...choices } = criteria.choices
  return { ...criteria, choices }
}

/**
 * The end of the next `days` days in milliseconds, exclusive. Rounded up to the full hour, so that results stay the
 * same within an hour.
 */
export function endOfDays(days: number, now: Date): number {
  return Math.ceil((now.getTime() + days * DAY_MS) / HOUR_MS) * HOUR_MS
}
