/** Dates, times and durations of RFC 5545 §3.3 as numbers. */
import ICAL from 'ical.js'
import { DAY_MS } from '#domain/time/wall-time'
import type { Property } from '#server/platform/ics/calendar-file'

/**
 * A date or time as a file writes it. `wall`: its fields as if they were UTC, in epoch milliseconds. `zone`: of a
 * `local` time, the file's name for it; empty for a floating one.
 */
export type WrittenDate = { wall: number; kind: 'date' | 'utc' | 'local'; zone: string }

/** Days are nominal, of 23 or 25 hours too; the rest is exact (RFC 5545 §3.3.6). */
export type Duration = { days: number; ms: number }

/** A date, or a period with its own end. */
export type WrittenPeriod = { start: WrittenDate; end: WrittenDate | Duration | null }

/** The first date of a property. Null if it cannot be read. */
export function readDate(property: Property | undefined): WrittenDate | null {
  return property ? parseDate(property.values[0], property) : null
}

/** All dates of properties that may repeat and list several. Those that cannot be read are left out. */
export function readDates(properties: Property[]): WrittenDate[] {
  return properties
    .flatMap((property) => property.values.map((value) => parseDate(value, property)))
    .filter((date) => date !== null)
}

/** All dates and periods of properties. Those that cannot be read are left out. */
export function readPeriods(properties: Property[]): WrittenPeriod[] {
  return properties.flatMap((property) =>
    property.values.flatMap((value): WrittenPeriod[] => {
      if (!Array.isArray(value)) {
        const start = parseDate(value, property)
        return start ? [{ start, end: null }] : []
      }
      const start = parseDate(value[0], property)
      const end = parseDate(value[1], property) ?? readDuration(String(value[1]))
      return start && end ? [{ start, end }] : []
    }),
  )
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d):(\d\d)?(Z)?)?$/

/** ical.js gives dates in ISO 8601, also those that do not exist. */
function parseDate(value: unknown, { params }: Property): WrittenDate | null {
  const [, day, hours, minutes, seconds = '00', utc] = DATE.exec(String(value)) ?? []
  if (!day) return null
  // A leap second is the end of its minute.
  const time = hours ? `${hours}:${minutes}:${seconds === '60' ? '59' : seconds}` : '00:00:00'
  const wall = Date.parse(`${day}T${time}Z`)
  // JavaScript reads 31 February as 3 March.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(`${day}T${time}`)) return null
  if (!hours) return { wall, kind: 'date', zone: '' }
  if (utc) return { wall, kind: 'utc', zone: '' }
  const [zone = ''] = [params['tzid'] ?? ''].flat()
  return { wall, kind: 'local', zone: zone.trim() }
}

/** Null if it is no duration, or a negative one. */
export function readDuration(text: string): Duration | null {
  if (!/^\+?P/.test(text) || !ICAL.Duration.isValueString(text)) return null
  const { weeks, days, hours, minutes, seconds } = ICAL.Duration.fromString(text)
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1_000 }
}

/** The date of a wall time: its midnight. */
export const startOfDay = (wall: number): number => wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS)
