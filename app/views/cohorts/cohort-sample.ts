/** The sample of specification §2: a cohort that does not exist, to show what one looks like. */
import type { CohortContent } from '#domain/cohorts/content'
import { toMinorUnits } from '#domain/payments/money'
import * as m from '#messages/cohorts'
import { buildCohortView, type CohortView } from '../../ui/cohorts/cohort-view.ts'

const describeSample = (): CohortContent => ({
  title: m.sampleTitle(),
  subtitle: m.sampleSubtitle(),
  mentorName: m.sampleMentor(),
  startsOn: '2026-09-07',
  endsOn: '2026-10-30',
  seats: 15,
  pricePence: toMinorUnits(0),
  currency: 'GBP',
  commitment: m.sampleCommitment(),
  audience: m.sampleAudience(),
  fromCountry: null,
  toCountry: 'GB',
  welcome: m.sampleWelcome(),
  coreSkills: [m.sampleSkillHandbook(), m.sampleSkillBank(), m.sampleSkillRoom()],
  interviewPrep: [m.sampleInterviewJob(), m.sampleInterviewPlacement()],
  skillsGain: [m.sampleGainWriting(), m.sampleGainSupervisor(), m.sampleGainBudget()],
  schedule: [
    {
      topic: m.sampleBeforeFlying(),
      date: '2026-09-10',
      details: m.sampleBeforeFlyingDetails(),
    },
    {
      topic: m.sampleTenDays(),
      date: '2026-09-17',
      details: m.sampleTenDaysDetails(),
    },
    {
      topic: m.sampleCourse(),
      date: '2026-10-01',
      details: m.sampleCourseDetails(),
    },
    {
      topic: m.sampleWorking(),
      date: '2026-10-15',
      details: m.sampleWorkingDetails(),
    },
    { topic: m.sampleExam(), date: '2026-10-29', details: m.sampleExamDetails() },
  ],
  tasks: [
    { title: m.sampleTaskPapers(), description: m.sampleTaskPapersText(), due: '2026-09-11' },
    { title: m.sampleTaskBudget(), description: m.sampleTaskBudgetText(), due: '2026-09-18' },
    { title: m.sampleTaskTutor(), description: m.sampleTaskTutorText(), due: '2026-10-02' },
  ],
  resources: [
    { title: m.sampleChecklist(), url: '' },
    { title: m.sampleBudgetSheet(), url: '' },
    { title: m.sampleGlossary(), url: '' },
  ],
  progress: m.sampleProgress(),
  picture: null,
})

/** The day on which it is looked at, in its third week. */
const TODAY = '2026-09-24'

export const buildCohortSample = (): { view: CohortView; taken: number; place: string } => ({
  view: buildCohortView(describeSample(), TODAY, new Set([0, 1])),
  taken: 12,
  place: m.samplePlace(),
})
