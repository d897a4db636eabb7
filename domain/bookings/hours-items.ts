/**
 * A mentor's hours as a list of texts, one for each start, date, trip and rule. Forms carry them, and changes are
 * compared, counted and merged by them.
 *
 *   start  "0 14:30"                                    Mondays at 14:30
 *   date   "2026-12-02 10:00,11:00", "2026-12-02 closed"
 *   trip   "2026-11-21 2026-11-22 Europe/Berlin follow"   or "stay"
 *
 * Source: what a mentor may choose is in `availability.ts`.
 */
import {
  BUFFER_MINUTES,
  HORIZON_DAYS,
  NOTICE_HOURS,
  type Availability,
  type Travel,
} from '#domain/bookings/availability'

export const MAX_STARTS_PER_DAY = 24
/** Dates and trips may be set this far ahead. */
export const MAX_DAYS_AHEAD = 365
const MAX_CAP = 100

const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d'
export const isTime = (text: string): boolean => new RegExp(`^${TIME}$`).test(text)

/** The rules that are numbers. `optional`: without a number, there is no such limit. */
export const RULES = {
  noticeHours: { ...NOTICE_HOURS, optional: false },
  horizonDays: { ...HORIZON_DAYS, optional: false },
  dayCap: { min: 1, max: MAX_CAP, optional: true },
  bufferBefore: { ...BUFFER_MINUTES, optional: false },
  bufferAfter: { ...BUFFER_MINUTES, optional: false },
  weekCap: { min: 1, max: MAX_CAP, optional: true },
  freeWeekCap: { min: 1, max: MAX_CAP, optional: true },
} as const satisfies Partial<Record<keyof Availability, { min: number; max: number; optional: boolean }>>

export type Rule = keyof typeof RULES
export const RULE_NAMES = Object.keys(RULES) as Rule[]

export type HoursItems = {
  starts: string[]
  dates: string[]
  trips: string[]
  /** As text; empty: no limit. */
  rules: Record<Rule, string>
}
export const LISTS = ['starts', 'dates', 'trips'] as const

export const startItem = (weekday: number, time: string): string => `${weekday} ${time}`
export const dateItem = (date: string, starts: readonly string[]): string =>
  `${date} ${starts.length > 0 ? sortedSet(starts).join(',') : 'closed'}`
export const tripItem = ({ first, last, timeZone, startsFollow }: Travel): string =>
  `${first} ${last} ${timeZone} ${startsFollow ? 'follow' : 'stay'}`

/** Dates and trips that are over before `today` are left out: they change nothing any more. */
export function toHoursItems(hours: Availability, today: string): HoursItems {
  return {
    starts: sortedSet(hours.weekly.flatMap((times, weekday) => times.map((time) => startItem(weekday, time)))),
    dates: sortedSet(
      [...hours.overrides].filter(([date]) => date >= today).map(([date, starts]) => dateItem(date, starts)),
    ),
    trips: sortedSet(hours.travel.filter(({ last }) => last >= today).map(tripItem)),
    rules: Object.fromEntries(RULE_NAMES.map((name) => [name, String(hours[name] ?? '')])) as HoursItems['rules'],
  }
}

/** Null for a text that is no start. */
export function parseStart(item: string): { weekday: number; time: string } | null {
  const [, weekday, time] = new RegExp(`^([0-6]) (${TIME})$`).exec(item) ?? []
  return weekday && time ? { weekday: Number(weekday), time } : null
}

/** Null for a text that is no date with its starts. */
export function parseDate(item: string): { date: string; starts: string[] } | null {
  const [, date, starts] = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d) (closed|${TIME}(?:,${TIME})*)$`).exec(item) ?? []
  if (!date || !starts || !isDate(date)) return null
  return { date, starts: starts === 'closed' ? [] : sortedSet(starts.split(',')) }
}

/** Null for a text that is no trip. Does not look whether the zone is one. */
export function parseTrip(item: string): Travel | null {
  const [, first, last, timeZone, starts] =
    /^(\d{4}-\d\d-\d\d) (\d{4}-\d\d-\d\d) ([A-Za-z][\w+/-]*) (follow|stay)$/.exec(item) ?? []
  if (!first || !last || !timeZone || !isDate(first) || !isDate(last) || last < first) return null
  return { first, last, timeZone, startsFollow: starts === 'follow' }
}

/** Whether the calendar has this date: not 30 February. */
export function isDate(text: string): boolean {
  const instant = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === text
}

/** Whether a rule as typed is a number in its range, or nothing where that means no limit. */
export function isRule(name: Rule, typed: string): boolean {
  const { min, max, optional } = RULES[name]
  if (typed === '') return optional
  return /^\d{1,4}$/.test(typed) && Number(typed) >= min && Number(typed) <= max
}

/** The hours that these texts say. Texts that say nothing are left out; a rule that is wrong stays as in `saved`. */
export function fromHoursItems(items: HoursItems, saved: Availability): Availability {
  const weekly = Array.from({ length: 7 }, (): string[] => [])
  for (const item of items.starts) {
    const start = parseStart(item)
    if (start) weekly[start.weekday]!.push(start.time)
  }
  const dates = items.dates.map(parseDate).filter((date) => date !== null)
  const readRule = (name: Rule) => {
    const typed = items.rules[name]
    if (!isRule(name, typed)) return saved[name]
    return typed === '' ? null : Number(typed)
  }
  return {
    timeZone: saved.timeZone,
    weekly: weekly.map(sortedSet),
    overrides: new Map(dates.map(({ date, starts }) => [date, starts])),
    travel: items.trips.map(parseTrip).filter((trip) => trip !== null),
    ...(Object.fromEntries(RULE_NAMES.map((name) => [name, readRule(name)])) as Pick<Availability, Rule>),
  }
}

/**
 * Merges one editor's changes into the saved hours. `base` is what they saw and `theirs` what they made of it, so that what
 * another tab saved meanwhile stays. A date that they set replaces what the date had.
 */
export function mergeItems(base: HoursItems, theirs: HoursItems, saved: HoursItems): HoursItems {
  const merge = (list: (typeof LISTS)[number]) => {
    const added = theirs[list].filter((item) => !base[list].includes(item))
    const kept = saved[list].filter((item) => theirs[list].includes(item) || !base[list].includes(item))
    const dates = new Set(list === 'dates' ? added.map(dayOf) : [])
    return sortedSet([...kept.filter((item) => !dates.has(dayOf(item))), ...added])
  }
  const rules = RULE_NAMES.map((name) => {
    return [name, theirs.rules[name] === base.rules[name] ? saved.rules[name] : theirs.rules[name]]
  })
  return {
    starts: merge('starts'),
    dates: merge('dates'),
    trips: merge('trips'),
    rules: Object.fromEntries(rules) as HoursItems['rules'],
  }
}

const dayOf = (item: string) => item.slice(0, 10)

/** How many starts, dates, trips and rules differ. A date with other starts is one change. */
export function countChanges(saved: HoursItems, changed: HoursItems): number {
  const differing = (list: (typeof LISTS)[number]) => [
    ...changed[list].filter((item) => !saved[list].includes(item)),
    ...saved[list].filter((item) => !changed[list].includes(item)),
  ]
  const rules = RULE_NAMES.filter((name) => saved.rules[name] !== changed.rules[name])
  return (
    differing('starts').length + new Set(differing('dates').map(dayOf)).size + differing('trips').length + rules.length
  )
}

/** Whether two lists of hours are the same. Both from `toHoursItems`, which sorts. */
export const sameItems = (some: HoursItems, others: HoursItems): boolean => countChanges(some, others) === 0

/** Trips of which two share a date. Null if none do. */
export function overlappingTrips(trips: readonly Travel[]): [Travel, Travel] | null {
  const inOrder = trips.toSorted((a, b) => (a.first < b.first ? -1 : 1))
  for (const [n, trip] of inOrder.entries()) {
    const next = inOrder[n + 1]
    if (next && next.first <= trip.last) return [trip, next]
  }
  return null
}

const sortedSet = (texts: readonly string[]): string[] => [...new Set(texts)].toSorted()
