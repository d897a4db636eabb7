/**
 * The usual week that an application asks for: the specification's five starts (§9) on the days that suit. Other times come
 * later, on the mentor's page of hours. In the form each day is a field, "hours.0" for Monday, with its starts.
 */
import { DAILY_STARTS } from '#domain/bookings/daily-starts'

type Typed = Record<string, string>

/** Starts of Monday to Sunday, on the mentor's own clock. */
export type WeeklyStarts = readonly (readonly string[])[]

/** What the form begins with: all five starts on weekdays. */
export const WEEKDAY_STARTS: WeeklyStarts = Array.from({ length: 7 }, (_, day) => (day < 5 ? DAILY_STARTS : []))

/** Says that the form had this field, since a day without a start sends nothing. */
const HOURS_FIELD = 'hours'

export const hoursField = (day: number): string => `hours.${day}`

/** False for hours that the form cannot show whole, such as those of a mentor who chose times of their own. */
export const fitsApplication = (weekly: WeeklyStarts): boolean =>
  weekly.every((starts) => starts.every((start) => DAILY_STARTS.some((one) => one === start)))

export function typedHours(weekly: WeeklyStarts): Typed {
  const days = weekly.map((starts, day) => [hoursField(day), starts.join(',')])
  return { [HOURS_FIELD]: 'chosen', ...Object.fromEntries(days.filter(([, starts]) => starts !== '')) }
}

/** The starts that were ticked; null for a form that did not ask. */
export function readTypedHours(typed: Typed): WeeklyStarts | null {
  if (typed[HOURS_FIELD] === undefined) return null
  return Array.from({ length: 7 }, (_, day) => {
    const chosen = (typed[hoursField(day)] ?? '').split(',')
    return DAILY_STARTS.filter((start) => chosen.includes(start))
  })
}
