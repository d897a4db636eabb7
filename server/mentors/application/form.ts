/**
 * The application form and the profile form. Fields of lists are named by their place, "sessions.0.title", and so are
 * the messages about them. Specification §2 and §3.
 */
import { z } from 'zod'
import {
  MAX_MOVES,
  MAX_SESSIONS,
  MAX_TOPICS,
  MAX_TRANSLATIONS,
  MOVE_PURPOSES,
  RIGHTS_TO_EARN,
  SESSION_MINUTES,
  type ApplicationRequest,
  type MovePurpose,
  type ProfileTranslation,
  type ProfileRequest,
  type RightToEarn,
  type SessionContent,
} from '#domain/mentors/content'
import { readTypedHours } from '#domain/mentors/application-hours'
import { linkedinAddress } from '#domain/mentors/linkedin'
import { isAllowedPrice, readPrice, type PriceBounds } from '#domain/mentors/price'
import type { MinorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { isTimeZone } from '#domain/time/zone'
import { readList, readTyped, type FieldErrors, type Typed } from '#server/platform/http/form'
import { line, personName, requiredLine, requiredText, text } from '#server/platform/http/text'
import * as m from '#messages/forms'
import { formatPrice } from '#words/prices'
import { LANGUAGES } from '../../../messages/languages.ts'

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
    .refine((items) => items.length <= max, { error: () => m.listAtMost({ max }) })
    .refine((items) => items.every((item) => item.length <= length), { error: () => m.keepEachShort({ length }) })

const wholeNumber = (error: () => string, { min, max }: { min: number; max: number }) =>
  z
    .string()
    .default('')
    .refine((value) => /^\s*\d{1,4}\s*$/.test(value), { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error })

const choiceField = <Choice extends string>(choices: readonly Choice[], error: () => string) =>
  z
    .string({ error })
    .refine((value): value is Choice => choices.some((choice) => choice === value), { error })
    .transform((value) => value as Choice)

const ticked = z
  .string()
  .optional()
  .transform((value) => value === 'on' || value === 'yes')

const requiredLinkedin = text(2_048)
  .default('')
  .refine((value) => linkedinAddress(value) !== null, { error: m.enterLinkedin })
  .transform((value) => linkedinAddress(value) ?? '')

const linkedin = text(2_048)
  .default('')
  .refine((value) => value === '' || linkedinAddress(value) !== null, { error: m.enterLinkedinOrNone })
  .transform((value) => linkedinAddress(value) ?? '')

const priceMessage = ({ least, most, currency }: PriceBounds) =>
  m.enterPrice({ least: formatPrice(least, currency), most: formatPrice(most, currency) })

function price(bounds: PriceBounds) {
  return z
    .string()
    .default('')
    .transform((value, context): MinorUnits => {
      const amount = readPrice(value, bounds.currency)
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
    .transform((value, context): MinorUnits | null => {
      if (value.trim() === '') return null
      const parsed = price(bounds).safeParse(value)
      if (parsed.success) return parsed.data
      context.addIssue({ code: 'custom', message: priceMessage(bounds) })
      return z.NEVER
    })

/** A field that was never touched is not sent, and is as empty as one that was. */
const typed = <Schema extends z.ZodType<unknown, string>>(schema: Schema) => z.string().default('').pipe(schema)

const about = {
  about: typed(requiredText(4_000, m.enterAbout)),
  whyMentor: typed(requiredText(2_000, m.enterWhyMentor)),
}

/** The fields of an application beside its lists. */
const applicationFields = (bounds: PriceBounds) =>
  z.object({
    ...about,
    name: typed(personName(m.enterShownName)),
    role: typed(requiredLine(120, m.enterRole)),
    company: line(120),
    experience: wholeNumber(m.enterExperience, { min: 0, max: 70 }),
    location: typed(requiredLine(120, m.enterLocation)),
    languages: typed(requiredText(500, m.enterLanguages)),
    university: line(160),
    education: line(160),
    linkedin,
    price: price(bounds),
    helpWith: list(12, 80).refine((items) => items.length > 0, { error: m.enterHelpWith }),
    timeZone: z.string().default('').refine(isTimeZone, { error: m.chooseTimeZone }),
    topics: list(MAX_TOPICS, 60),
    rightToEarn: choiceField<RightToEarn>(RIGHTS_TO_EARN, m.chooseRightToEarn),
    adviceAccepted: ticked.refine(Boolean, { error: m.acceptNoAdvice }),
  })

const sessionFields = (bounds: PriceBounds) =>
  z.object({
    id: z.string().max(40).default(''),
    title: typed(requiredLine(80, m.enterSessionTitle)),
    minutes: wholeNumber(() => m.chooseLength({ min: SESSION_MINUTES.min, max: SESSION_MINUTES.max }), {
      min: SESSION_MINUTES.min,
      max: SESSION_MINUTES.max,
    }).refine((value) => value % SESSION_MINUTES.step === 0, { error: m.chooseLengthStep }),
    description: text(1_000).default(''),
    leaveWith: text(300).default(''),
    touchesVisas: ticked,
    price: optionalPrice(bounds),
  })

const country = z
  .string()
  .default('')
  .refine((code) => /^[A-Z]{2}$/.test(code), { error: m.chooseCountry })

/** `thisYear`: a move may be planned for the year after it. */
const moveFields = (thisYear: number) =>
  z.object({
    fromCity: typed(requiredLine(80, m.enterCityLeft)),
    fromCountry: country,
    toCity: typed(requiredLine(80, m.enterCityMovedTo)),
    toCountry: country,
    purpose: choiceField<MovePurpose>(MOVE_PURPOSES, m.chooseMovePurpose),
    year: wholeNumber(m.enterMoveYear, { min: 1950, max: thisYear }),
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
  if (moves.ok && moves.value.length === 0) errors['moves.0.fromCity'] = m.enterMove()
  if (!fields.ok || !sessions.ok || !moves.ok || Object.keys(errors).length > 0) return err(errors)
  const { adviceAccepted: _ticked, ...application } = fields.value
  const weeklyStarts = readTypedHours(typed)
  const lists = { sessions: sessions.value, moves: moves.value }
  return ok({ ...application, ...lists, currency: bounds.currency, ...(weeklyStarts && { weeklyStarts }) })
}

/** The list of sessions alone, as the desk edits it. */
export function readSessionsForm(typed: Typed, bounds: PriceBounds): Result<SessionContent[], FieldErrors> {
  const sessions = readList(typed, { list: 'sessions', max: MAX_SESSIONS, choices: CHOICES }, sessionFields(bounds))
  if (sessions.ok && sessions.value.length === 0) return err({ 'sessions.0.title': m.offerSession() })
  return sessions
}

/** The profile form of the specification, with the fields that the admin view reads as well. */
const profileFields = (bounds: PriceBounds) =>
  z.object({
    fullName: personName(m.enterFullName),
    jobTitle: requiredLine(120, m.enterJobTitle),
    company: requiredLine(120, m.enterCompany),
    university: requiredLine(160, m.enterUniversity),
    linkedin: requiredLinkedin,
    fieldsHelp: list(12, 80),
    bio: requiredText(4_000, m.enterBio),
    whyMentor: requiredText(2_000, m.enterWhyMentor),
    sessionPrice: price(bounds),
    phone: line(40).refine((value) => value === '' || value.replaceAll(/\P{Nd}/gu, '').length >= 5, {
      error: m.enterPhoneOrNone,
    }),
    specialization: line(120),
    qualification: line(160),
    availability: z
      .string()
      .default('')
      .refine(
        (value) => value.trim() === '' || (/^\s*\d{1,2}\s*$/.test(value) && Number(value) >= 1 && Number(value) <= 80),
        { error: m.enterHoursOrNone },
      )
      .transform((value) => (value.trim() === '' ? null : Number(value))),
  })

const translationFields = z.object({
  language: z
    .string()
    .default('')
    .refine((code) => PAGE_LANGUAGES.has(code), { error: m.chooseTextsLanguage }),
  about: typed(requiredText(4_000, m.enterBio)),
  whyMentor: typed(requiredText(2_000, m.enterWhyMentor)),
})

/** ISO 639-1. A page shows texts in its own language. */
const PAGE_LANGUAGES = new Set(Object.values(LANGUAGES).map(({ tag }) => new Intl.Locale(tag).language))

/** Texts in other languages. One that is emptied is removed. */
function readTranslations(typed: Typed): Result<ProfileTranslation[], FieldErrors> {
  const list = { list: 'translations', max: MAX_TRANSLATIONS, choices: CHOICES }
  const read = readList(typed, list, translationFields)
  if (!read.ok) return read
  const twice = read.value.findIndex(({ language }, n) =>
    read.value.slice(0, n).some((each) => each.language === language),
  )
  return twice === -1 ? read : err({ [`translations.${twice}.language`]: m.languageTwice() })
}

/** Reads the profile form under the names that the record has. */
export function readProfileForm(typed: Typed, bounds: PriceBounds): Result<ProfileRequest, FieldErrors> {
  const form = readTyped(profileFields(bounds), typed)
  const translations = readTranslations(typed)
  if (!form.ok || !translations.ok)
    return err({ ...(form.ok ? {} : form.error), ...(translations.ok ? {} : translations.error) })
  const { fullName: name, jobTitle: role, fieldsHelp: helpWith, bio, sessionPrice, availability, ...same } = form.value
  return ok({
    ...same,
    name,
    role,
    helpWith,
    about: bio,
    price: sessionPrice,
    currency: bounds.currency,
    hoursPerWeek: availability,
    translations: translations.value,
  })
}

/** Choices have a value before anyone has typed, so they alone do not make an entry. */
const CHOICES = new Set(['id', 'minutes', 'purpose', 'fromCountry', 'toCountry', 'touchesVisas', 'language'])
