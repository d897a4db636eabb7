/** What must hold of a cohort's dates, and how far it is on a day. Pure; all dates are YYYY-MM-DD. */
import { MAX_DAYS, MAX_DAYS_AHEAD, type CohortRequest, type CohortSession } from '#domain/cohorts/content'

const DAY_MS = 86_400_000
const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

type Dates = Pick<CohortRequest, 'startsOn' | 'endsOn' | 'schedule' | 'tasks'>

/**
 * `starts_in_past`, `starts_too_late`: of the first day. `ends_before_start`, `ends_too_late`: of the last. `outside`: a session
 * or a task is not within them. `out_of_order`: a session is before the one above it.
 */
export type DateError =
  | 'starts_in_past'
  | 'starts_too_late'
  | 'ends_before_start'
  | 'ends_too_late'
  | 'outside'
  | 'out_of_order'

/**
 * Dates that contradict each other, by the form's name of the field: the cohort is to come, its sessions are in order, and
 * sessions and tasks are inside.
 */
export function dateErrors({ startsOn, endsOn, schedule, tasks }: Dates, today: string): Record<string, DateError> {
  const errors: Record<string, DateError> = {}
  if (startsOn < today) errors['startDate'] = 'starts_in_past'
  else if (days(today, startsOn) > MAX_DAYS_AHEAD) errors['startDate'] = 'starts_too_late'
  if (endsOn < startsOn) errors['endDate'] = 'ends_before_start'
  else if (days(startsOn, endsOn) > MAX_DAYS) errors['endDate'] = 'ends_too_late'
  if (Object.keys(errors).length > 0) return errors

  const isInside = (date: string) => date >= startsOn && date <= endsOn
  for (const [place, { date }] of schedule.entries()) {
    const earlier = schedule[place - 1]?.date
    if (!isInside(date)) errors[`schedule.${place}.date`] = 'outside'
    else if (earlier && date < earlier) errors[`schedule.${place}.date`] = 'out_of_order'
  }
  for (const [place, { due }] of tasks.entries()) if (!isInside(due)) errors[`tasks.${place}.due`] = 'outside'
  return errors
}

/** When a cohort begins, and how long it takes, as its seats are sold: its days are those of UTC, the last one included. */
export function seatTimes({ startsOn, endsOn }: Pick<Dates, 'startsOn' | 'endsOn'>) {
  return { startsAt: new Date(`${startsOn}T00:00:00Z`), minutes: (days(startsOn, endsOn) + 1) * 1_440 }
}

/** The week of a cohort in which a date is, counted from 1. */
export const weekNumber = (startsOn: string, date: string): number => Math.floor(days(startsOn, date) / 7) + 1

type CohortProgress = {
  stage: 'to_come' | 'running' | 'over'
  /** Sessions of days before today. */
  held: number
  /** Per cent of the sessions that have been held, rounded. */
  percent: number
  /** The week today is in, of how many; null unless the cohort runs. */
  week: number | null
  weeks: number
  /** The next session; null when all have been held. */
  next: CohortSession | null
}

/** How far a cohort is. */
export function progressOn(
  { startsOn, endsOn, schedule }: Pick<Dates, 'startsOn' | 'endsOn' | 'schedule'>,
  today: string,
): CohortProgress {
  const stage = today < startsOn ? 'to_come' : today > endsOn ? 'over' : 'running'
  const held = schedule.filter(({ date }) => date < today).length
  return {
    stage,
    held,
    percent: schedule.length === 0 ? 0 : Math.round((held / schedule.length) * 100),
    week: stage === 'running' ? weekNumber(startsOn, today) : null,
    weeks: weekNumber(startsOn, endsOn),
    next: schedule.find(({ date }) => date >= today) ?? null,
  }
}
