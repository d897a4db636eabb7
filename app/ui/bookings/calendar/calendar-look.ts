/** What the calendar with scripts and the one without share, so that they look alike and say the same. */
import { keyAfter, weekdayOf } from '../../time/clock.ts'
import * as m from '#messages/bookings'
import { dayOfKey } from '#words/time'

export type CalendarProps = {
  /** Date key of the visitor's today: weeks before it are not shown. */
  today: string
  /** Month key of the month that is shown first. */
  month: string
  /** The number of free times of each day that has any times, by date key in order. */
  free: Map<string, number>
  /** Date key of the chosen day. */
  day: string | null
  onDay: (day: string) => void
}

/** "Tuesday 24 November, 4 free times, chosen" */
export function dayLabel(day: string, free: number, chosen: boolean): string {
  return m.dayLabel({ day: dayOfKey(day), free, chosen })
}

/** Background, weight and cursor show which days are free; `dayLabel` says it in words. */
export function dayClass(free: number, chosen: boolean): string {
  const look = chosen
    ? 'cursor-pointer bg-magenta font-semibold text-deep forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]'
    : 'cursor-pointer bg-shoal-1 font-semibold text-ink hover:bg-shoal-2 forced-colors:border'
  return `flex h-11 w-full flex-col items-center justify-center rounded-control leading-5 tabular-nums data-free:after:text-sm/4 data-free:after:font-normal data-free:after:tracking-tight data-free:after:whitespace-nowrap data-free:after:content-[attr(data-free)] max-[22rem]:after:hidden ${free > 0 ? look : 'cursor-default text-ink-2/80'}`
}

/** What `dayClass` shows below the day's number. It is drawn only: `dayLabel` says it in words. */
export const freeCount = (free: number) => ({ 'data-free': free > 0 ? m.freeCount({ free }) : undefined })

/** Date key of the Monday of this week, with which the calendar begins. */
export const firstMonday = (today: string) => keyAfter(today, -weekdayOf(today))

/**
 * The frame of the table: as high as six weeks, so that nothing moves from month to month. On a phone it is as high as its
 * weeks, so that times show below it.
 */
export const calendarFrameClass =
  'sm:min-h-79 [&_table]:w-full [&_table]:table-fixed [&_table]:border-separate [&_table]:border-spacing-0.5 [&_td]:p-0 [&_th]:h-6 sm:[&_th]:h-9 [&_th]:text-center [&_th]:text-sm [&_th]:font-medium [&_th]:text-ink-2'

export const monthButtonClass =
  'icon-button cursor-pointer disabled:cursor-default disabled:text-ink-2/50 disabled:hover:bg-transparent'
