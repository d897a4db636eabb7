/** The sample of specification §2: a cohort that does not exist, to show what one looks like. */
import type { CohortContent } from '#domain/cohorts/content'
import { toPence } from '#domain/payments/money'
import { buildCohortView, type CohortView } from '../../ui/cohorts/cohort-view.ts'

const CONTENT: CohortContent = {
  title: 'First term in Manchester',
  subtitle: 'From the letter of admission to the first exam',
  mentorName: 'A mentor who studied in Manchester',
  startsOn: '2026-09-07',
  endsOn: '2026-10-30',
  seats: 15,
  pricePence: toPence(0),
  commitment: '2–3 hours per week',
  audience: 'Students who have accepted a place on a taught master’s course and arrive in September.',
  fromCountry: null,
  toCountry: 'GB',
  welcome:
    'Welcome. Eight weeks go quickly, and the first two decide a lot. Bring your questions as they come, not when they are tidy.',
  coreSkills: ['Reading a course handbook', 'Opening a bank account', 'Finding a room without being cheated'],
  interviewPrep: ['Part-time job interviews', 'Placement applications'],
  skillsGain: ['Academic writing in British English', 'Asking a supervisor for help', 'Planning a budget for a year'],
  schedule: [
    {
      topic: 'Before you fly',
      date: '2026-09-10',
      details: 'Papers, insurance, the first month’s money and what to pack.',
    },
    {
      topic: 'The first ten days',
      date: '2026-09-17',
      details: 'Room, bank, phone, doctor: in which order, and why.',
    },
    {
      topic: 'How a course is run',
      date: '2026-10-01',
      details: 'Lectures, seminars, deadlines and what a mark means.',
    },
    {
      topic: 'Working beside your studies',
      date: '2026-10-15',
      details: 'Hours you may work, a CV that fits, where to ask.',
    },
    { topic: 'The first exam', date: '2026-10-29', details: 'Past papers, a plan for the last ten days, and sleep.' },
  ],
  tasks: [
    { title: 'List your papers', description: 'Photograph each one and note when it runs out.', due: '2026-09-11' },
    { title: 'Write a month’s budget', description: 'Rent, food, travel, and what you forgot.', due: '2026-09-18' },
    { title: 'Meet your tutor', description: 'Book fifteen minutes and bring three questions.', due: '2026-10-02' },
  ],
  resources: [
    { title: 'Checklist for the first ten days', url: '' },
    { title: 'Budget sheet for a student year', url: '' },
    { title: 'Words of a British university', url: '' },
  ],
  progress: 'Each mentee ticks the tasks they have done.',
  picture: null,
}

/** The day on which it is looked at, in its third week. */
const TODAY = '2026-09-24'

export const COHORT_SAMPLE: { view: CohortView; taken: number; place: string } = {
  view: buildCohortView(CONTENT, TODAY, new Set([0, 1])),
  taken: 12,
  place: 'Manchester',
}
