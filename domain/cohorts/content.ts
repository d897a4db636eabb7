/** What a proposal says of a cohort, and what each part is limited to. Pure. Specification §3. */
import type { MinorUnits } from '#domain/payments/money'

export const MAX_SESSIONS = 16
export const MAX_TASKS = 12
export const MAX_RESOURCES = 12
export const SEATS = { min: 2, max: 200 } as const
/** How long a cohort may take, and how far ahead it may begin. */
export const MAX_DAYS = 366
export const MAX_DAYS_AHEAD = 730

/** A meeting of the whole cohort. `date`: YYYY-MM-DD. */
export type CohortSession = { topic: string; date: string; details: string }
/** What each member does. `due`: YYYY-MM-DD. */
type CohortTask = { title: string; description: string; due: string }
type CohortResource = { title: string; url: string }

/**
 * `startsOn`, `endsOn`: YYYY-MM-DD. `pricePence`: of one seat, in minor units of `currency`. `fromCountry`, `toCountry`:
 * codes; null for any. `progress`: how members see theirs, in words. `picture`: a key.
 */
export type CohortContent = {
  title: string
  subtitle: string
  mentorName: string
  startsOn: string
  endsOn: string
  seats: number
  pricePence: MinorUnits
  currency: string
  commitment: string
  audience: string
  fromCountry: string | null
  toCountry: string | null
  welcome: string
  coreSkills: string[]
  interviewPrep: string[]
  skillsGain: string[]
  schedule: CohortSession[]
  tasks: CohortTask[]
  resources: CohortResource[]
  progress: string
  picture: string | null
}

/** A proposal as it was typed and read. Its picture is uploaded by itself. */
export type CohortRequest = Omit<CohortContent, 'picture'>

/** All fields, in the order in which lists of changes have them. */
export const COHORT_FIELDS = [
  'title',
  'subtitle',
  'mentorName',
  'startsOn',
  'endsOn',
  'seats',
  'pricePence',
  'currency',
  'commitment',
  'audience',
  'fromCountry',
  'toCountry',
  'welcome',
  'coreSkills',
  'interviewPrep',
  'skillsGain',
  'schedule',
  'tasks',
  'resources',
  'progress',
  'picture',
] as const satisfies (keyof CohortContent)[]

/** The fields in which two contents differ. */
export function changedCohortFields(one: CohortContent, other: CohortContent): (keyof CohortContent)[] {
  return COHORT_FIELDS.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
}
