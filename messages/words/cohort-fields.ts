/** What the fields of a cohort are called where people see them. */
import type { CohortContent } from '#domain/cohorts/content'
import * as m from '#messages/fields'

export const COHORT_FIELD_NAMES: Record<keyof CohortContent, () => string> = {
  title: m.cohortTitle,
  subtitle: m.cohortSubtitle,
  mentorName: m.cohortMentor,
  startsOn: m.cohortStart,
  endsOn: m.cohortEnd,
  seats: m.cohortMentees,
  pricePence: m.cohortPrice,
  currency: m.cohortCurrency,
  commitment: m.cohortCommitment,
  audience: m.cohortAudience,
  fromCountry: m.cohortFrom,
  toCountry: m.cohortTo,
  welcome: m.cohortWelcome,
  coreSkills: m.cohortCoreSkills,
  interviewPrep: m.cohortInterviewPrep,
  skillsGain: m.cohortSkillsGain,
  schedule: m.cohortSchedule,
  tasks: m.cohortTasks,
  resources: m.cohortResources,
  progress: m.cohortProgress,
  picture: m.cohortPicture,
}
