/** What the calendar with scripts and the one without share, so that they look alike and say the same. */
import { dayOfKey } from '../../time/clock.ts'
import { plural } from '#domain/quantities'

export type CalendarProps = {
  /** Month key of the month that is shown first. */
  month: string
  /** The number of free times of each day that has any times, by date key in order. */
  free: Map<string, number>
  /** Date key of the chosen day. */
  day: string | null
  onDay: (day: string) => void
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** "Tuesday 24 November, 4 free times, chosen" */
export function dayLabel(day: string, free: number, chosen: boolean): string {
  return `${dayOfKey(day)}, ${free > 0 ? plural(free, 'free time') : 'no free time'}${chosen ? ', chosen' : ''}`
}

/** Background, weight and cursor show which days are free; `dayLabel` says it in words. */
export function dayClass(free: number, chosen: boolean): string {
  const look = chosen
    ? 'cursor-pointer bg-magenta font-semibold text-deep forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]'
    : 'cursor-pointer bg-shoal-1 font-semibold text-ink hover:bg-shoal-2 forced-colors:border'
  return `flex h-11 w-full items-center justify-center rounded-control tabular-nums ${free > 0 ? look : 'cursor-default text-ink-2/80'}`
}

/** The frame of the table: as high as six weeks, so that nothing moves from month to month. */
export const calendarFrameClass =
  'min-h-79 [&_table]:w-full [&_table]:table-fixed [&_table]:border-separate [&_table]:border-spacing-0.5 [&_td]:p-0 [&_th]:h-9 [&_th]:text-center [&_th]:text-sm [&_th]:font-medium [&_th]:text-ink-2'

export const monthButtonClass =
  'icon-button cursor-pointer disabled:cursor-default disabled:text-ink-2/50 disabled:hover:bg-transparent'
