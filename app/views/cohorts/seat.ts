/** The page of a member of a cohort, and giving up the seat. Server side. */
import { writeDays } from '#domain/bookings/calendar-entry'
import { lastFreeMoment, findRefundRule } from '#domain/bookings/refunds/refund-rule'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import { timeIn } from '#domain/time/clock'
import { cancelBooking, readRefundDue } from '#server/bookings/cancellation/cancel'
import { isOpenBooking } from '#server/privacy/erase-bookings-queries'
import { countTakenSeats, type Seat } from '#server/cohorts/seats/seats-queries'
import { readQuestionForm, readTicksForm } from '#server/cohorts/members/form'
import { askMentor, tickTasks } from '#server/cohorts/members/members'
import { listQuestions, listTicks } from '#server/cohorts/members/members-queries'
import { findCohort } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { siteAddress } from '#server/platform/language/site-address'
import { readMoneyOfBooking } from '#server/payments/booking-money-queries'
import * as m from '#messages/cohorts'
import { formatMoney } from '#words/prices'
import { describeRefundRule } from '#words/bookings/refund-rule'
import { dateIn, dayIn } from '#words/time'
import type { EraseQuestion } from '../../ui/bookings/page/erase-page.tsx'
import { buildCohortView } from '../../ui/cohorts/cohort-view.ts'
import type { GiveUpQuestion } from '../../ui/cohorts/joining/give-up-page.tsx'
import type { WaitlistResult, SeatPageView } from '../../ui/cohorts/joining/seat-page.tsx'
import type { ReceiptPart } from '../../ui/bookings/page/receipt-page.tsx'
import { langAttributesFor } from '../site/lang-attributes.ts'
import { readBookingDocumentsPart } from '../tax-documents/booking-documents.ts'
import { todayInUtc } from './public-cohort.ts'

export async function readSeatPage(app: App, seat: Seat): Promise<SeatPageView> {
  const cohort = await findCohort(app.db, seat.cohortId)
  if (!cohort) throw new Error(`The cohort of seat ${seat.id} is gone`)
  const now = app.now()
  const taken = await countTakenSeats(app.db, [cohort.id])
  const money = await readMoneyOfBooking(app.db, seat.id)
  const { status } = seat
  const questions = await listQuestions(app.db, cohort.id, seat.id)
  return {
    reference: seat.reference,
    state: status === 'confirmed' || status === 'completed' ? 'member' : 'left',
    view: {
      ...buildCohortView(cohort.content, todayInUtc(app), await listTicks(app.db, seat.id)),
      ...langAttributesFor(null),
    },
    questions: questions.map(({ id, question, answer: result, askedAt, bookingId }) => ({
      id,
      question,
      answer: result,
      askedOn: dateIn(askedAt, 'UTC'),
      own: bookingId === seat.id,
    })),
    taken: taken.get(cohort.id) ?? 0,
    paid: money ? formatMoney(money.paid, money.currency) : null,
    back:
      money && money.paid > money.kept
        ? formatMoney(toMinorUnits(money.returned + money.onTheWay + money.delayed), money.currency)
        : null,
    refund: money && status === 'confirmed' ? describeRefundRule(findRefundRule(seat, now), 'UTC', now) : null,
    canGiveUp: status === 'confirmed' && seat.startsAt > now,
    erase: seat.accountId ? null : `/seats/${seat.reference}/erase`,
  }
}

/** Null for a free seat. */
export async function readSeatReceipt(app: App, { id, reference }: Seat): Promise<ReceiptPart | null> {
  const page = `/seats/${reference}`
  const documents = await readBookingDocumentsPart(app, { bookingId: id, path: `${page}/receipt` })
  if (documents.documents.length === 0 && !documents.preparing) return null
  return { reference, documents, facts: null, back: { to: page, label: m.backToCohort() } }
}

/** Null when there is nothing to give up any more: it was given up, or the cohort has begun. */
export async function readGiveUp(app: App, seat: Seat): Promise<GiveUpQuestion | null> {
  const back = await readWhatGoesBack(app, seat)
  if (!back) return null
  const { refund, sentence } = back
  return {
    reference: seat.reference,
    title: seat.title,
    refund: sentence,
    shown: refund,
    button: refund > 0 ? m.giveUpAndRefund({ refund: formatMoney(refund, seat.currency) }) : m.giveUpSeat(),
  }
}

/** The confirmation shown to guests before they are erased from a seat. */
export async function readSeatEraseQuestion(app: App, seat: Seat): Promise<EraseQuestion> {
  const back = await readWhatGoesBack(app, seat)
  return {
    booked: 'seat',
    reference: seat.reference,
    title: seat.title,
    cancelled: back?.sentence ?? null,
    shown: back?.refund ?? 0,
    waits: !back && (await isOpenBooking(app.db, seat.id)),
  }
}

/** What goes back if a seat is given up now. Null when it cannot be: it was given up, or the cohort has begun. */
async function readWhatGoesBack(app: App, seat: Seat): Promise<{ refund: MinorUnits; sentence: string } | null> {
  const now = app.now()
  if (seat.status !== 'confirmed' || seat.startsAt <= now) return null
  const refund = await readRefundDue(app.db, seat, 'mentee', now)
  const paid = (await readMoneyOfBooking(app.db, seat.id))?.paid ?? toMinorUnits(0)
  return { refund, sentence: refundSentence(seat, { refund, paid }, now) }
}

function refundSentence(seat: Seat, { refund, paid }: { refund: MinorUnits; paid: MinorUnits }, now: Date): string {
  if (paid === 0) return m.freeSeatNoRefund()
  const paidMoney = formatMoney(paid, seat.currency)
  if (refund > 0) {
    return refund === paid
      ? m.refundAll({ paid: paidMoney })
      : m.refundPart({ refund: formatMoney(refund, seat.currency), paid: paidMoney })
  }
  const last = lastFreeMoment(findRefundRule(seat, now))
  return last
    ? m.refundOver({ paid: paidMoney, day: dayIn(last, 'UTC'), time: timeIn(last, 'UTC') })
    : m.noRefund({ paid: paidMoney })
}

/** Null when it is given up, or there is nothing to give up any more; otherwise the question with the new sum. */
export async function giveUpByForm(app: App, seat: Seat, shown: MinorUnits): Promise<GiveUpQuestion | null> {
  const cancelled = await cancelBooking(app, { id: seat.id, by: 'mentee', shown })
  return cancelled.ok || cancelled.error.code !== 'refund_changed' ? null : readGiveUp(app, seat)
}

/** What a member posted: tasks that they ticked, or a question. `to`: the part of the page that says so. Null: no form of ours. */
export async function handleSeatForm(
  app: App,
  seat: Seat,
  form: FormData,
): Promise<{ to: string } | { result: WaitlistResult; status: number } | null> {
  const intent = form.get('intent')
  if (intent === 'tick') {
    const cohort = await findCohort(app.db, seat.cohortId)
    await tickTasks(app, seat, { done: readTicksForm(form), count: cohort?.content.tasks.length ?? 0 })
    return { to: '#tasks' }
  }
  if (intent !== 'ask') return null
  const typed = form.get('question')
  const again = (error: string, status: number) => ({
    result: { typed: typeof typed === 'string' ? typed : '', error },
    status,
  })
  const read = readQuestionForm(form)
  if (!read.ok) return again(read.error['question'] ?? '', 400)
  const sent = await askMentor(app, seat, read.value.question)
  if (sent.ok || sent.error.code === 'not_member') return { to: '#ask-mentor' }
  return again(m.tooManyQuestions(), 409)
}

/** The schedule as a calendar file. */
export async function writeSchedule(app: App, seat: Seat): Promise<string> {
  const cohort = await findCohort(app.db, seat.cohortId)
  const url = `${siteAddress(app)}/seats/${seat.reference}`
  const days = (cohort?.content.schedule ?? []).map(({ topic, date, details }, place) => ({
    uid: `cohort-${seat.cohortId}-${place}@${new URL(url).hostname}`,
    title: `${topic} (${seat.title})`,
    description: details,
    date,
    url,
  }))
  return writeDays(days, app.now())
}
