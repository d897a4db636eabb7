/** Submitting an application: the mentor's record is written, and waits for review. */
import { randomUUID } from 'node:crypto'
import { answerDay, type ApplicationRequest, type MentorContent } from '#domain/mentors/content'
import { profileBeside } from '#domain/mentors/typed-application'
import { isPublished, nextMentorStatus } from '#domain/mentors/mentor-status'
import { err, ok, type Result } from '#domain/result'
import { lockAccount } from '#server/accounts/queries'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { requestedContent } from '#server/mentors/application/requested-content'
import { deleteFormDraft, findFormDraft } from '#server/accounts/drafts/form-drafts-queries'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { writeWeeklyStarts } from '#server/mentors/hours/hours-queries'
import { queueMentorMail } from '#server/mentors/mails/queue-mail'
import { findRecord, insertMentor, writeContent, type MentorRecord } from '#server/mentors/record/content-queries'
import { detectTextsLanguage } from '#server/mentors/record/texts-language'
import { changeSlug, freeSlug, slugOfName } from '#server/mentors/record/slugs-queries'
import { setStatus } from '#server/mentors/record/status-queries'
import { findWaiting, insertSubmission, replaceWaiting } from '#server/mentors/review/submissions-queries'
import { listTopics } from '#server/mentors/topics/topics-queries'

/**
 * `invalid`: messages by field, and nothing was written. `not_now`: their page is public already, so that they edit it
 * instead, or they are suspended.
 */
type SubmitError = { code: 'invalid'; fields: Record<string, string> } | { code: 'not_now' }

/**
 * Submits the application of a signed-in person, or what they changed in one that waits. Its draft is then discarded.
 * Two submissions at once follow one another: the second changes what the first wrote.
 */
export async function submitApplication(
  app: App,
  actor: Actor,
  { weeklyStarts, ...request }: ApplicationRequest,
): Promise<Result<{ mentorId: string }, SubmitError>> {
  const topics = new Set((await listTopics(app.db)).filter(({ retired }) => !retired).map(({ code }) => code))
  return transact(app.db, async (tx): Promise<Result<{ mentorId: string }, SubmitError>> => {
    const account = await lockAccount(tx, actor.session.accountId)
    const record = await findRecord(tx, { account: account.id }, { lock: true })
    if (record && (isPublished(record.status) || !nextMentorStatus(record.status, 'submit', 'mentor')))
      return err({ code: 'not_now' })
    const draft = await findFormDraft(tx, 'application', account.id)
    const portrait = draft?.picture ?? record?.content.portrait ?? account.picture
    const content = requestedContent(request, {
      earlier: record?.content ?? null,
      beside: profileBeside(draft?.fields ?? {}),
      portrait,
      topics,
    })
    if (!content.ok) return err({ code: 'invalid', fields: content.error })
    const mentorId = record
      ? await submitAgain(app, tx, actor, record, content.value)
      : await submitFirst(app, tx, actor, content.value)
    if (weeklyStarts) await writeWeeklyStarts(tx, mentorId, weeklyStarts)
    await deleteFormDraft(tx, 'application', account.id)
    return ok({ mentorId })
  })
}

async function submitFirst(app: App, tx: Db, actor: Actor, content: MentorContent): Promise<string> {
  const id = randomUUID()
  const { accountId } = actor.session
  const { NEW_MENTOR_POLICY: cancelPolicy, NEW_MENTOR_NOTICE_HOURS: noticeHours } = app.config
  const mentor = {
    id,
    status: 'pending' as const,
    accountId,
    createdBy: accountId,
    createdAt: app.now(),
    cancelPolicy,
    noticeHours,
    detectedLanguage: await detectTextsLanguage(content),
  }
  const slug = await freeSlug(tx, content.name)
  if (!(await insertMentor(tx, { ...mentor, slug }, content))) {
    // A person of the same name has submitted at this moment.
    const other = `${slugOfName(content.name)}-${id.slice(0, 8)}`
    if (!(await insertMentor(tx, { ...mentor, slug: other }, content))) throw new Error(`No slug for ${other}`)
  }
  await enterReview(app, tx, actor, id, content)
  return id
}

async function submitAgain(
  app: App,
  tx: Db,
  actor: Actor,
  record: MentorRecord,
  content: MentorContent,
): Promise<string> {
  const now = app.now()
  await writeContent(tx, record.id, content, await detectTextsLanguage(content))
  const { portrait } = record.content
  if (portrait && portrait !== content.portrait) await app.queue(tx, 'remove-picture', { key: portrait })
  // Its address was never public.
  if (slugOfName(content.name) !== slugOfName(record.content.name))
    await changeSlug(tx, record, await freeSlug(tx, content.name, record.id), { keep: false })
  const waiting = await findWaiting(tx, record.id)
  if (record.status === 'pending' && waiting) {
    await replaceWaiting(tx, waiting, content, null, now)
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.application_changed', record.id))
    return record.id
  }
  const change = { from: record.status, to: 'pending', reason: '', by: 'mentor', at: now } as const
  if (!(await setStatus(tx, record.id, change))) throw new Error('The status of a locked mentor changed')
  await enterReview(app, tx, actor, record.id, content)
  return record.id
}

async function enterReview(app: App, tx: Db, actor: Actor, mentorId: string, content: MentorContent): Promise<void> {
  const now = app.now()
  await insertSubmission(tx, {
    id: randomUUID(),
    mentorId,
    content: JSON.stringify(content),
    before: null,
    submittedAt: now,
    changedAt: now,
    decision: null,
    decidedAt: null,
    decidedBy: null,
  })
  await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.submitted', mentorId))
  await queueMentorMail(app, tx, mentorId, 'received', { answerBy: reviewDeadline(app, now) })
}

/** The day, `YYYY-MM-DD`, by which an answer to something submitted then is promised. */
export const reviewDeadline = (app: Pick<App, 'config'>, submittedAt: Date): string =>
  answerDay(submittedAt.toISOString().slice(0, 10), app.config.REVIEW_DAYS)
