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
import { isAllowedPrice, type PriceBounds } from '#domain/mentors/price'
import { holdsPageAddress } from '#domain/page-address'
import type { MinorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { isTimeZone } from '#domain/time/zone'
import { readLanguages } from '#server/platform/reference/languages'
import { formatLocation, readLocation, zoneOfLocation } from '#server/platform/reference/locations'
import * as m from '#messages/import'
import { formatPrice } from '#words/prices'

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
export type ReadOptions = { zone: string | null; bounds: PriceBounds; now: Date }

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
    if (cut !== found) notes.push(m.fieldCut({ field, limit: String(limit) }))
    return cut
  }
  const name = text(120, 'name', old['name'], own['fullName'])
  if (name === '') reasons.push(m.noName())
  else if (holdsPageAddress(name)) reasons.push(m.nameIsAddress())
  const location = readPlace(lineIn(old['location']), notes)
  const timeZone = readZone(old, own, location, options, notes)
  if (!timeZone) reasons.push(m.noZone({ location }))
  const price = readPrice(old, own, options.bounds)
  if (!price.ok) reasons.push(price.error)
  if (reasons.length > 0 || !timeZone || !price.ok) return err(reasons)
  const { codes, unknown } = readLanguages(itemsIn(old['languages']).join(', '))
  if (unknown.length > 0) notes.push(m.languagesKeptWritten({ languages: unknown.join(', ') }))
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
    currency: options.bounds.currency,
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
    notes.push(m.availabilityLeftOut())
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

/** A value as the report quotes it. */
const shorten = (value: unknown): string => cutTo(lineIn(value), 40)

function readPlace(typed: string, notes: string[]): string {
  const location = cutTo(formatLocation(typed), 120)
  if (typed !== '' && !readLocation(typed).country) notes.push(m.countryUnknown({ location }))
  return location
}

function readZone(old: Fields, own: Fields, location: string, { zone }: ReadOptions, notes: string[]): string | null {
  const given = [old['timeZone'], own['timeZone']].map(lineIn).find((name) => name !== '' && isTimeZone(name))
  if (given) return given
  const foundZone = location === '' ? null : zoneOfLocation(location)
  if (foundZone) notes.push(m.zoneByLocation({ zone: foundZone }))
  else if (zone) notes.push(m.zoneByOption({ zone }))
  return foundZone ?? zone
}

/** The record's own price; without one the profile's, and without that the lowest of its sessions. */
function readPrice(old: Fields, own: Fields, bounds: ReadOptions['bounds']): Result<MinorUnits, string> {
  const given = [old['price'], own['sessionPrice']].find((value) => textIn(value) !== '')
  if (given === undefined) {
    const prices = slotsIn(old['sessionSlots']).map((slot) => readOldPrice(slot['price'], bounds.currency))
    const allowed = prices.filter((price) => price !== null && isAllowedPrice(price, bounds)) as MinorUnits[]
    return allowed.length > 0 ? ok(allowed.toSorted((a, b) => a - b)[0]!) : err(m.noPrice())
  }
  const price = readOldPrice(given, bounds.currency)
  if (price === null) return err(m.priceUnread({ given: shorten(given), currency: bounds.currency }))
  if (isAllowedPrice(price, bounds)) return ok(price)
  const [least, most] = [formatPrice(bounds.least, bounds.currency), formatPrice(bounds.most, bounds.currency)]
  return err(m.priceNotAllowed({ price: formatPrice(price, bounds.currency), least, most }))
}

function readExperience(value: unknown, notes: string[]): number {
  const years = readYears(value)
  if (years === null) notes.push(m.experienceUnread())
  return years ?? 0
}

function readLinkedin(typed: string, notes: string[]): string {
  const address = linkedinAddress(typed) ?? linkedinAddress(`https://${typed.replace(/^(?:https?:)?\/*/i, '')}`)
  if (typed !== '' && !address) notes.push(m.linkedinLeftOut())
  return address ?? ''
}

const MAX_HELP = { items: 12, length: 80 }

function readHelp(helpWith: unknown, fieldsHelp: unknown, notes: string[]): string[] {
  const items = itemsIn(helpWith)
  const found = items.length > 0 ? items : itemsIn(fieldsHelp)
  const kept = found.slice(0, MAX_HELP.items).map((item) => cutTo(item, MAX_HELP.length))
  if (found.length > kept.length) notes.push(m.helpKeepsFirst({ kept: MAX_HELP.items, all: found.length }))
  else if (kept.some((item, index) => item !== found[index])) notes.push(m.helpCut())
  return [...new Set(kept)]
}

function slotsIn(value: unknown): Fields[] {
  const slots = Array.isArray(value) ? value : Object.values(readFields(value)) // Some exports write lists as objects.
  return slots.map(readFields)
}

function readSlots(
  value: unknown,
  price: MinorUnits,
  bounds: ReadOptions['bounds'],
  notes: string[],
): Omit<SessionContent, 'id'>[] {
  const sessions: Omit<SessionContent, 'id'>[] = []
  for (const [index, slot] of slotsIn(value).entries()) {
    const number = index + 1
    const session = readSlot(slot, number, price, bounds)
    if (!session.ok) notes.push(session.error)
    else if (sessions.length === MAX_SESSIONS) notes.push(m.slotsFull({ slot: number, max: MAX_SESSIONS }))
    else {
      const { exact, ...fields } = session.value
      if (!exact) notes.push(m.slotLasts({ slot: number, minutes: fields.minutes }))
      sessions.push(fields)
    }
  }
  return sessions
}

/** The length without one. The described system's FAQ says that sessions last 45–60 minutes. */
const USUAL_MINUTES = 60

/** The error says of the slot with this number why it is left out. */
function readSlot(
  slot: Fields,
  number: number,
  mentorPrice: MinorUnits,
  bounds: ReadOptions['bounds'],
): Result<Omit<SessionContent, 'id'> & { exact: boolean }, string> {
  const title = cutTo(lineIn(slot['title']), 80)
  if (title === '') return err(m.slotNoTitle({ slot: number }))
  const hasDuration = lineIn(slot['duration']) !== ''
  const length = hasDuration ? readMinutes(slot['duration']) : { minutes: USUAL_MINUTES, exact: false }
  if (!length) return err(m.slotDuration({ slot: number, given: shorten(slot['duration']) }))
  const hasPrice = lineIn(slot['price']) !== ''
  const price = hasPrice ? readOldPrice(slot['price'], bounds.currency) : mentorPrice
  if (price === null || !isAllowedPrice(price, bounds))
    return err(m.slotPrice({ slot: number, given: shorten(slot['price']) }))
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
  if (!status) notes.push(m.statusUnread({ given: shorten(value) }))
  return status ?? 'pending'
}

function readCreated(old: Fields, own: Fields, now: Date, notes: string[]): Date {
  const at = [old['createdAt'], own['createdAt'], own['updatedAt']].map(readInstant).find((found) => found !== null)
  if (!at) notes.push(m.createdUnread())
  return at && at < now ? at : now
}

/** Only used to fill in a form, where an admin sees it. */
function emailIn(value: unknown): string | null {
  const text = lineIn(value)
  return text.length <= 254 && /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/.test(text) ? text : null
}

function readPicture(image: unknown, profileImage: unknown, notes: string[]): string | null {
  const path = readStoragePath(image) ?? readStoragePath(profileImage)
  if (!path && lineIn(image) + lineIn(profileImage) !== '') notes.push(m.imageUnread())
  return path
}
