/**
 * What a mentor says of themselves: the content of an application and of a profile, which are two views of one record
 * (`docs/glossary.md` maps their fields). Pure. Specification §3.
 */
import type { WeeklyStarts } from '#domain/mentors/application-hours'
import { LEGACY_CURRENCY } from '#domain/payments/currency'
import type { MinorUnits } from '#domain/payments/money'

/** Sessions of one mentor; moves; topics. What people read in one sitting, and what a form can hold. */
export const MAX_SESSIONS = 8
export const MAX_MOVES = 4
export const MAX_TOPICS = 8
/** Languages in which a mentor writes beside that of their texts. */
export const MAX_TRANSLATIONS = 3

export const SESSION_MINUTES = { min: 15, max: 120, step: 5 } as const

export const MOVE_PURPOSES = ['study', 'work', 'family', 'other'] as const
export type MovePurpose = (typeof MOVE_PURPOSES)[number]

/** `no` and `not_sure` make a volunteer: a student visa may forbid paid work. */
export const RIGHTS_TO_EARN = ['yes', 'not_sure', 'no'] as const
export type RightToEarn = (typeof RIGHTS_TO_EARN)[number]

/** Countries are ISO 3166-1 alpha-2. */
export type Move = {
  fromCity: string
  fromCountry: string
  toCity: string
  toCountry: string
  purpose: MovePurpose
  year: number
  institution: string
}

/** `price`: null means the mentor's. `leaveWith`: what the mentee has in hand at the end. */
export type SessionContent = {
  id: string
  title: string
  minutes: number
  description: string
  leaveWith: string
  touchesVisas: boolean
  price: MinorUnits | null
}

/** A mentor's own texts in another language than their profile. `language`: ISO 639-1. */
export type ProfileTranslation = { language: string; about: string; whyMentor: string }

/** `languages`: ISO 639-1. `portrait`: the key of a picture. `rightToEarn`: null if the question was never shown. */
export type MentorContent = {
  name: string
  role: string
  company: string
  experience: number
  location: string
  languages: string[]
  otherLanguages: string[]
  university: string
  education: string
  linkedin: string
  price: MinorUnits
  /** Of all prices. Absent in what was submitted while all were in pounds. */
  currency?: string
  about: string
  whyMentor: string
  helpWith: string[]
  portrait: string | null
  timeZone: string
  phone: string
  specialization: string
  qualification: string
  hoursPerWeek: number | null
  rightToEarn: RightToEarn | null
  topics: string[]
  moves: Move[]
  sessions: SessionContent[]
  /** Absent in what was submitted before there were any. */
  translations?: ProfileTranslation[]
}
export type MentorField = keyof MentorContent

/** An application as it was submitted. `languages`: as typed. Ids of sessions prove nothing, since a form carried them. */
export type ApplicationRequest = Omit<
  MentorContent,
  | 'languages'
  | 'otherLanguages'
  | 'portrait'
  | 'phone'
  | 'specialization'
  | 'qualification'
  | 'hoursPerWeek'
  | 'translations'
> & {
  languages: string
  rightToEarn: RightToEarn
  /** The usual week. Absent: as it was. */
  weeklyStarts?: WeeklyStarts
}

/** The fields of the profile form. `docs/glossary.md` has the map of their names there. */
export type ProfileRequest = Pick<
  MentorContent,
  | 'name'
  | 'role'
  | 'company'
  | 'university'
  | 'linkedin'
  | 'helpWith'
  | 'about'
  | 'whyMentor'
  | 'price'
  | 'currency'
  | 'phone'
  | 'specialization'
  | 'qualification'
  | 'hoursPerWeek'
  | 'translations'
>

/** All fields, in the order in which change requests list them. */
export const MENTOR_FIELDS = [
  'name',
  'role',
  'company',
  'experience',
  'location',
  'languages',
  'otherLanguages',
  'university',
  'education',
  'linkedin',
  'price',
  'currency',
  'about',
  'whyMentor',
  'helpWith',
  'portrait',
  'timeZone',
  'phone',
  'specialization',
  'qualification',
  'hoursPerWeek',
  'rightToEarn',
  'topics',
  'moves',
  'sessions',
  'translations',
] as const satisfies MentorField[]

export const isMentorField = (text: string): text is MentorField => (MENTOR_FIELDS as readonly string[]).includes(text)

/** Changes of these wait for review once a mentor is public; the rest is live at once. */
export const REVIEWED_FIELDS = [
  'name',
  'portrait',
  'price',
  'currency',
  'about',
  'linkedin',
  'translations',
] as const satisfies MentorField[]

/** Mentors without the right to earn charge nothing. */
export const isVolunteer = ({ rightToEarn }: Pick<MentorContent, 'rightToEarn'>): boolean =>
  rightToEarn === 'not_sure' || rightToEarn === 'no'

/** A volunteer's price is 0, whatever they typed, and so is that of every session, since none has a price of its own. */
export function withoutEarning(content: MentorContent): MentorContent {
  if (!isVolunteer(content)) return content
  return {
    ...content,
    price: 0 as MinorUnits,
    sessions: content.sessions.map((session) => ({ ...session, price: null })),
  }
}

/** In which a mentor's prices are. */
export const currencyOf = ({ currency = LEGACY_CURRENCY }: Pick<MentorContent, 'currency'>): string => currency

/**
 * A content with the profile form's fields. In another currency, a session's own price would be another amount, so it costs
 * the mentor's price then, unless it is free.
 */
export function withProfile(content: MentorContent, profile: ProfileRequest): MentorContent {
  const isSame = currencyOf(content) === currencyOf(profile)
  const sessions = isSame
    ? content.sessions
    : content.sessions.map((session) => ({ ...session, price: session.price === 0 ? session.price : null }))
  return { ...content, ...profile, sessions }
}

/** The fields in which two contents differ. A list that is absent is empty. */
export function changedFields(before: MentorContent, after: MentorContent): MentorField[] {
  const fields = Object.keys(after) as MentorField[]
  const known = { ...before, currency: currencyOf(before) }
  return fields.filter((field) => inOneOrder(known[field] ?? []) !== inOneOrder(after[field] ?? []))
}

/** As JSON with keys in order of name, since a database that keeps JSON returns them in an order of its own. */
function inOneOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/**
 * What becomes public at once when a public mentor saves an edit: everything except the reviewed fields, and except
 * prices of sessions. Until its price is reviewed, a session keeps the one it had; a new session that does not cost the
 * mentor's price is not offered.
 */
export function liveContent(current: MentorContent, wanted: MentorContent): MentorContent {
  const prices = new Map(current.sessions.map(({ id, price }) => [id, price]))
  const sessions = wanted.sessions
    .filter(({ id, price }) => price === null || prices.has(id))
    .map((session) => ({ ...session, price: prices.get(session.id) ?? null }))
  const kept = Object.fromEntries(REVIEWED_FIELDS.map((field) => [field, current[field]]))
  return { ...wanted, ...kept, sessions } as MentorContent
}

/** The day by which an answer is promised: this many working days later, Monday to Friday. Dates as `YYYY-MM-DD`. */
export function answerDay(submittedOn: string, workingDays: number): string {
  const day = new Date(`${submittedOn}T00:00:00Z`)
  for (let left = workingDays; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() % 6 !== 0) left--
  }
  return day.toISOString().slice(0, 10)
}
