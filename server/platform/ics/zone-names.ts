/**
 * Which clock a name of a zone stands for, in this order: the file's own definition (RFC 5545 §3.6.5), an IANA zone, a
 * Windows zone (CLDR), a name that ends in an IANA zone, an offset.
 */
import { findIana } from 'windows-iana'
import { HOUR_MS } from '#domain/time/wall-time'
import { isTimeZone } from '#domain/time/zone'
import { readText, type Component } from '#server/platform/ics/calendar-file'
import { ianaClock, offsetClock, readOffset, type Clock, type Span } from '#server/platform/ics/clocks'
import { definedClock } from '#server/platform/ics/zone-definition'

/**
 * Returns a function that finds the clock of a zone's name in this calendar. For an ambiguous name it gives two clocks,
 * so that both readings count: for a display name such as "(UTC+01:00) Amsterdam" winter and summer time, for any other
 * name the calendar's own clock and UTC. `own`: the clock of floating times.
 */
export function zoneFinder(calendar: Component, own: Clock, span: Span): (name: string) => Clock[] {
  const definitions = new Map(
    calendar.parts.filter(({ name }) => name === 'VTIMEZONE').map((zone) => [readText(zone, 'TZID'), zone]),
  )
  const known = new Map<string, Clock[]>()
  const find = (name: string): Clock[] => {
    const definition = definitions.get(name)
    const clock = (definition && definedClock(definition, span)) ?? namedClock(name)
    return clock ? [clock] : (displayedClocks(name) ?? [own, offsetClock(0)])
  }
  return (name) => {
    const clocks = known.get(name) ?? find(name)
    known.set(name, clocks)
    return clocks
  }
}

/** The clock of a name without a definition. Null for an unknown name. */
export function namedClock(name: string): Clock | null {
  // Exchange numbers the copies of a zone that it has changed: "Eastern Standard Time 1".
  const unnumbered = name.replace(/ \d{1,2}$/, '')
  const zone = [name, windowsZone(unnumbered), ...listTails(name)].find((zone) => zone && isTimeZone(zone))
  if (zone) return ianaClock(zone)
  const [, offset = ''] = /^\(?(?:UTC|GMT)? ?([+-]\d{1,2}(?::?\d\d)?)\)?$/i.exec(name) ?? []
  const offsetMs = readOffset(offset)
  return offsetMs === null ? null : offsetClock(offsetMs)
}

const windowsZone = (name: string): string | undefined => findIana(name)[0]

/** What follows each slash and the last space: "America/New_York" of "/vendor.example/20260101/America/New_York". */
function listTails(name: string): string[] {
  const parts = name.split('/')
  const lastWord = name.split(' ').at(-1)!
  return [...parts.keys()].map((at) => parts.slice(at).join('/')).concat(lastWord.includes('/') ? lastWord : [])
}

/** Outlook's display names say the offset in winter, and not whether clocks change. */
function displayedClocks(name: string): Clock[] | null {
  const [, offset = ''] = /^\((?:UTC|GMT)([+-]\d\d:\d\d)\) \S/i.exec(name) ?? []
  const offsetMs = readOffset(offset)
  return offsetMs === null ? null : [offsetClock(offsetMs), offsetClock(offsetMs + HOUR_MS)]
}
