/**
 * Sentences about clock changes around a session, and about times that occur twice, for pages and emails. No Temporal,
 * since the browser loads this file too; `clock-changes.ts` finds the changes.
 */
import { dateKeyIn, dayIn, timeIn } from '#domain/time/clock'
import type { ClockChange } from '#domain/time/wall-time'

/** The clock of one person: its zone, the city that names it, and its changes around the session. */
type ChangedClock = { timeZone: string; place: string; changes: readonly ClockChange[] }

const MINUTE_MS = 60_000
const WEEK_MS = 10_080 * MINUTE_MS

/** A sentence for each change between now and a session, or within a week of it, in order. Equal changes share one. */
export function clockNotes(clocks: readonly ChangedClock[], session: Date, now: Date): string[] {
  const from = Math.min(now.getTime(), session.getTime() - WEEK_MS)
  const until = session.getTime() + WEEK_MS
  const notes = new Map<string, { change: ClockChange; timeZone: string; places: string[] }>()
  for (const { timeZone, place, changes } of clocks) {
    for (const change of changes) {
      if (change.at.getTime() <= from || change.at.getTime() > until) continue
      const key = `${change.at.getTime()} ${change.minutes} ${dayIn(change.at, timeZone)}`
      const note = notes.get(key)
      if (!note) notes.set(key, { change, timeZone, places: [place] })
      else if (!note.places.includes(place)) note.places.push(place)
    }
  }
  return [...notes.values()]
    .toSorted((a, b) => a.change.at.getTime() - b.change.at.getTime())
    .map(({ change, timeZone, places }) => {
      const verb = `${change.at <= now ? 'went' : 'go'} ${change.minutes > 0 ? 'forward' : 'back'}`
      const order = change.at <= now ? '' : change.at <= session ? ', before your session' : ', after your session'
      const length = formatLength(Math.abs(change.minutes))
      return `Clocks in ${places.join(' and ')} ${verb} ${length} on ${dayIn(change.at, timeZone)}${order}.`
    })
}

/** "1 hour", "30 minutes", "1 hour 30 minutes" */
function formatLength(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const words = [hours > 0 && `${hours} ${hours === 1 ? 'hour' : 'hours'}`, rest > 0 && `${rest} minutes`]
  return words.filter(Boolean).join(' ')
}

/** Minutes by which clocks go back: 60 nearly everywhere, 30 on Lord Howe Island, 120 in Antarctica. */
const STEPS = [30, 60, 120]

/** Which of the two this is, if its wall time occurs twice that day in `zone`. Null if it occurs once. */
export function foldAt(instant: Date, zone: string): 'first' | 'second' | null {
  const shown = (at: Date) => `${dateKeyIn(at, zone)} ${timeIn(at, zone)}`
  const now = shown(instant)
  const reads = (minutes: number) => shown(new Date(instant.getTime() + minutes * MINUTE_MS)) === now
  if (STEPS.some((minutes) => reads(minutes))) return 'first'
  return STEPS.some((minutes) => reads(-minutes)) ? 'second' : null
}

/** "first of two 01:30s in London: clocks go back that night". Null for a time that occurs once. */
export function foldWords(instant: Date, zone: string, place: string): string | null {
  const fold = foldAt(instant, zone)
  return fold && `${fold} of two ${timeIn(instant, zone)}s in ${place}: clocks go back that night`
}
