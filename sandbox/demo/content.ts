/** What a demo mentor says of themselves, as their application said it. */
import type { MentorContent } from '#domain/mentors/content'
import { readLanguages } from '#server/platform/reference/languages'
import { demoId } from './id.ts'
import type { DemoMentor } from './mentor.ts'
import type { DemoPricing } from './pricing.ts'

/** `portrait`: the key of the stored picture; null without one. */
export function buildContent(mentor: DemoMentor, portrait: string | null, pricing: DemoPricing): MentorContent {
  const languages = readLanguages(mentor.languages.join(', '))
  return {
    name: mentor.name,
    role: mentor.role,
    company: mentor.company ?? '',
    experience: mentor.experience,
    location: mentor.location,
    languages: languages.codes,
    otherLanguages: languages.unknown,
    university: mentor.university,
    education: mentor.education,
    // An address that does not exist: an invented person must not link to a real profile.
    linkedin: `https://www.linkedin.com/in/landfall-demo-${mentor.slug}`,
    price: pricing.toPrice(mentor.price),
    currency: pricing.currency,
    about: mentor.about,
    whyMentor: mentor.whyMentor,
    ...(mentor.translations && { translations: mentor.translations }),
    helpWith: mentor.helpWith,
    portrait,
    timeZone: mentor.timeZone,
    phone: '',
    specialization: '',
    qualification: '',
    hoursPerWeek: null,
    rightToEarn: 'yes',
    topics: mentor.topics,
    moves: mentor.moves,
    sessions: mentor.sessions.map((session) => ({
      id: demoId(`${mentor.slug}/${session.title}`),
      title: session.title,
      minutes: session.minutes,
      description: session.description,
      leaveWith: session.leaveWith,
      touchesVisas: false,
      price: session.price === null ? null : pricing.toPrice(session.price),
    })),
  }
}
