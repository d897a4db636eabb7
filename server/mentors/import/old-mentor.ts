/** Makes a mentor's content of the described system's documents, field by field. `docs/import.md` has the table. */
import { MAX_SESSIONS, type MentorContent, type SessionContent } from '#domain/mentors/content'
import { type ImportDocument } from '#domain/mentors/import/documents'
import {
  cutTo,
  readFields,
  itemsIn,
  lineIn,
  readHoursPerWeek,
  readInstant,
  readMinutes,
  readOldPrice,
  readYears,
  readStoragePath,
  textIn,
} from '#domain/mentors/import/values'
import { linkedinAddress } from '#domain/mentors/linkedin'
import { readMentorStatus, type MentorStatus } from '#domain/mentors/mentor-status'
import { isAllowedPrice } from '#domain/mentors/price'
import { holdsPageAddress } from '#domain/page-address'
import { formatPrice, type Pence } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { isTimeZone } from '#domain/time/zone'
import { readLanguages } from '#server/platform/reference/languages'
import { formatLocation, readLocation, zoneOfLocation } from '#server/platform/reference/locations'

/** A mentor to be imported. Sessions have no ids yet, and the picture is not looked for. `notes`: what was mended. */
export type MentorToImport = {
  content: Omit<MentorContent, 'portrait' | 'sessions'> & { sessions: Omit<SessionContent, 'id'>[] }
  statusBefore: MentorStatus
  createdBy: string
  createdAt: Date
  email: string | null
  /** Where its picture is, in the storage of the system before or beside the file. */
  picture: string | null
  notes: string[]
}

/** `zone`: for mentors whose location does not imply one; null refuses them. */
export type ReadOptions = { zone: string | null; bounds: { least: Pence; most: Pence }; now: Date }

type Fields = Record<string, unknown>

/**
 * One record of a submission and a profile of the same person: what the submission says counts, because that is what was
 * reviewed, and the profile fills in what it lacks. Refused with all reasons at once.
 */
export function readOldMentor(
  { submission, profile }: { submission: ImportDocument | null; profile: ImportDocument | null },
  options: ReadOptions,
): Result<MentorToImport, string[]> {
  const [old, own] = [submission?.fields ?? {}, profile?.fields ?? {}]
  const notes: string[] = []
  const reasons: string[] = []
  const text = (limit: number, field: string, ...values: unknown[]) => {
    const found = values.map(limit > 200 ? textIn : lineIn).find(Boolean) ?? ''
    const cut = cutTo(found, limit)
    if (cut !== found) notes.push(`${field} is cut to ${limit} characters`)
    return cut
  }
  const name = text(120, 'name', old['name'], own['fullName'])
  if (name === '') reasons.push('It has no name')
  else if (holdsPageAddress(name)) reasons.push('Its name is the address of a page')
  const location = readPlace(lineIn(old['location']), notes)
  const timeZone = readZone(old, own, location, options, notes)
  if (!timeZone)
    reasons.push(`No time zone can be derived from “${location}”. Give one with --zone, such as Europe/London`)
  const price = readPrice(old, own, options.bounds)
  if (!price.ok) reasons.push(price.error)
  if (reasons.length > 0 || !timeZone || !price.ok) return err(reasons)
  const { codes, unknown } = readLanguages(itemsIn(old['languages']).join(', '))
  if (unknown.length > 0) notes.push(`languages without a known code are kept as written: ${unknown.join(', ')}`)
  const content = {
    name,
    role: text(120, 'role', old['role'], own['jobTitle']),
    company: text(120, 'company', own['currentCompany'], own['company'], old['company']),
    experience: readExperience(old['experience'], notes),
    location,
    languages: codes,
    otherLanguages: unknown,
    university: text(160, 'university', old['university'], own['university']),
    education: text(160, 'education', old['education']),
    linkedin: readLinkedin(lineIn(old['linkedin']) || lineIn(own['linkedin']), notes),
    price: price.value,
    about: text(4_000, 'about', old['about'], own['bio']),
    whyMentor: text(2_000, 'whyMentor', old['whyMentor'], own['whyMentor']),
    helpWith: readHelp(old['helpWith'], own['fieldsHelp'], notes),
    timeZone,
    phone: text(40, 'phone', own['phone']),
    specialization: text(120, 'specialization', own['specialization']),
    qualification: text(160, 'qualification', own['qualification']),
    hoursPerWeek: readHoursPerWeek(own['availability']),
    rightToEarn: null,
    topics: [],
    moves: [],
    sessions: readSlots(old['sessionSlots'], price.value, options.bounds, notes),
  }
  if (own['availability'] !== undefined && content.hoursPerWeek === null && lineIn(own['availability']) !== '')
    notes.push('availability is no number of hours per week from 1 to 80, and left out')
  return ok({
    content,
    statusBefore: submission ? readStatus(old['status'], notes) : 'pending',
    createdBy: cutTo(lineIn(old['createdBy']) || profile?.id || 'anonymous', 200),
    createdAt: readCreated(old, own, options.now, notes),
    email: emailIn(own['email']) ?? emailIn(old['email']),
    picture: readPicture(old['imageUrl'], own['imageUrl'], notes),
    notes,
  })
}

function readPlace(typed: string, notes: string[]): string {
  const location = cutTo(formatLocation(typed), 120)
  if (typed !== '' && !readLocation(typed).country) notes.push(`location “${location}” names no known country`)
  return location
}

function readZone(old: Fields, own: Fields, location: string, { zone }: ReadOptions, notes: string[]): string | null {
  const given = [old['timeZone'], own['timeZone']].map(lineIn).find((name) => name !== '' && isTimeZone(name))
  if (given) return given
  const foundZone = location === '' ? null : zoneOfLocation(location)
  if (foundZone) notes.push(`time zone ${foundZone}, by the location`)
  else if (zone) notes.push(`time zone ${zone}, by --zone`)
  return foundZone ?? zone
}

/** The record's own price; without one the profile's, and without that the lowest of its sessions. */
function readPrice(old: Fields, own: Fields, bounds: ReadOptions['bounds']): Result<Pence, string> {
  const given = [old['price'], own['sessionPrice']].find((value) => textIn(value) !== '')
  if (given === undefined) {
    const prices = slotsIn(old['sessionSlots']).map((slot) => readOldPrice(slot['price']))
    const allowed = prices.filter((price) => price !== null && isAllowedPrice(price, bounds)) as Pence[]
    return allowed.length > 0 ? ok(allowed.toSorted((a, b) => a - b)[0]!) : err('It has no price')
  }
  const price = readOldPrice(given)
  if (price === null) return err(`Its price “${cutTo(lineIn(given), 40)}” is no amount in pounds`)
  if (isAllowedPrice(price, bounds)) return ok(price)
  return err(
    `Its price ${formatPrice(price)} is not 0 and not from ${formatPrice(bounds.least)} to ${formatPrice(bounds.most)}`,
  )
}

function readExperience(value: unknown, notes: string[]): number {
  const years = readYears(value)
  if (years === null) notes.push('experience is no number of years from 0 to 70: 0')
  return years ?? 0
}

function readLinkedin(typed: string, notes: string[]): string {
  const address = linkedinAddress(typed) ?? linkedinAddress(`https://${typed.replace(/^(?:https?:)?\/*/i, '')}`)
  if (typed !== '' && !address) notes.push('linkedin is no address of a LinkedIn page, and left out')
  return address ?? ''
}

const MAX_HELP = { items: 12, length: 80 }

function readHelp(helpWith: unknown, fieldsHelp: unknown, notes: string[]): string[] {
  const items = itemsIn(helpWith)
  const found = items.length > 0 ? items : itemsIn(fieldsHelp)
  const kept = found.slice(0, MAX_HELP.items).map((item) => cutTo(item, MAX_HELP.length))
  if (found.length > kept.length) notes.push(`helpWith keeps the first ${MAX_HELP.items} of ${found.length}`)
  else if (kept.some((item, index) => item !== found[index])) notes.push('helpWith: long items are cut')
  return [...new Set(kept)]
}

function slotsIn(value: unknown): Fields[] {
  const slots = Array.isArray(value) ? value : Object.values(readFields(value)) // Some exports write lists as objects.
  return slots.map(readFields)
}

function readSlots(
  value: unknown,
  price: Pence,
  bounds: ReadOptions['bounds'],
  notes: string[],
): Omit<SessionContent, 'id'>[] {
  const sessions: Omit<SessionContent, 'id'>[] = []
  for (const [index, slot] of slotsIn(value).entries()) {
    const session = readSlot(slot, price, bounds)
    if (!session.ok) notes.push(`session slot ${index + 1} is left out: ${session.error}`)
    else if (sessions.length === MAX_SESSIONS)
      notes.push(`session slot ${index + 1} is left out: at most ${MAX_SESSIONS} fit`)
    else {
      const { exact, ...fields } = session.value
      if (!exact) notes.push(`session slot ${index + 1} lasts ${fields.minutes} minutes here`)
      sessions.push(fields)
    }
  }
  return sessions
}

/** The length without one. The described system's FAQ says that sessions last 45–60 minutes. */
const USUAL_MINUTES = 60

function readSlot(
  slot: Fields,
  mentorPrice: Pence,
  bounds: ReadOptions['bounds'],
): Result<Omit<SessionContent, 'id'> & { exact: boolean }, string> {
  const title = cutTo(lineIn(slot['title']), 80)
  if (title === '') return err('it has no title')
  const hasDuration = lineIn(slot['duration']) !== ''
  const length = hasDuration ? readMinutes(slot['duration']) : { minutes: USUAL_MINUTES, exact: false }
  if (!length) return err(`its duration “${cutTo(lineIn(slot['duration']), 40)}” is no length from 15 to 120 minutes`)
  const hasPrice = lineIn(slot['price']) !== ''
  const price = hasPrice ? readOldPrice(slot['price']) : mentorPrice
  if (price === null || !isAllowedPrice(price, bounds))
    return err(`its price “${cutTo(lineIn(slot['price']), 40)}” cannot be charged`)
  return ok({
    title,
    minutes: length.minutes,
    exact: length.exact,
    description: cutTo(textIn(slot['description']), 1_000),
    leaveWith: '',
    touchesVisas: false,
    price: price === mentorPrice ? null : price,
  })
}

function readStatus(value: unknown, notes: string[]): MentorStatus {
  const status = readMentorStatus(lineIn(value))
  if (!status) notes.push(`status “${cutTo(lineIn(value), 40)}” is none: pending`)
  return status ?? 'pending'
}

function readCreated(old: Fields, own: Fields, now: Date, notes: string[]): Date {
  const at = [old['createdAt'], own['createdAt'], own['updatedAt']].map(readInstant).find((found) => found !== null)
  if (!at) notes.push('createdAt cannot be read: now')
  return at && at < now ? at : now
}

/** Only used to fill in a form, where an admin sees it. */
function emailIn(value: unknown): string | null {
  const text = lineIn(value)
  return text.length <= 254 && /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/.test(text) ? text : null
}

function readPicture(image: unknown, profileImage: unknown, notes: string[]): string | null {
  const path = readStoragePath(image) ?? readStoragePath(profileImage)
  if (!path && lineIn(image) + lineIn(profileImage) !== '') notes.push('imageUrl names no file of the storage')
  return path
}
