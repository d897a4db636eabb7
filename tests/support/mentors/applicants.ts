/** People who apply as mentors, and the admins who decide. */
import { decide, type Decision } from '#server/mentors/review/decide'
import { findWaiting } from '#server/mentors/review/submissions-queries'
import { submitApplication } from '#server/mentors/application/submit'
import { signUp, signUpAdmin } from '../accounts/accounts.ts'
import type { TestApp } from '../product/app.ts'
import { applicationRequest } from './content.ts'

export type Applicant = Awaited<ReturnType<typeof signUp>>

/** An applicant whose application waits for review. */
export async function addApplicant(
  test: TestApp,
  changes: Record<string, string | undefined> = {},
  email = 'elif@example.com',
) {
  const by = await signUp(test, { name: 'Elif Demir', email })
  const submitted = await submitApplication(test.app, by, applicationRequest(changes))
  if (!submitted.ok) throw new Error(JSON.stringify(submitted.error))
  return { by, mentorId: submitted.value.mentorId }
}

/** A mentor just accepted, and the admin who accepted them. */
export async function addAcceptedMentor(test: TestApp, changes: Record<string, string | undefined> = {}) {
  const { by, mentorId } = await addApplicant(test, changes)
  const admin = await signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
  const decided = await decideWaiting(test, admin, mentorId, {})
  if (!decided.ok) throw new Error(decided.error.code)
  return { by, mentorId, admin }
}

/** Decides about what waits; by default accepts it. */
export async function decideWaiting(test: TestApp, admin: Applicant, mentorId: string, decision: Partial<Decision>) {
  const waiting = await findWaiting(test.db, mentorId)
  if (!waiting) throw new Error('Nothing waits for review')
  const { id: submissionId, version } = waiting
  return decide(test.app, admin, {
    submissionId,
    version,
    decision: 'accepted',
    message: '',
    requests: {},
    ...decision,
  })
}
