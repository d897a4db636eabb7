/** The form on /desk/hours: what a mentor ticked and typed, merged into the hours that are saved. */
import { z } from 'zod'
import type { Availability } from '#domain/bookings/availability'
import {
  dateItem,
  fromHoursItems,
  isDate,
  isRule,
  isTime,
  toHoursItems,
  LISTS,
  MAX_DAYS_AHEAD,
  MAX_STARTS_PER_DAY,
  mergeItems,
  overlappingTrips,
  parseDate,
  parseStart,
  parseTrip,
  RULE_NAMES,
  RULES,
  sameItems,
  startItem,
  tripItem,
  type HoursItems,
} from '#domain/bookings/hours-items'
import { err, ok, type Result } from '#domain/result'
import { isTimeZone } from '#domain/time/zone'
import { dateAfter } from '#domain/time/wall-time'
import type { FieldErrors } from '#server/platform/http/form'
import * as m from '#messages/forms'

export type HoursForm = {
  /** `copy`: one day's starts to others. */
  intent: 'preview' | 'copy' | 'save'
  /** What is to be saved. With `errors` it is what of it can be read. */
  items: HoursItems
  hours: Availability
  /** What is shown struck through: it was there, or was added on this page, and is to go. */
  struck: Pick<HoursItems, (typeof LISTS)[number]>
  errors: FieldErrors
  /** Fields of something to add that could not be read, as typed. `added`: whether they were sent at all. */
  typed: Record<string, string>
  added: boolean
  /** True if the hours were saved elsewhere since this page was shown. The other change is part of `items`. */
  changedElsewhere: boolean
  /** True if these very items were shown with what they would change. */
  seen: boolean
  /** What is looked at: a page of five weeks, a date, the zone of the second clock. */
  page: number
  day: string | null
  clock: string | null
}

/** `today`: the date on the mentor's clock. */
type Known = { saved: Availability; today: string }

const baseFields = z.object({
  ...Object.fromEntries(LISTS.map((list) => [list, z.array(z.string().max(300)).max(500)])),
  rules: z.object(Object.fromEntries(RULE_NAMES.map((name) => [name, z.string().max(10)]))),
}) as unknown as z.ZodType<HoursItems>

/** The error is for what no page of ours sends. */
export function readHoursForm(form: FormData, { saved, today }: Known): Result<HoursForm, 'malformed'> {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const base = parseItems(text('base'))
  if (!base) return err('malformed')
  const then = toHoursItems(fromHoursItems(base, saved), today) // Without what is over by now.
  const now = toHoursItems(saved, today)
  const errors: FieldErrors = {}
  const typed: Record<string, string> = {}
  const ticked = tickedItems(form, today)
  addStarts(ticked, text, errors, typed)
  addDate(ticked, text, errors, typed, today)
  addTrip(ticked, text, errors, typed, today)
  for (const name of RULE_NAMES) if (form.has(name)) ticked.rules[name] = withoutZeros(text(name))
  for (const name of RULE_NAMES) if (!form.has(name)) ticked.rules[name] = then.rules[name]
  const intent = text('intent') === 'save' ? 'save' : text('intent') === 'copy' ? 'copy' : 'preview'
  if (intent === 'copy') copyDay(ticked, text('copyFrom'), text('copyTo'))

  const items = mergeItems(then, ticked, now)
  checkItems(items, errors)
  const shown = (list: (typeof LISTS)[number]) => [...now[list], ...texts(form, `added-${list}`)]
  const gone = (list: (typeof LISTS)[number]) =>
    [...new Set(shown(list))].filter((item) => isItem(list, item) && !items[list].includes(item))
  return ok({
    intent,
    items,
    hours: fromHoursItems(items, saved),
    struck: { starts: gone('starts'), dates: gone('dates'), trips: gone('trips') },
    errors,
    typed,
    added: form.has('newDate'),
    changedElsewhere: !sameItems(then, now),
    seen: text('seen') === JSON.stringify(items),
    page: /^[0-2]$/.test(text('turn') || text('page')) ? Number(text('turn') || text('page')) : 0,
    day: isDate(text('pick') || text('day')) ? text('pick') || text('day') : null,
    clock: isTimeZone(text('clock')) ? text('clock') : null,
  })
}

function parseItems(text: string): HoursItems | null {
  try {
    const parsed = baseFields.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

const texts = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value) => typeof value === 'string') as string[]

const isItem = (list: (typeof LISTS)[number], item: string): boolean =>
  (list === 'starts' ? parseStart(item) : list === 'dates' ? parseDate(item) : parseTrip(item)) !== null

/** What is ticked, without what no page of ours offers. */
function tickedItems(form: FormData, today: string): HoursItems {
  const last = dateAfter(today, MAX_DAYS_AHEAD)
  const isNear = (item: string) => (parseDate(item)?.date ?? parseTrip(item)?.last ?? today) <= last
  const of = (list: (typeof LISTS)[number]) =>
    texts(form, list).filter((item) => isItem(list, item) && isNear(item) && zoneIsKnown(item))
  const rules = Object.fromEntries(RULE_NAMES.map((name) => [name, ''])) as HoursItems['rules']
  return { starts: of('starts'), dates: of('dates'), trips: of('trips'), rules }
}

const zoneIsKnown = (item: string) => isTimeZone(parseTrip(item)?.timeZone ?? 'UTC')

type Text = (name: string) => string

function addStarts(items: HoursItems, text: Text, errors: FieldErrors, typed: Record<string, string>): void {
  for (const weekday of WEEKDAYS) {
    const name = `add-${weekday}`
    const time = parseTime(text(name))
    if (text(name) === '') continue
    if (time) items.starts.push(startItem(weekday, time))
    else [errors[name], typed[name]] = [m.enterTime(), text(name)]
  }
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]

/** "9:30" and "09.30" as "09:30". Null for what is no time. */
function parseTime(typed: string): string | null {
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d{2})$/.exec(typed) ?? []
  const time = `${hours.padStart(2, '0')}:${minutes}`
  return isTime(time) ? time : null
}

function addDate(
  items: HoursItems,
  text: Text,
  errors: FieldErrors,
  typed: Record<string, string>,
  today: string,
): void {
  const [date, written] = [text('newDate'), text('newDateStarts')]
  if (date === '' && written === '') return
  const times = written.split(/[\s,;]+/).filter(Boolean)
  const starts = times.map(parseTime)
  const problem = dayProblem(date, today)
  if (problem) errors['newDate'] = problem
  if (starts.includes(null)) errors['newDateStarts'] = m.enterStarts()
  else if (starts.length > MAX_STARTS_PER_DAY) errors['newDateStarts'] = tooMany()
  if (errors['newDate'] || errors['newDateStarts']) {
    Object.assign(typed, { newDate: date, newDateStarts: written })
    return
  }
  const item = dateItem(
    date,
    starts.filter((time) => time !== null),
  )
  items.dates = [...items.dates.filter((other) => !other.startsWith(date)), item]
}

const tooMany = () => m.keepToStarts({ max: MAX_STARTS_PER_DAY })

function dayProblem(date: string, today: string): string | null {
  if (!isDate(date)) return m.chooseDate()
  return date < today || date > dateAfter(today, MAX_DAYS_AHEAD) ? m.chooseDateWithinYear() : null
}

function addTrip(
  items: HoursItems,
  text: Text,
  errors: FieldErrors,
  typed: Record<string, string>,
  today: string,
): void {
  const [timeZone, first, last] = [text('tripZone'), text('tripFirst'), text('tripLast')]
  if (timeZone === '' && first === '' && last === '') return
  const found: FieldErrors = {}
  if (!isTimeZone(timeZone)) found['tripZone'] = m.choosePlace()
  const [early, late] = [dayProblem(first, today), dayProblem(last, today)]
  if (early) found['tripFirst'] = early
  if (late) found['tripLast'] = late
  else if (!early && last < first) found['tripLast'] = m.chooseLaterLastDay()
  const trip = { timeZone, first, last, startsFollow: text('tripFollow') !== '' }
  const others = items.trips.map(parseTrip).filter((other) => other !== null)
  const inTheWay = others.find((other) => other.first <= last && first <= other.last)
  if (Object.keys(found).length === 0 && inTheWay && tripItem(inTheWay) !== tripItem(trip)) {
    found['tripFirst'] = m.tripInTheWay()
  }
  if (Object.keys(found).length === 0) items.trips.push(tripItem(trip))
  else {
    Object.assign(errors, found)
    Object.assign(typed, { tripZone: timeZone, tripFirst: first, tripLast: last, tripFollow: text('tripFollow') })
  }
}

/** "07" as "7", so that it is no change. */
const withoutZeros = (typed: string) => typed.replace(/^0+(?=\d)/, '')

/** `to`: a weekday, "weekdays" or "all". */
function copyDay(items: HoursItems, from: string, to: string): void {
  if (!/^[0-6]$/.test(from)) return
  const days =
    to === 'all' ? WEEKDAYS : to === 'weekdays' ? WEEKDAYS.slice(0, 5) : /^[0-6]$/.test(to) ? [Number(to)] : []
  const times = items.starts.filter((item) => item.startsWith(from)).map((item) => item.slice(2))
  const others = items.starts.filter((item) => item.startsWith(from) || !days.includes(Number(item[0])))
  const copies = days.flatMap((weekday) => times.map((time) => startItem(weekday, time)))
  items.starts = [...new Set([...others, ...copies])]
}

function checkItems(items: HoursItems, errors: FieldErrors): void {
  for (const name of RULE_NAMES) {
    const { min, max, optional } = RULES[name]
    if (!isRule(name, items.rules[name])) errors[name] = m.enterNumber({ min, max, optional })
  }
  for (const weekday of WEEKDAYS) {
    const count = items.starts.filter((item) => item.startsWith(`${weekday} `)).length
    if (count > MAX_STARTS_PER_DAY) errors[`add-${weekday}`] ??= tooMany()
  }
  if (overlappingTrips(items.trips.map(parseTrip).filter((trip) => trip !== null))) {
    errors['trips'] = m.tripsOverlap()
  }
}
