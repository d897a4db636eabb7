/**
 * Sentences about clock changes around a session, and about times that occur twice, for pages and emails. No Temporal,
 * since the browser loads this file too; `#domain/time/clock-changes` finds the changes.
 */
import { dateKeyIn, foldAt, timeIn } from '#domain/time/clock'
import type { ClockChange } from '#domain/time/wall-time'
import * as m from '#messages/time'
import { formatList } from '#words/lists'
import { dayIn } from '#words/time'

/** The clock of one person: its zone, the city that names it, and its changes around the session. */
type ChangedClock = { timeZone: string; place: string; changes: readonly ClockChange[] }

const WEEK_MS = 10_080 * 60_000

/** A sentence for each change between now and a session, or within a week of it, in order. Equal changes share one. */
export function clockNotes(clocks: readonly ChangedClock[], session: Date, now: Date): string[] {
  const from = Math.min(now.getTime(), session.getTime() - WEEK_MS)
  const until = session.getTime() + WEEK_MS
  const notes = new Map<string, { change: ClockChange; timeZone: string; places: string[] }>()
  for (const { timeZone, place, changes } of clocks) {
    for (const change of changes) {
      if (change.at.getTime() <= from || change.at.getTime() > until) continue
      const key = `${change.at.getTime()} ${change.minutes} ${dateKeyIn(change.at, timeZone)}`
      const note = notes.get(key)
      if (!note) notes.set(key, { change, timeZone, places: [place] })
      else if (!note.places.includes(place)) note.places.push(place)
    }
  }
  return [...notes.values()]
    .toSorted((a, b) => a.change.at.getTime() - b.change.at.getTime())
    .map(({ change, timeZone, places }) => {
      const words = {
        places: formatList(places),
        forward: change.minutes > 0,
        length: formatLength(Math.abs(change.minutes)),
        day: dayIn(change.at, timeZone),
      }
      if (change.at <= now) return m.clocksWent(words)
      return change.at <= session ? m.clocksGoBefore(words) : m.clocksGoAfter(words)
    })
}

/** "1 hour", "30 minutes", "1 hour 30 minutes" */
function formatLength(length: number): string {
  const [hours, minutes] = [Math.floor(length / 60), length % 60]
  if (hours === 0) return m.minutes({ count: minutes })
  return minutes === 0 ? m.hours({ count: hours }) : m.hoursAndMinutes({ hours, minutes })
}

/** "first of two 01:30s in London: clocks go back that night". Null for a time that occurs once. */
export function foldWords(instant: Date, zone: string, place: string): string | null {
  const fold = foldAt(instant, zone)
  return fold && m.timeOfTwo({ first: fold === 'first', time: timeIn(instant, zone), place })
}
