/** What waits for an admin's decision about sessions, and what comes of deciding. Server side. */
import { data } from 'react-router'
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { findConflictOfInterest, type Decider } from '#domain/accounts/conflict-of-interest'
import type { Side } from '#domain/bookings/after-session'
import type { Result } from '#domain/result'
import { timeIn } from '#domain/time/clock'
import { zoneCity } from '#domain/time/zone'
import { accountActor } from '#server/accounts/audit'
import { readOwnReason } from '#server/accounts/form'
import { decideFeedback } from '#server/bookings/after-session/feedback'
import { readDecisionForm } from '#server/bookings/after-session/form'
import { decideNoShow } from '#server/bookings/after-session/no-show'
import { resolveProblem, type ResolveError } from '#server/bookings/after-session/problem'
import { listContested, listOpenProblems, listReportedFeedback } from '#server/bookings/after-session/waiting-queries'
import { listBookingPeople } from '#server/bookings/conflicts-of-interest'
import { readReturnable } from '#server/bookings/credits/credits'
import type { App } from '#server/context'
import * as m from '#messages/bookings'
import { CONFLICT_OF_INTEREST_WORDS } from '#words/conflict-of-interest'
import { describePrice, formatMoney } from '#words/prices'
import { dayTimeOn } from '#words/time'
import type { DecisionResult, WaitingDecisionsView } from '../../../ui/bookings/after-session/waiting-decisions.tsx'

const SHOWN = 20

export async function readWaitingDecisions(
  { db }: App,
  { zone, decider }: { zone: string; decider: Decider },
): Promise<WaitingDecisionsView> {
  const when = (at: Date) => dayTimeOn(at, { timeZone: zone, place: zoneCity(zone) })
  const describeBooking = (row: Row) => ({
    id: row.id,
    session: `${row.sessionTitle}, ${when(row.startsAt)}`,
    who: m.bookingPeople({
      mentee: row.menteeName,
      mentor: row.mentorName,
      reference: row.reference,
      price: describePrice(row.pricePence, row.currency),
    }),
    own: findConflictOfInterest(decider, listBookingPeople(row)),
  })
  const contested = (await listContested(db, SHOWN)).map((row) => {
    const [absent, waiting] =
      row.absent === 'mentor' ? [row.mentorName, row.menteeName] : [row.menteeName, row.mentorName]
    const here = (name: string, at: Date | null) =>
      at ? m.pressedHere({ name, time: timeIn(at, zone) }) : m.neverPressedHere({ name })
    return {
      ...describeBooking(row),
      reported: m.noShowReported({ reporter: waiting, when: when(row.reportedAt), absent }),
      contested: m.contestedOn({ name: absent, when: when(row.contestedAt!) }),
      text: row.contest,
      absent,
      arrivals: `${here(row.menteeName, row.menteeHere)} ${here(row.mentorName, row.mentorHere)}`,
    }
  })
  const problems = []
  for (const row of await listOpenProblems(db, SHOWN)) {
    const left = await readReturnable(db, { ...row, id: row.bookingId })
    problems.push({
      ...describeBooking(row),
      reported: m.problemReportedBy({ name: nameOf(row, row.side), side: row.side, when: when(row.reportedAt) }),
      text: row.text,
      currency: row.currency,
      left: left > 0 ? formatMoney(left, row.currency) : null,
    })
  }
  const feedback = (await listReportedFeedback(db, SHOWN)).map((row) => ({
    ...describeBooking(row),
    reported: m.reportedOn({ when: when(row.reportedAt) }),
    author: row.author,
    stars: row.rating,
    text: row.text,
  }))
  return { contested, problems, feedback }
}

type Row = Pick<
  Awaited<ReturnType<typeof listContested>>[number],
  | 'id'
  | 'sessionTitle'
  | 'startsAt'
  | 'menteeName'
  | 'mentorName'
  | 'reference'
  | 'pricePence'
  | 'currency'
  | 'accountId'
  | 'menteeEmail'
  | 'mentorAccountId'
>

const nameOf = (row: Pick<Row, 'menteeName' | 'mentorName'>, side: Side) =>
  side === 'mentee' ? row.menteeName : row.mentorName

type Posted = { app: App; session: Session; client: Client; form: FormData }

/** Null when it is done. Throws 400 for a form that none of our pages sends. */
export async function handleDecision({
  app,
  session: { accountId },
  client,
  form,
}: Posted): Promise<{ result: DecisionResult; status: number } | null> {
  const read = readDecisionForm(form)
  if (!read) throw data(null, 400)
  if (!read.ok) return again(form, { fields: read.error }, 400)
  const decision = read.value
  const by = { accountId, actor: accountActor(accountId, client, readOwnReason(form.get('own_reason'))) }
  const decided = await decide(app, decision, by)
  if (decided.ok) return null
  if (decided.error.code === 'too_much') {
    const left = formatMoney(decided.error.left, decided.error.currency)
    return again(form, { fields: { [`amount-${decision.id}`]: m.refundAtMost({ left }) } }, 400)
  }
  if (decided.error.code === 'own')
    return again(form, { problem: CONFLICT_OF_INTEREST_WORDS[decided.error.matter]() }, 403)
  return again(form, { problem: m.alreadyDecided() }, 409)
}

type Decision = Extract<NonNullable<ReturnType<typeof readDecisionForm>>, { ok: true }>['value']

function decide(
  app: App,
  decision: Decision,
  by: { accountId: string; actor: ReturnType<typeof accountActor> },
): Promise<Result<unknown, ResolveError>> {
  switch (decision.about) {
    case 'no_show':
      return decideNoShow(app, decision.id, { outcome: decision.outcome, ...by })
    case 'problem':
      return resolveProblem(app, decision.id, { refund: decision.refund, answer: decision.answer, ...by })
    case 'feedback':
      return decideFeedback(app, decision.id, { ...decision, actor: by.actor })
  }
}

function again(form: FormData, result: Partial<DecisionResult>, status: number) {
  const typed = Object.fromEntries(
    [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return { result: { problem: null, fields: {}, ...result, typed }, status }
}
