/**
 * Clocks: what a wall time means as an instant. A wall time is a number: its fields as if they were UTC, in epoch
 * milliseconds. A time that clocks skip is read with the offset before the gap, and of a time that occurs twice the
 * first one counts (RFC 5545 §3.3.5).
 */
import { calendarInstant, MINUTE_MS, wallTimeAt } from '#domain/time/wall-time'

export type Clock = {
  /** Epoch milliseconds of a wall time. */
  instantAt(wall: number): number
  /** The wall time at an instant. */
  wallAt(instant: number): number
}

export type Span = { from: number; until: number }

/** The clock of an IANA zone. */
export function ianaClock(timeZone: string): Clock {
  const parse = ({ date, time }: { date: string; time: string }) => Date.parse(`${date}T${time}Z`)
  return {
    instantAt(wall) {
      const [date, time] = new Date(wall).toISOString().split('T') as [string, string]
      return calendarInstant({ date, time: time.slice(0, 5) }, timeZone)!.getTime() + (wall % MINUTE_MS)
    },
    wallAt: (instant) => parse(wallTimeAt(new Date(instant), timeZone)) + (instant % MINUTE_MS),
  }
}

/** The clock at a fixed offset from UTC. */
export function offsetClock(offsetMs: number): Clock {
  return { instantAt: (wall) => wall - offsetMs, wallAt: (instant) => instant + offsetMs }
}

/** Milliseconds of "+0530" or "-00:01:15". Null for anything else. */
export function readOffset(text: string): number | null {
  const [, sign, hours, minutes = '0', seconds = '0'] =
    /^([+-])(\d{1,2})(?::?([0-5]\d))?(?::?([0-5]\d))?$/.exec(text) ?? []
  if (!sign || Number(hours) > 15) return null
  const total = Number(hours) * 60 * MINUTE_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1_000
  return sign === '-' ? -total : total
}
