/**
 * The application form and the profile form. Fields of lists are named by their place, "sessions.0.title", and so are
 * the messages about them. Specification §2 and §3.
 */
import { z } from 'zod'
import {
  MAX_MOVES,
  MAX_SESSIONS,
  MAX_TOPICS,
  MOVE_PURPOSES,
  RIGHTS_TO_EARN,
  SESSION_MINUTES,
  type ApplicationRequest,
  type MovePurpose,
  type ProfileRequest,
  type RightToEarn,
  type SessionContent,
} from '#domain/mentors/content'
import { readTypedHours } from '#domain/mentors/application-hours'
import { linkedinAddress } from '#domain/mentors/linkedin'
import { isAllowedPrice, readPounds } from '#domain/mentors/price'
import { formatPrice, type Pence } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { isTimeZone } from '#domain/time/zone'
import { readList, readTyped, type FieldErrors, type Typed } from '#server/platform/http/form'
import { line, personName, requiredLine, requiredText, text } from '#server/platform/http/text'

/** What the operator's settings say about prices. */
type PriceBounds = { least: Pence; most: Pence }

const list = (max: number, length: number) =>
  text(2_000)
    .default('')
    .transform((value) => [
      ...new Set(
        value
          .split(/[,;\n]/)
          .map((item) => item.trim())
          .filter(Boolean),
      ),
    ])
    .refine((items) => items.length <= max, `List at most ${max}`)
    .refine((items) => items.every((item) => item.length <= length), `Keep each to ${length} characters or fewer`)

const wholeNumber = (message: string, { min, max }: { min: number; max: number }) =>
  z
    .string()
    .default('')
    .refine((value) => /^\s*\d{1,4}\s*$/.test(value), message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)

const choiceField = <Choice extends string>(choices: readonly Choice[], message: string) =>
  z
    .string(message)
    .refine((value): value is Choice => choices.some((choice) => choice === value), message)
    .transform((value) => value as Choice)

const ticked = z
  .string()
  .optional()
  .transform((value) => value === 'on' || value === 'yes')

const requiredLinkedin = text(2_048)
  .default('')
  .refine(
    (value) => linkedinAddress(value) !== null,
    'Enter the address of your LinkedIn profile, such as https://www.linkedin.com/in/ada',
  )
  .transform((value) => linkedinAddress(value) ?? '')

const linkedin = text(2_048)
  .default('')
  .refine(
    (value) => value === '' || linkedinAddress(value) !== null,
    'Enter the address of a LinkedIn profile, such as https://www.linkedin.com/in/ada, or leave this empty',
  )
  .transform((value) => linkedinAddress(value) ?? '')

const priceMessage = ({ least, most }: PriceBounds) =>
  `Enter 0, or pounds and pence between ${formatPrice(least)} and ${formatPrice(most)}, such as 45 or 44.50`

function price(bounds: PriceBounds) {
  return z
    .string()
    .default('')
    .transform((value, context): Pence => {
      const amount = readPounds(value)
      if (amount !== null && isAllowedPrice(amount, bounds)) return amount
      context.addIssue({ code: 'custom', message: priceMessage(bounds) })
      return z.NEVER
    })
}

/** Left empty, a session costs the mentor's price. */
const optionalPrice = (bounds: PriceBounds) =>
  z
    .string()
    .default('')
    .transform((value, context): Pence | null => {
      if (value.trim() === '') return null
      const parsed = price(bounds).safeParse(value)
      if (parsed.success) return parsed.data
      context.addIssue({ code: 'custom', message: priceMessage(bounds) })
      return z.NEVER
    })

/** A field that was never touched is not sent, and is as empty as one that was. */
const typed = <Schema extends z.ZodType<unknown, string>>(schema: Schema) => z.string().default('').pipe(schema)

const about = {
  about: typed(requiredText(4_000, 'Say who you are and what you went through')),
  whyMentor: typed(requiredText(2_000, 'Say why you want to mentor')),
}

/** The fields of an application beside its lists. */
const applicationFields = (bounds: PriceBounds) =>
  z.object({
    ...about,
    name: typed(personName('Enter your name as it is to be shown')),
    role: typed(requiredLine(120, 'Enter what you do, such as “Civil Engineer”')),
    company: line(120),
    experience: wholeNumber('Enter your years of experience as a number, such as 5', { min: 0, max: 70 }),
    location: typed(requiredLine(120, 'Enter the city and country you live in')),
    languages: typed(requiredText(500, 'Enter the languages you can mentor in, separated by commas')),
    university: line(160),
    education: line(160),
    linkedin,
    price: price(bounds),
    helpWith: list(12, 80).refine((items) => items.length > 0, 'Name at least one thing you help with'),
    timeZone: z.string().default('').refine(isTimeZone, 'Choose a time zone from the list'),
    topics: list(MAX_TOPICS, 60),
    rightToEarn: choiceField<RightToEarn>(RIGHTS_TO_EARN, 'Say whether you may earn money where you live'),
    adviceAccepted: ticked.refine(
      Boolean,
      'Tick this to go on: sessions share experience and are no immigration advice',
    ),
  })

const sessionFields = (bounds: PriceBounds) =>
  z.object({
    id: z.string().max(40).default(''),
    title: typed(requiredLine(80, 'Give this session a title')),
    minutes: wholeNumber(`Choose a length between ${SESSION_MINUTES.min} and ${SESSION_MINUTES.max} minutes`, {
      min: SESSION_MINUTES.min,
      max: SESSION_MINUTES.max,
    }).refine((value) => value % SESSION_MINUTES.step === 0, 'Choose a length in steps of 5 minutes'),
    description: text(1_000).default(''),
    leaveWith: text(300).default(''),
    touchesVisas: ticked,
    price: optionalPrice(bounds),
  })

const country = z
  .string()
  .default('')
  .refine((code) => /^[A-Z]{2}$/.test(code), 'Choose a country from the list')

/** `thisYear`: a move may be planned for the year after it. */
const moveFields = (thisYear: number) =>
  z.object({
    fromCity: typed(requiredLine(80, 'Enter the city you left')),
    fromCountry: country,
    toCity: typed(requiredLine(80, 'Enter the city you moved to')),
    toCountry: country,
    purpose: choiceField<MovePurpose>(MOVE_PURPOSES, 'Choose why you moved'),
    year: wholeNumber('Enter the year of the move, such as 2021', { min: 1950, max: thisYear }),
    institution: line(160),
  })

/** Reads a whole application: a message for every wrong field of every list. */
export function readApplicationForm(
  typed: Typed,
  { bounds, thisYear }: { bounds: PriceBounds; thisYear: number },
): Result<ApplicationRequest, FieldErrors> {
  const fields = readTyped(applicationFields(bounds), typed)
  const sessions = readSessionsForm(typed, bounds)
  const moves = readList(typed, { list: 'moves', max: MAX_MOVES, choices: CHOICES }, moveFields(thisYear))
  const errors: FieldErrors = {
    ...(fields.ok ? {} : fields.error),
    ...(sessions.ok ? {} : sessions.error),
    ...(moves.ok ? {} : moves.error),
  }
  if (moves.ok && moves.value.length === 0) errors['moves.0.fromCity'] = 'Enter the move you made'
  if (!fields.ok || !sessions.ok || !moves.ok || Object.keys(errors).length > 0) return err(errors)
  const { adviceAccepted: _ticked, ...application } = fields.value
  const weeklyStarts = readTypedHours(typed)
  return ok({ ...application, sessions: sessions.value, moves: moves.value, ...(weeklyStarts && { weeklyStarts }) })
}

/** The list of sessions alone, as the desk edits it. */
export function readSessionsForm(typed: Typed, bounds: PriceBounds): Result<SessionContent[], FieldErrors> {
  const sessions = readList(typed, { list: 'sessions', max: MAX_SESSIONS, choices: CHOICES }, sessionFields(bounds))
  if (sessions.ok && sessions.value.length === 0) return err({ 'sessions.0.title': 'Offer at least one session' })
  return sessions
}

/** The profile form of the specification, with the fields that the admin view reads as well. */
const profileFields = (bounds: PriceBounds) =>
  z.object({
    fullName: personName('Enter your full name'),
    jobTitle: requiredLine(120, 'Enter your job title'),
    company: requiredLine(120, 'Enter the company you work at'),
    university: requiredLine(160, 'Enter your university'),
    linkedin: requiredLinkedin,
    fieldsHelp: list(12, 80),
    bio: requiredText(4_000, 'Enter your bio'),
    whyMentor: requiredText(2_000, 'Say why you want to mentor'),
    sessionPrice: price(bounds),
    phone: line(40).refine(
      (value) => value === '' || value.replaceAll(/\P{Nd}/gu, '').length >= 5,
      'Enter a phone number with at least 5 digits, or leave this empty',
    ),
    specialization: line(120),
    qualification: line(160),
    availability: z
      .string()
      .default('')
      .refine(
        (value) => value.trim() === '' || (/^\s*\d{1,2}\s*$/.test(value) && Number(value) >= 1 && Number(value) <= 80),
        'Enter hours per week between 1 and 80, or leave this empty',
      )
      .transform((value) => (value.trim() === '' ? null : Number(value))),
  })

/** Reads the profile form under the names that the record has. */
export function readProfileForm(typed: Typed, bounds: PriceBounds): Result<ProfileRequest, FieldErrors> {
  const form = readTyped(profileFields(bounds), typed)
  if (!form.ok) return form
  const { fullName: name, jobTitle: role, fieldsHelp: helpWith, bio, sessionPrice, availability, ...same } = form.value
  return ok({ ...same, name, role, helpWith, about: bio, price: sessionPrice, hoursPerWeek: availability })
}

/** Choices have a value before anyone has typed, so they alone do not make an entry. */
const CHOICES = new Set(['id', 'minutes', 'purpose', 'fromCountry', 'toCountry', 'touchesVisas'])
