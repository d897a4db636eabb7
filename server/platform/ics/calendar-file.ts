/**
 * The components of an iCalendar stream (RFC 5545 §3.1, §3.4): one or several VCALENDAR objects, with any line ending.
 *
 * ical.js reads single lines. Lines are grouped into components here, because ical.js refuses a whole file for one
 * malformed line, and one bad event must not hide the others.
 */
import ICAL from 'ical.js'
import { err, ok, type Result } from '#domain/result'

/** `lines`: unfolded content lines by the property's name in upper case. */
export type Component = { name: string; lines: Map<string, string[]>; parts: Component[] }

/** A property's parameters by name in lower case, and its values. A period is a pair of texts. */
export type Property = { params: Record<string, string | string[]>; type: string; values: unknown[] }

// Accepts dates without VALUE=DATE and times without seconds, which calendars in use contain.
ICAL.design.strict = false

/** The calendars in a stream. It is not a calendar if it is cut off, or its components are not nested properly. */
export function readCalendarFile(text: string): Result<Component[], 'not_a_calendar'> {
  const root: Component = { name: '', lines: new Map(), parts: [] }
  const open = [root]
  for (const line of unfold(text).split('\n')) {
    const [, keyword, name] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(line) ?? []
    const current = open.at(-1)!
    if (keyword?.toUpperCase() === 'BEGIN') {
      const part: Component = { name: name!.toUpperCase(), lines: new Map(), parts: [] }
      current.parts.push(part)
      open.push(part)
    } else if (keyword) {
      if (current === root || current.name !== name!.toUpperCase()) return err('not_a_calendar')
      open.pop()
    } else if (line.trim() !== '') {
      if (current === root) return err('not_a_calendar')
      const property = /^[\w-]+/.exec(line)?.[0].toUpperCase() ?? ''
      const same = current.lines.get(property)
      if (same) same.push(line)
      else current.lines.set(property, [line])
    }
  }
  const isWhole = open.length === 1 && root.parts.length > 0 && root.parts.every(({ name }) => name === 'VCALENDAR')
  return isWhole ? ok(root.parts) : err('not_a_calendar')
}

/** Decodes the bytes of a calendar. Folding may divide a letter's bytes (RFC 5545 §3.1), so they are unfolded first. */
export function decodeCalendar(bytes: Uint8Array): string {
  // As Latin-1 each byte is one character. Malformed UTF-8 becomes U+FFFD, which no date contains.
  return new TextDecoder().decode(Buffer.from(unfold(Buffer.from(bytes).toString('latin1')), 'latin1'))
}

function unfold(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]/g, '')
}

/** The properties of this name that can be read. */
export function readProperties(component: Component, name: string): Property[] {
  return (component.lines.get(name) ?? []).map(readLine).filter((property) => property !== null)
}

/** A property's first value as text; empty without one. */
export function readText(component: Component, name: string): string {
  const [value] = readProperties(component, name)[0]?.values ?? []
  return typeof value === 'string' ? value.trim() : ''
}

/** The texts behind the first colon, as they are written. */
export function readRawValues(component: Component, name: string): string[] {
  return (component.lines.get(name) ?? []).map((line) => line.slice(line.indexOf(':') + 1).trim())
}

function readLine(line: string): Property | null {
  try {
    const [, params, type, ...values] = ICAL.parse.property(quoteZone(line)) as [string, Property['params'], string]
    return { params, type, values }
  } catch {
    return null
  }
}

/** Adds the quotation marks that RFC 5545 §3.2 requires around `TZID=(UTC+01:00) Berlin`. Some programs omit them. */
function quoteZone(line: string): string {
  return line.replace(/;TZID=([^":;]*:.*):(?=[^:]*$)/i, (_whole, zone: string) => `;TZID="${zone}":`)
}
