/** The part of a booking's page about a session that has begun, in words. Server side. */
import { contestEndsAt, feedbackEndsAt, otherSide } from '#domain/bookings/after-session'
import { formatPence } from '#domain/payments/money'
import { dateIn, shortDayIn, shortMomentIn, timeIn } from '#domain/time/clock'
import type { App } from '#server/context'
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
      ? `${firstName} checked in at ${timeIn(other, zone)}.`
      : own
        ? `${firstName} hasn’t checked in yet.`
        : `Check in here too, so that you can’t be reported as missing.`,
  }
}

function noShowNews({ side, people }: Reader, { noShow, may }: AfterState): AfterParts['news'] {
  if (!noShow) return []
  const { firstName } = people.other
  const zone = people.own.clock.timeZone
  const until = shortMomentIn(contestEndsAt(noShow.reportedAt), zone)
  const isOwn = noShow.absent === side
  if (noShow.outcome) {
    const found = noShow.contestedAt ? 'We reviewed both sides' : 'The report wasn’t contested within 24 hours'
    const who = isOwn ? 'you' : firstName
    const was = noShow.outcome === 'absent' ? `${who} did not come` : `${who} ${isOwn ? 'were' : 'was'} there`
    return [{ title: noShow.contestedAt ? `We found that ${was}` : capital(was), text: `${found}.` }]
  }
  if (noShow.contestedAt) {
    const title = isOwn ? 'You said that you were there' : `${firstName} says they were there`
    return [{ title, text: 'We’ll review it and email both of you.' }]
  }
  if (!isOwn) {
    const text = `${firstName} can contest it until ${until}. Otherwise it takes effect then, and we’ll email both of you.`
    return [{ title: `You reported that ${firstName} did not come`, text }]
  }
  const text = may.contest ? `Were you there? Tell us by ${until}, and we’ll review it.` : 'It takes effect soon.'
  return [{ title: `${firstName} reports that you did not come`, text }]
}

function problemNews({ side, people }: Reader, { problems }: AfterState): AfterParts['news'] {
  const { firstName } = people.other
  return problems.map((problem) => {
    const who = problem.side === side ? 'You' : firstName
    const on = shortDayIn(problem.reportedAt, people.own.clock.timeZone)
    if (problem.refundPence === null)
      return { title: `${who} reported a problem on ${on}`, text: 'We’ll review it and email both of you.' }
    const back = problem.refundPence > 0 ? `The refund is ${formatPence(problem.refundPence)}.` : 'There’s no refund.'
    return {
      title: `We reviewed the problem that ${problem.side === side ? 'you' : firstName} reported`,
      text: [problem.answer, back].filter(Boolean).join('\n'),
    }
  })
}

function describeCompletion({ completion }: AfterState): AfterParts['left'] {
  if (!completion?.notedAt) return null
  const steps = completion.steps.map(({ text, dueOn }) => ({ text, due: dueOn && formatDay(dueOn) }))
  return { note: completion.note, steps }
}

const formatDay = (date: string) => dateIn(new Date(`${date}T12:00Z`), 'UTC')

function listFeedback(
  { side, people, booking, now }: Reader,
  { feedback, mentorFeedback }: AfterState,
): AfterParts['words'] {
  const zone = people.own.clock.timeZone
  const isShared = feedback?.publishedAt != null || (feedback !== undefined && mentorFeedback !== undefined)
  const latest = `at the latest on ${shortDayIn(feedbackEndsAt(booking), zone)}`
  const wait = `${people.other.firstName} reads it once both of you have written, ${latest}.`
  const words: AfterParts['words'] = []
  if (feedback && (side === 'mentee' || isShared)) {
    const note = feedback.publishedAt ? 'Published.' : feedback.hiddenAt ? 'Hidden by an admin.' : wait
    words.push({
      who: side === 'mentee' ? 'You' : people.other.name,
      stars: feedback.rating,
      text: feedback.text,
      note,
    })
    if (feedback.answer)
      words.push({ who: `${booking.mentorName} replied`, stars: null, text: feedback.answer, note: '' })
  }
  if (mentorFeedback && (side === 'mentor' || isShared || now >= feedbackEndsAt(booking)))
    words.push({
      who: side === 'mentor' ? 'You, to the mentee alone' : `${people.other.name}, to you alone`,
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
  if (may.report) actions.push({ form: 'absent', label: `${firstName} is not here`, primary: false })
  if (may.contest) actions.push({ form: 'absent', label: 'I was there', primary: true })
  if (may.complete)
    actions.push({
      form: 'complete',
      label: isCompleted ? 'Leave a note and next steps' : 'Complete the session',
      primary: true,
    })
  if (may.feedback)
    actions.push({ form: 'feedback', label: 'Give feedback', primary: side === 'mentee' || !may.complete })
  else if (may.answer) actions.push({ form: 'feedback', label: 'Answer the feedback', primary: false })
  if (may.problem && problems.length === 0) actions.push({ form: 'problem', label: 'Report a problem', primary: false })
  return actions
}

const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1)
