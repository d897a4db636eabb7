/** What the fields of a mentor's record are called where people see them. */
import type { MentorField } from '#domain/mentors/content'
import * as m from '#messages/fields'

export const FIELD_NAMES: Record<MentorField, () => string> = {
  name: m.name,
  role: m.role,
  company: m.company,
  experience: m.experience,
  location: m.location,
  languages: m.languages,
  otherLanguages: m.otherLanguages,
  university: m.university,
  education: m.education,
  linkedin: m.linkedin,
  price: m.price,
  currency: m.currency,
  about: m.about,
  whyMentor: m.whyMentor,
  helpWith: m.helpWith,
  portrait: m.portrait,
  timeZone: m.timeZone,
  phone: m.phone,
  specialization: m.specialization,
  qualification: m.qualification,
  hoursPerWeek: m.hoursPerWeek,
  rightToEarn: m.rightToEarn,
  topics: m.topics,
  moves: m.moves,
  sessions: m.sessions,
  translations: m.translations,
}
