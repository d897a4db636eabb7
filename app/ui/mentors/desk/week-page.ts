/** Props of the first page of a mentor's desk. Texts are ready to be shown. */
import type { WeekState } from '#domain/bookings/desk-week'

/** A start or a booking. `at` is an instant; quarters of an hour count from the first hour of the week's grid. */
export type WeekCell = {
  at: string
  state: WeekState
  /** True if it has begun. */
  over: boolean
  fromQuarter: number
  toQuarter: number
  time: string
  /** The city on whose clock `time` is, on a trip. */
  place: string | null
  /** On the second clock: "20:00 in Kolkata". */
  other: string
  /** What is below the time: a name, "Held to 14:38". */
  words: string
  /** The page of a booking. */
  page: string | null
  /** For screen readers: day, both clocks, state. */
  reads: string
}

/** A busy time of the mentor's calendars. `words`: "Busy 15:00–16:00". */
export type WeekBusy = { words: string; fromQuarter: number; toQuarter: number }

export type WeekDay = {
  date: string
  /** "Mon", "16" */
  label: [string, string]
  /** "Monday 16 November" */
  name: string
  today: boolean
  trip: { place: string; clock: string } | null
  busy: WeekBusy[]
  cells: WeekCell[]
}

/** An hour of both axes: "14:00", and "19:30" with "+1" where that is another date. */
export type WeekHour = { time: string; other: string; otherShift: string | null }

export type DeskWeek = {
  /** "16–22 November" */
  span: string
  current: boolean
  /** Addresses of other weeks. */
  earlier: string
  later: string
  place: string
  otherPlace: string
  hours: WeekHour[]
  days: WeekDay[]
  counts: Record<'free' | 'booked' | 'done' | 'held', number>
  travels: boolean
  isBusy: boolean
  /** Sentences about starts that cannot be booked. */
  hidden: string[]
  /** The quarter in which now is, on today's day; null in other weeks and hours. */
  nowQuarter: number | null
}

/** A booking to come. `phone`: null until a day before. */
export type NextBooking = {
  reference: string
  /** "today 14:30", "Tue 24 Nov, 16:30" */
  when: string
  at: string
  /** On the mentee's clock; null if it is the same. */
  other: string | null
  mentee: string
  session: string
  minutes: number
  price: string
  /** "session 2 of 3 from a package"; null for any other session. */
  package: string | null
  topic: string
  phone: string | null
  /** "starts in 9 minutes"; null unless it is within ten. */
  soon: string | null
}
