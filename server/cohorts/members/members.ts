/** What members of a cohort do on their page: tick tasks, and ask the mentor, whose answers the whole cohort sees. */
import { randomUUID } from 'node:crypto'
import type { Seat } from '#server/cohorts/seats/seats-queries'
import { err, ok, type Result } from '#domain/result'
import { lockBooking } from '#server/bookings/queries'
import { countOpenQuestions, insertQuestion, writeAnswer, writeTicks } from '#server/cohorts/members/members-queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'

/** How many questions of one member may wait for an answer. */
const MAX_OPEN = 5

type MemberRefusal = { code: 'not_member' }

/** Ticks these tasks and no others. `count`: how many the cohort has. */
export function tickTasks(
  app: App,
  seat: Seat,
  { done, count }: { done: number[]; count: number },
): Promise<Result<null, MemberRefusal>> {
  return transact(app.db, async (tx): Promise<Result<null, MemberRefusal>> => {
    if (!isMember(await lockBooking(tx, { id: seat.id }))) return err({ code: 'not_member' })
    const positions = [...new Set(done)].filter((position) => position < count)
    await writeTicks(tx, seat.id, positions, app.now())
    return ok(null)
  })
}

/** Asks who leads the cohort, by email. `too_many`: several of theirs wait for an answer. */
export function askMentor(
  app: App,
  seat: Seat,
  question: string,
): Promise<Result<null, MemberRefusal | { code: 'too_many' }>> {
  return transact(app.db, async (tx): Promise<Result<null, MemberRefusal | { code: 'too_many' }>> => {
    if (!isMember(await lockBooking(tx, { id: seat.id }))) return err({ code: 'not_member' })
    if ((await countOpenQuestions(tx, seat.id)) >= MAX_OPEN) return err({ code: 'too_many' })
    const id = randomUUID()
    await insertQuestion(tx, { id, cohortId: seat.cohortId, bookingId: seat.id, question, askedAt: app.now() })
    await queueMail(app, tx, { about: 'booking', subject: seat.id, kind: 'question', recipient: 'mentor', version: id })
    return ok(null)
  })
}

/** Replies to a question, once: a second click changes nothing. The asker gets an email; all members see it on their pages. */
export function answerQuestion(
  app: App,
  { id, cohortId, answer }: { id: string; cohortId: string; answer: string },
): Promise<void> {
  return transact(app.db, async (tx) => {
    const written = await writeAnswer(tx, { id, cohortId, answer, at: app.now() })
    if (!written) return
    const { bookingId: subject } = written
    await queueMail(app, tx, { about: 'booking', subject, kind: 'answer', recipient: 'mentee', version: id })
  })
}

const isMember = (seat: { status: string } | undefined) => seat?.status === 'confirmed' || seat?.status === 'completed'
