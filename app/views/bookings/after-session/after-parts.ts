/** The part of a booking's page about a session that has begun, in words. Server side. */
import { contestEndsAt, feedbackEndsAt, otherSide } from '#domain/bookings/after-session'
import { timeIn } from '#domain/time/clock'
import type { App } from '#server/context'
import * as m from '#messages/bookings'
import { capitalize } from '#words/capitalize'
import { formatMoney } from '#words/prices'
import { shortDayIn, shortMomentIn, dateOfKey } from '#words/time'
import type { AfterParts } from '../../../ui/bookings/after-session/after-parts.ts'
import { type Reader } from '../page/people.ts'
import { readAfterState, type AfterState } from './state.ts'

/** Null before anything of it can be said or done. */
export async function readAfterParts(app: App, reader: Reader): Promise<AfterParts | null> {
  const state = await readAfterState(app, reader)
  const parts = {
    here: describeCheckIn(reader, state),
    news: [...noShowNews(reader, state), ...problemNews(reader, state)],
    left: describeCompletion(state),
    words: listFeedback(reader, state),
    actions: listActions(reader, state),
    hasFeedback: (reader.side === 'mentee' ? state.feedback : state.mentorFeedback) !== undefined,
  }
  const { here, news, left, words, actions } = parts
  return here || left || news.length + words.length + actions.length > 0 ? parts : null
}

function describeCheckIn({ side, people }: Reader, { arrivals, noShow, may }: AfterState): AfterParts['here'] {
  if (!may.checkInBySide || noShow) return null
  const zone = people.own.clock.timeZone
  const [own, other] = [arrivals[side], arrivals[otherSide(side)]]
  const { firstName } = people.other
  return {
    said: own ? timeIn(own, zone) : null,
    other: other
      ? m.checkedInAt({ name: firstName, time: timeIn(other, zone) })
      : own
        ? m.notCheckedIn({ name: firstName })
        : m.checkInToo(),
  }
}

function noShowNews({ side, people }: Reader, { noShow, may }: AfterState): AfterParts['news'] {
  if (!noShow) return []
  const { firstName } = people.other
  const zone = people.own.clock.timeZone
  const until = shortMomentIn(contestEndsAt(noShow.reportedAt), zone)
  const isOwn = noShow.absent === side
  if (noShow.outcome) {
    const contested = noShow.contestedAt !== null
    const text = contested ? m.bothSidesReviewed() : m.reportNotContested()
    return [{ title: describeFinding(noShow.outcome, { isOwn, contested, firstName }), text }]
  }
  if (noShow.contestedAt) {
    const title = isOwn ? m.youSaidYouWereThere() : m.otherSaysTheyWereThere({ name: firstName })
    return [{ title, text: m.weReview() }]
  }
  if (!isOwn) {
    const text = m.contestUntil({ name: firstName, until })
    return [{ title: m.youReportedAbsent({ name: firstName }), text }]
  }
  const text = may.contest ? m.wereYouThere({ until }) : m.takesEffectSoon()
  return [{ title: m.reportsYouAbsent({ name: firstName }), text }]
}

/** `isOwn`: it is about the reader. */
function describeFinding(
  outcome: 'absent' | 'present',
  { isOwn, contested, firstName }: { isOwn: boolean; contested: boolean; firstName: string },
): string {
  const name = contested ? firstName : capitalize(firstName)
  if (outcome === 'absent') return isOwn ? m.foundYouAbsent({ contested }) : m.foundOtherAbsent({ contested, name })
  return isOwn ? m.foundYouThere({ contested }) : m.foundOtherThere({ contested, name })
}

function problemNews({ booking, side, people }: Reader, { problems }: AfterState): AfterParts['news'] {
  const { firstName } = people.other
  return problems.map((problem) => {
    const isOwn = problem.side === side
    const on = shortDayIn(problem.reportedAt, people.own.clock.timeZone)
    if (problem.refundPence === null)
      return { title: m.problemReportedOn({ isOwn, name: firstName, day: on }), text: m.weReview() }
    const { refundPence: given } = problem
    const back = given > 0 ? m.refundIs({ refund: formatMoney(given, booking.currency) }) : m.noRefundGiven()
    return {
      title: m.problemReviewed({ isOwn, name: firstName }),
      text: [problem.answer, back].filter(Boolean).join('\n'),
    }
  })
}

function describeCompletion({ completion }: AfterState): AfterParts['left'] {
  if (!completion?.notedAt) return null
  const steps = completion.steps.map(({ text, dueOn }) => ({ text, due: dueOn && dateOfKey(dueOn) }))
  return { note: completion.note, steps }
}

function listFeedback(
  { side, people, booking, now }: Reader,
  { feedback, mentorFeedback }: AfterState,
): AfterParts['words'] {
  const zone = people.own.clock.timeZone
  const isShared = feedback?.publishedAt != null || (feedback !== undefined && mentorFeedback !== undefined)
  const wait = m.readsOnceBoth({ name: people.other.firstName, day: shortDayIn(feedbackEndsAt(booking), zone) })
  const words: AfterParts['words'] = []
  if (feedback && (side === 'mentee' || isShared)) {
    const note = feedback.publishedAt ? m.published() : feedback.hiddenAt ? m.hiddenByAdmin() : wait
    words.push({
      who: side === 'mentee' ? m.you() : people.other.name,
      stars: feedback.rating,
      text: feedback.text,
      note,
    })
    if (feedback.answer)
      words.push({
        who: m.mentorReplied({ name: booking.mentorName }),
        stars: null,
        text: feedback.answer,
        note: '',
      })
  }
  if (mentorFeedback && (side === 'mentor' || isShared || now >= feedbackEndsAt(booking)))
    words.push({
      who: side === 'mentor' ? m.youToMentee() : m.toYouAlone({ name: people.other.name }),
      stars: null,
      text: mentorFeedback.text,
      note: side === 'mentor' && !isShared ? wait : '',
    })
  return words
}

function listActions({ side, people }: Reader, { may, completion, problems }: AfterState): AfterParts['actions'] {
  const { firstName } = people.other
  const isCompleted = completion !== undefined
  const actions: AfterParts['actions'] = []
  if (may.report) actions.push({ form: 'absent', label: m.isNotHere({ name: firstName }), primary: false })
  if (may.contest) actions.push({ form: 'absent', label: m.iWasThere(), primary: true })
  if (may.complete)
    actions.push({
      form: 'complete',
      label: isCompleted ? m.leaveNote() : m.completeSession(),
      primary: true,
    })
  if (may.feedback)
    actions.push({ form: 'feedback', label: m.giveFeedback(), primary: side === 'mentee' || !may.complete })
  else if (may.answer) actions.push({ form: 'feedback', label: m.answerFeedback(), primary: false })
  if (may.problem && problems.length === 0) actions.push({ form: 'problem', label: m.reportProblem(), primary: false })
  return actions
}
