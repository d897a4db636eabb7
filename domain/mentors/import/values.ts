/**
 * Reads values of the described system's documents, where nothing enforced types: a price may be 45, "45" or "£45".
 * Pure. Null means unknown; nothing is guessed.
 */
import { SESSION_MINUTES } from '#domain/mentors/content'
import { readPrice } from '#domain/mentors/price'
import { fromMajorUnits, type MinorUnits } from '#domain/payments/money'

/** An object of JSON; empty for any other value. */
export function readFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** Composed text without control characters and half letters, which a database refuses. '' if it is no text. */
export function textIn(value: unknown): string {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  if (typeof text !== 'string') return ''
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '') // oxlint-disable-line no-control-regex -- removed
    .trim()
}

/** The same on one line. */
export const lineIn = (value: unknown): string => textIn(value).replaceAll(/\s+/g, ' ')

/** The items of a list, or of text with commas, semicolons or lines between them. Each once. */
export function itemsIn(value: unknown): string[] {
  const parts = Array.isArray(value) ? value.map(lineIn) : textIn(value).split(/[,;\n•]/)
  return [...new Set(parts.map((part) => part.trim().replaceAll(/\s+/g, ' ')).filter(Boolean))]
}

/** Years: 5, "5", "5+" or "5 years". Half years are rounded down. */
export function readYears(value: unknown): number | null {
  const years = /^(\d{1,2})(?:\.\d+)?\s*\+?\s*(?:y|yrs?|years?)?\.?$/i.exec(textIn(value))?.[1]
  return years === undefined || Number(years) > 70 ? null : Number(years)
}

/** In this currency, here pounds: 45, "45.00", "£45", "£1,000" or "45 GBP". Not "45,00", which is 45 to some and 4,500 to others. */
export function readOldPrice(value: unknown, currency: string): MinorUnits | null {
  if (typeof value === 'number') return fromMajorUnits(value, currency)
  const text = textIn(value)
  const plain = text.replace(
    new RegExp(String.raw`\s*(?:${currency}${currency === 'GBP' ? '|pounds?' : ''})$`, 'i'),
    '',
  )
  const isGrouped = /^\p{Sc}?\s?\d{1,3}(?:,\d{3})+(?:\.\d{1,3})?$/u.test(plain)
  return readPrice(isGrouped ? plain.replaceAll(',', '') : plain, currency)
}

const HOURS = String.raw`(?:(\d{1,2}(?:\.\d{1,2})?)\s*(?:h|hrs?|hours?))?`
const MINUTES = String.raw`(?:(\d{1,3})\s*(?:m|mins?|minutes?)?)?`
const DURATION = new RegExp(String.raw`^${HOURS}\s*(?:and\s+)?${MINUTES}\.?$`, 'i')

/** A session's length: 45, "45 minutes", "1 hour", "1.5 h" or "1h 30m", to the nearest step that a session can have. */
export function readMinutes(value: unknown): { minutes: number; exact: boolean } | null {
  const text = textIn(value)
  const [, hours, rest] = DURATION.exec(text) ?? []
  if (hours === undefined && rest === undefined) return null
  const given = Number(hours ?? 0) * 60 + Number(rest ?? 0)
  const minutes = Math.round(given / SESSION_MINUTES.step) * SESSION_MINUTES.step
  const fits = minutes >= SESSION_MINUTES.min && minutes <= SESSION_MINUTES.max
  return fits ? { minutes, exact: minutes === given } : null
}

/** Hours a week: 5, "5" or "5 hours". */
export function readHoursPerWeek(value: unknown): number | null {
  const hours = /^(\d{1,2})\s*(?:h|hrs?|hours?)?(?:\s*(?:\/|per|a)\s*week)?\.?$/i.exec(textIn(value))?.[1]
  return hours === undefined || Number(hours) < 1 || Number(hours) > 80 ? null : Number(hours)
}

const EARLIEST = Date.UTC(2000, 0, 1)

/** When something was written: ISO text, milliseconds, or a timestamp as exports of the described store have it. */
export function readInstant(value: unknown): Date | null {
  const { _seconds, seconds = _seconds, __time__: time, value: inner } = readFields(value)
  const given = typeof seconds === 'number' ? seconds * 1_000 : (time ?? inner ?? value)
  const at = typeof given === 'number' || typeof given === 'string' ? new Date(given) : null
  return at && at.getTime() >= EARLIEST && at.getTime() <= Date.UTC(2100, 0, 1) ? at : null
}

/** The folders of the described system's storage. */
const STORED = /^(?:mentors|cohort_images|mentor_profiles)\/[^/\\\0]{1,500}$/

/**
 * The path in storage that a picture's address stands for: the path itself, `gs://bucket/path`, or the address for
 * downloading, where the path is encoded (".../o/mentors%2F1690-ada.jpg?alt=media").
 */
export function readStoragePath(address: unknown): string | null {
  const text = textIn(address)
  const path = /^gs:\/\/[^/]+\/(.+)$/.exec(text)?.[1] ?? (/^https?:/i.test(text) ? pathOfUrl(text) : text)
  const plain = path?.replace(/^\/+/, '') ?? ''
  return STORED.test(plain) && !/\/\.{1,2}$/.test(plain) ? plain : null
}

function pathOfUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  try {
    const { pathname } = new URL(text)
    const encoded = /\/o\/([^/]+)$/.exec(pathname)?.[1]
    if (encoded !== undefined) return decodeURIComponent(encoded)
    return /\/((?:mentors|cohort_images|mentor_profiles)\/[^/]+)$/.exec(decodeURIComponent(pathname))?.[1] ?? null
  } catch {
    return null // Encoded wrongly.
  }
}

/** Cuts a text to at most `max` characters, between words if it has several. */
export function cutTo(text: string, max: number): string {
  const letters = [...text]
  if (letters.length <= max) return text
  const cut = letters.slice(0, max - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > max / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
