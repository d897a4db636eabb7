/** A cohort's content as the fields of the proposal form, to fill the form in. Pure. */
import type { CohortContent } from '#domain/cohorts/content'
import { typedAmount } from '#domain/mentors/typed-application'

type Typed = Record<string, string>

/** The lists of the form, and the fields that an entry of each has. */
export const PROPOSAL_LISTS = {
  schedule: ['topic', 'date', 'details'],
  tasks: ['title', 'description', 'due'],
  resources: ['title', 'url'],
} as const

/** `currency`: in which the form takes a price. One in another currency is left out, since it is another price in this. */
export function toTypedProposal(content: CohortContent, currency: string): Typed {
  const isSameCurrency = content.pricePence === 0 || content.currency === currency
  const typed: Typed = {
    cohortTitle: content.title,
    subtitle: content.subtitle,
    mentorName: content.mentorName,
    startDate: content.startsOn,
    endDate: content.endsOn,
    menteesCount: String(content.seats),
    price: isSameCurrency ? typedAmount(content.pricePence, currency) : '',
    commitment: content.commitment,
    audience: content.audience,
    fromCountry: content.fromCountry ?? '',
    toCountry: content.toCountry ?? '',
    welcomeMsg: content.welcome,
    coreSkills: content.coreSkills.join('\n'),
    interviewPrep: content.interviewPrep.join('\n'),
    skillsGain: content.skillsGain.join('\n'),
    progress: content.progress,
  }
  for (const list of ['schedule', 'tasks', 'resources'] as const)
    for (const [place, entry] of content[list].entries())
      for (const [field, value] of Object.entries(entry)) typed[`${list}.${place}.${field}`] = value
  return typed
}
