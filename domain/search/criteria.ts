/**
 * What somebody asks of the list of mentors: words, filters, the move they are about to make, an order and a page.
 * Within one filter any of its choices will do; of several filters all must hold. Specification §2 (/mentors) and §9.
 */
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'

/** Filters by choices. Countries are ISO 3166-1 alpha-2, languages ISO 639-1, `minutes` lengths of sessions, `crossing` 'IN-GB'. */
export const choiceFilters = ['destination', 'origin', 'crossing', 'language', 'topic', 'location', 'minutes'] as const
export type ChoiceFilter = (typeof choiceFilters)[number]

/** Every filter there is. */
export type Filter = ChoiceFilter | 'experience' | 'price' | 'free'

/** Years. Specification §9. */
export const EXPERIENCE_STEPS = [1, 3, 5, 7] as const
/** Days. */
export const FREE_STEPS = [3, 7, 14] as const
/** Days without a free hour after which a mentor comes last, whatever the order. */
export const FREE_WITHIN_DAYS = 30
/** Days within which somebody is free soon. */
export const SOON_DAYS = 7
export const PAGE_SIZE = 24

export const orders = ['best', 'soonest', 'rating', 'price', 'price-down', 'experience', 'newest'] as const
export type Order = (typeof orders)[number]

export type Criteria = {
  /** As typed; folded and split by `domain/search/words.ts`. */
  text: string
  choices: Partial<Record<ChoiceFilter, string[]>>
  /** At least so many years. */
  experience: number | null
  /** Minor units, both ends included. */
  price: { least: number | null; most: number | null }
  /** A free start within so many days. */
  freeWithin: number | null
  /** “I am moving from X to Y, and I speak …”. It orders, and leaves nobody out. */
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

/** Where a page ends: the key of its last row under the order, that row's number, and the instant as of which it was ordered. */
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

/** The same question without one filter. */
export function without(criteria: Criteria, filter: Filter): Criteria {
  if (filter === 'experience') return { ...criteria, experience: null }
  if (filter === 'price') return { ...criteria, price: { least: null, most: null } }
  if (filter === 'free') return { ...criteria, freeWithin: null }
  const { [filter]: _, ...choices } = criteria.choices
  return { ...criteria, choices }
}

/**
 * The first instant that no longer counts as within so many days. On the full hour, so that a page of results means the
 * same for everybody who looks at it within one.
 */
export function endOfDays(days: number, now: Date): number {
  return Math.ceil((now.getTime() + days * DAY_MS) / HOUR_MS) * HOUR_MS
}
