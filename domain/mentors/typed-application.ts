/** A mentor's content as the fields of the application form, to fill the form in. Pure. */
import { currencyOf, type MentorContent, type ProfileRequest } from '#domain/mentors/content'
import { spellAmount, toMajorUnits, type MinorUnits } from '#domain/payments/money'

type Typed = Record<string, string>

/** `languages`: their names. Not the tick about advice, which is given anew with each submission. */
export function toTypedApplication(content: MentorContent, languages: string[]): Typed {
  const currency = currencyOf(content)
  const typed: Typed = {
    name: content.name,
    role: content.role,
    company: content.company,
    experience: String(content.experience),
    location: content.location,
    languages: languages.join(', '),
    university: content.university,
    education: content.education,
    linkedin: content.linkedin,
    price: typedAmount(content.price, currency),
    currency,
    about: content.about,
    whyMentor: content.whyMentor,
    helpWith: content.helpWith.join(', '),
    timeZone: content.timeZone,
    topics: content.topics.join(','),
    rightToEarn: content.rightToEarn ?? '',
  }
  for (const [place, { year, ...move }] of content.moves.entries())
    for (const [field, value] of Object.entries({ ...move, year: String(year) }))
      typed[`moves.${place}.${field}`] = value
  for (const [place, session] of content.sessions.entries()) {
    const { minutes, price, touchesVisas, ...texts } = session
    const fields = {
      ...texts,
      minutes: String(minutes),
      price: price === null ? '' : typedAmount(price, currency),
      ...(touchesVisas && { touchesVisas: 'on' }),
    }
    for (const [field, value] of Object.entries(fields)) typed[`sessions.${place}.${field}`] = value
  }
  return typed
}

/** Texts in other languages, as the profile form has them. */
export const toTypedTranslations = ({ translations = [] }: Pick<MentorContent, 'translations'>): Typed =>
  Object.fromEntries(
    translations.flatMap((translation, place) =>
      Object.entries(translation).map(([field, value]) => [`translations.${place}.${field}`, value]),
    ),
  )

/** Fields of the profile that the application form does not have: a draft keeps them under these names. */
const BESIDE = 'profile.'

/** What a draft of the application says after the profile form was saved into it. */
export function typedWithProfile(typed: Typed, profile: ProfileRequest): Typed {
  return {
    ...typed,
    name: profile.name,
    role: profile.role,
    company: profile.company,
    university: profile.university,
    linkedin: profile.linkedin,
    helpWith: profile.helpWith.join(', '),
    about: profile.about,
    whyMentor: profile.whyMentor,
    price: typedAmount(profile.price, currencyOf(profile)),
    currency: currencyOf(profile),
    [`${BESIDE}phone`]: profile.phone,
    [`${BESIDE}specialization`]: profile.specialization,
    [`${BESIDE}qualification`]: profile.qualification,
    [`${BESIDE}hoursPerWeek`]: profile.hoursPerWeek === null ? '' : String(profile.hoursPerWeek),
  }
}

/** The part of a draft that the application form does not have, and must not lose when it is saved. */
export const besideApplication = (typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([field]) => field.startsWith(BESIDE)))

/** The part of a draft that the application form has. */
export const withoutBeside = (typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([field]) => !field.startsWith(BESIDE)))

/** What it keeps beside that, as content; undefined where the draft has none. */
export function profileBeside(
  typed: Typed,
): Partial<Pick<MentorContent, 'phone' | 'specialization' | 'qualification' | 'hoursPerWeek'>> {
  const hours = typed[`${BESIDE}hoursPerWeek`]
  const texts = (['phone', 'specialization', 'qualification'] as const).flatMap((field) => {
    const text = typed[`${BESIDE}${field}`]
    return text === undefined ? [] : [[field, text] as const]
  })
  return {
    ...Object.fromEntries(texts),
    ...(hours !== undefined && { hoursPerWeek: /^\d{1,2}$/.test(hours) ? Number(hours) : null }),
  }
}

/** The fields of the profile form, under its names, from a draft of the application. */
export function toTypedProfile(typed: Typed): Typed {
  const field = (name: string) => typed[name] ?? ''
  return {
    fullName: field('name'),
    jobTitle: field('role'),
    company: field('company'),
    university: field('university'),
    linkedin: field('linkedin'),
    fieldsHelp: field('helpWith'),
    bio: field('about'),
    whyMentor: field('whyMentor'),
    sessionPrice: field('price'),
    currency: field('currency'),
    phone: field(`${BESIDE}phone`),
    specialization: field(`${BESIDE}specialization`),
    qualification: field(`${BESIDE}qualification`),
    availability: field(`${BESIDE}hoursPerWeek`),
  }
}

/** "45" or "44.50", without the sign: what a price field holds. */
export function typedAmount(price: MinorUnits, currency: string): string {
  const amount = toMajorUnits(price, currency)
  return Number.isInteger(amount) ? String(amount) : spellAmount(price, currency)
}
