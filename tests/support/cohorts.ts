/** Cohorts that people propose, as they type them, and the admins who decide. */
import { toMinorUnits } from '#domain/payments/money'
import { decideCohort, type Decision } from '#server/cohorts/decide'
import { readProposalForm } from '#server/cohorts/form'
import { proposeCohort } from '#server/cohorts/propose'
import { findCohort } from '#server/cohorts/queries'
import { signUp, signUpAdmin } from './accounts/accounts.ts'
import { addMentor, type TestApp } from './product/app.ts'

/** A proposal that can be sent, for a standing clock in 2030 or a real one before that. */
export const TYPED_PROPOSAL: Record<string, string> = {
  cohortTitle: 'First term in Lyon',
  subtitle: 'From the letter of admission to the first exam',
  mentorName: 'Elif Demir',
  startDate: '2030-09-02',
  endDate: '2030-10-25',
  menteesCount: '15',
  price: '60',
  commitment: '2–3 hours per week',
  audience: 'Students who have accepted a place and arrive in September.',
  fromCountry: '',
  toCountry: '',
  welcomeMsg: 'Welcome. Bring your questions as they come.',
  coreSkills: 'Reading a course handbook\nOpening a bank account',
  interviewPrep: 'Placement applications',
  skillsGain: 'Asking a supervisor for help',
  progress: 'You tick what you have done, and see it grow.',
  'schedule.0.topic': 'Before you fly',
  'schedule.0.date': '2030-09-03',
  'schedule.0.details': 'Papers, insurance, money.',
  'schedule.1.topic': 'The first ten days',
  'schedule.1.date': '2030-09-10',
  'schedule.1.details': '',
  'tasks.0.title': 'List your papers',
  'tasks.0.description': 'Photograph each one.',
  'tasks.0.due': '2030-09-06',
  'resources.0.title': 'Checklist',
  'resources.0.url': 'https://example.com/checklist',
}

/** What a seat may cost in pounds, as the settings say by default. */
export const PRICES = { least: toMinorUnits(500), most: toMinorUnits(100_000), currency: 'GBP' }

/** The same as it is read. `changes`: fields to type instead. */
export function cohortRequest(changes: Record<string, string> = {}) {
  const read = readProposalForm({ ...TYPED_PROPOSAL, ...changes }, PRICES)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}

/** A proposer whose cohort waits for review. With a price they are a mentor, since only mentors may charge. */
export async function addProposer(test: TestApp, changes: Record<string, string> = {}, email = 'elif@example.com') {
  const by = await signUp(test, { name: 'Elif Demir', email })
  const request = cohortRequest(changes)
  if (request.pricePence > 0) await makeMentor(test, by.session.accountId)
  const sent = await proposeCohort(test.app, by, request, null)
  if (!sent.ok) throw new Error(sent.error.code)
  return { by, cohortId: sent.value.cohortId }
}

/** Gives an account the record of an accepted mentor. */
export async function makeMentor(test: TestApp, accountId: string) {
  const mentor = await addMentor(test, { name: 'Elif Demir' })
  await test.db.updateTable('mentors').set({ accountId }).where('id', '=', mentor.id).execute()
  return mentor
}

/** Decides about a cohort as it is now; by default accepts it. */
export async function decideNow(
  test: TestApp,
  admin: Awaited<ReturnType<typeof signUpAdmin>>,
  cohortId: string,
  decision: Partial<Decision> = {},
) {
  const { version } = (await findCohort(test.db, cohortId))!
  return decideCohort(test.app, admin, { cohortId, version, decision: 'accepted', message: '', ...decision })
}

/** A proposer with an accepted cohort, and the admin who accepted it. */
export async function addAcceptedCohort(test: TestApp, changes: Record<string, string> = {}) {
  const proposed = await addProposer(test, changes)
  const admin = await signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
  const decided = await decideNow(test, admin, proposed.cohortId)
  if (!decided.ok) throw new Error(decided.error.code)
  return { ...proposed, admin }
}
