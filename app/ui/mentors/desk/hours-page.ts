/** Props of the pages of a mentor's hours. Texts are ready to be shown. */
import type { Rule } from '#domain/bookings/hours-items'

/** Something that can be taken away until it is saved. `value` is what the form sends while it is kept. */
export type HoursItem = { value: string; kept: boolean; isNew: boolean }
export type StartItem = HoursItem & { time: string }
/** `name` stands for it in front of `text`: "Wed 2 Dec", "Berlin". */
export type NamedItem = HoursItem & { name: string; text: string }

/** A date of the preview. `date`: YYYY-MM-DD. */
export type PreviewDay = {
  date: string
  /** "24", "1 Dec" */
  label: string
  /** "Tuesday 24 November" */
  name: string
  /** "2 free", "closed"; empty if there is nothing to say. */
  state: string
  free: boolean
  over: boolean
  /** Gained or lost hours. */
  change: '+' | '−' | '±' | null
  ground: 'travel' | 'other' | null
}

/** A start of the chosen day. `other`: on the second clock, with the day if it differs: "00:00", "+1 day". */
export type DayStart = {
  at: string
  time: string
  place: string | null
  other: string
  otherShift: string | null
  state: 'free' | 'booked' | 'new' | 'lost' | 'taken'
  words: string
}

export type ChangeLine = { text: string; count: string }

export type HoursPreview = {
  page: number
  pages: number
  /** "16 Nov – 20 Dec" */
  span: string
  days: PreviewDay[]
  /** `picked`: by the reader. */
  chosen: { date: string; picked: boolean; name: string; starts: DayStart[] }
  /** Of the mentor, and the second one. */
  place: string
  clock: { timeZone: string; place: string }
  gained: ChangeLine[]
  lost: ChangeLine[]
  standing: ChangeLine[]
  /** Bold words and what follows them. */
  notes: { dates: string; why: string }[]
  /** Why nothing at all can be booked; null if something can be. */
  nothing: string | null
  horizonDays: number
  before: number
  after: number
  changes: number
}

export type HoursPage = {
  /** The hours as they were saved when this page was made, and as `seen` with their preview. Sent back as they are. */
  base: string
  seen: string
  weekly: StartItem[][]
  dates: NamedItem[]
  trips: NamedItem[]
  rules: Record<Rule, string>
  /** Whether any session of theirs is free, so that a maximum of free ones means something. */
  sellsFree: boolean
  fields: Record<string, string>
  /** Of fields for something to add: what could not be read. */
  typed: Record<string, string>
  /** True if a button was pressed, so that those fields were read. */
  added: boolean
  /** What is to be said about the form as a whole. */
  message: 'wrong' | 'changed_elsewhere' | 'look_first' | 'draft' | 'saved' | null
  /** Differs when ticks on the page are no longer those of the form, which is then made anew. */
  revision: string
  preview: HoursPreview
  /** "2026-11-22" to a year on: the dates that can be chosen. */
  days: { first: string; last: string }
}
