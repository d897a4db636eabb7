/** A cohort's members, for who leads it and for admins. Server side. */
import { findConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import { toMinorUnits } from '#domain/payments/money'
import { isRowId } from '#domain/row-id'
import { readOwnReason } from '#server/accounts/form'
import { findDecider } from '#server/accounts/conflicts-of-interest'
import { cancelAsAdmin } from '#server/bookings/admin/booking-actions'
import { readRefundDue } from '#server/bookings/cancellation/cancel'
import { findSeat, listMembers } from '#server/cohorts/seats/seats-queries'
import { countWaitingForSeats } from '#server/cohorts/seats/waitlist/waitlist-cohort-queries'
import { withdrawCohort } from '#server/cohorts/seats/withdraw'
import { readAnswerForm } from '#server/cohorts/members/form'
import { answerQuestion } from '#server/cohorts/members/members'
import { countTicks, listQuestions } from '#server/cohorts/members/members-queries'
import type { Cohort } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { typedIn } from '#server/platform/http/form'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import * as m from '#messages/cohorts'
import { CONFLICT_OF_INTEREST_WORDS } from '#words/conflict-of-interest'
import { formatMoney } from '#words/prices'
import { dateIn } from '#words/time'
import type { MembersView } from '../../ui/cohorts/joining/members-page.tsx'
import { formatDates } from '../../ui/cohorts/cohort-view.ts'
import { todayInUtc } from './public-cohort.ts'

/** An admin sees addresses and money, and who has left. */
export async function readMembers(
  app: App,
  cohort: Cohort,
  { role, accountId: reader }: { role: string; accountId: string },
): Promise<MembersView> {
  const { content, status, slug, id } = cohort
  const isAdmin = role === 'admin'
  const decider = await findDecider(app.db, reader)
  const own = (row: { accountId: string | null; menteeEmail: string }) =>
    findConflictOfInterest(decider, { accounts: [row.accountId, cohort.accountId], emails: [row.menteeEmail] })
  const [rows, questions, ticks] = await Promise.all([
    listMembers(app.db, id),
    listQuestions(app.db, id, null),
    countTicks(app.db, id),
  ])
  const members = await Promise.all(
    rows
      .filter((row) => isAdmin || row.status === 'confirmed' || row.status === 'completed')
      .map(async (row) => ({
        id: row.id,
        name: row.menteeName,
        joined: dateIn(row.paidAt ?? row.createdAt, 'UTC'),
        hasLeft: row.status === 'cancelled',
        progress:
          content.tasks.length === 0
            ? null
            : m.tasksDone({ done: ticks.get(row.id) ?? 0, tasks: content.tasks.length }),
        admin: isAdmin ? { ...(await readMoney(app, row)), own: own(row) } : null,
      })),
  )
  // All in the cohort's currency, which changes no more once seats are taken.
  const kept = rows.reduce((sum, row) => sum + row.keptPence, 0)
  return {
    slug,
    title: content.title,
    status,
    dates: formatDates(content),
    seats: content.seats,
    taken: rows.filter((row) => row.status === 'confirmed' || row.status === 'completed').length,
    waiting: (await countWaitingForSeats(app.db, [id], app.now())).get(id) ?? 0,
    members,
    kept: isAdmin ? formatMoney(toMinorUnits(kept), content.currency) : null,
    questions: questions
      .map((each) => ({
        id: each.id,
        by: each.menteeName,
        askedOn: dateIn(each.askedAt, 'UTC'),
        question: each.question,
        answer: each.answer,
      }))
      .toSorted((one, other) => Number(one.answer !== null) - Number(other.answer !== null)),
    canWithdraw: status === 'accepted' && content.endsOn >= todayInUtc(app),
  }
}

async function readMoney(app: App, row: Awaited<ReturnType<typeof listMembers>>[number]) {
  const due = row.status === 'confirmed' ? await readRefundDue(app.db, row, 'admin', app.now()) : toMinorUnits(0)
  return {
    email: formatEmailAddress(row.menteeEmail),
    reference: row.reference,
    paid: row.paidAmountPence === null ? m.free() : formatMoney(row.paidAmountPence, row.currency),
    kept: formatMoney(toMinorUnits(row.keptPence), row.currency),
    shown: row.status === 'confirmed' && row.startsAt > app.now() ? due : null,
    refund: formatMoney(due, row.currency),
  }
}

type Outcome = 'done' | { problem: string; status: number; typed?: { question: string; answer: string } }

/** Answers a question, withdraws the cohort, or, for an admin, cancels a seat. What was already done by another person is no error. */
export async function handleMembersForm(
  app: App,
  actor: Actor,
  cohort: Cohort,
  form: FormData,
): Promise<Outcome | null> {
  const typed = typedIn(form)
  const { intent = '', seat = '', shown = '' } = typed
  if (intent === 'withdraw') {
    await withdrawCohort(app, actor, cohort.id)
    return 'done'
  }
  if (intent === 'answer') {
    const read = readAnswerForm(form)
    const { question = '', answer = '' } = typed
    if (!read.ok) return { problem: read.error['answer'] ?? m.nothingSent(), status: 400, typed: { question, answer } }
    await answerQuestion(app, { id: read.value.question, cohortId: cohort.id, answer: read.value.answer })
    return 'done'
  }
  if (intent !== 'cancel' || actor.session.role !== 'admin' || !isRowId(seat) || !/^\d{1,10}$/.test(shown)) return null
  const found = await findSeat(app.db, seat)
  if (found?.cohortId !== cohort.id) return null
  const cancelled = await cancelAsAdmin(app, {
    id: seat,
    shown: toMinorUnits(Number(shown)),
    actor: toAuditActor({ ...actor, ownReason: readOwnReason(typed['own_reason']) }),
  })
  if (cancelled.ok || cancelled.error.code === 'not_confirmed') return 'done'
  if (cancelled.error.code === 'own')
    return { problem: CONFLICT_OF_INTEREST_WORDS[cancelled.error.matter](), status: 403 }
  const problem = cancelled.error.code === 'begun' ? m.cohortStartedCancel() : m.refundChangedCancel()
  return { problem, status: 409 }
}
