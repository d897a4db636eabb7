/** The emails about what happens around a session: a no-show, next steps, a problem that was resolved. */
import { writeToDos } from '#domain/bookings/calendar-entry'
import { contestEndsAt, otherSide, type Side } from '#domain/bookings/after-session'
import { clocksFor } from '#domain/bookings/clocks'
import { formatPence, type Pence } from '#domain/payments/money'
import { dateIn } from '#domain/time/clock'
import { momentIn } from '#domain/time/moment-words'
import type { EmailContent } from '../../platform/mail/email.tsx'

/** `noShow`, `completion` and `problem`: what the kind is about; the others are null. */
type AfterSessionEmail = {
  kind: 'no_show_reported' | 'no_show_contested' | 'no_show_decided' | 'next_steps' | 'problem_resolved'
  recipient: Side
  booking: {
    reference: string
    sessionTitle: string
    startsAt: Date
    menteeName: string
    mentorName: string
    menteeTimeZone: string
    mentorTimeZone: string
    mentorHomeZone: string
    mentorLocation: string
    pricePence: Pence
  }
  /** The booking's page, as the recipient opens it. */
  pageUrl: string
  noShow: { absent: Side; reportedAt: Date; outcome: 'absent' | 'present' | null; byAdmin: boolean } | null
  completion: { note: string; notedAt: Date | null; steps: { text: string; dueOn: string | null }[] } | null
  problem: { side: Side; refundPence: Pence; answer: string } | null
}

export function afterSessionEmail(mail: AfterSessionEmail): EmailContent {
  return writers[mail.kind](mail)
}

const writers = {
  no_show_reported: reported,
  no_show_contested: contested,
  no_show_decided: decided,
  next_steps: nextSteps,
  problem_resolved: resolved,
}

function reported(mail: AfterSessionEmail): EmailContent {
  const { recipient, booking } = mail
  const other = nameOf(mail, otherSide(recipient))
  const until = momentIn(contestEndsAt(need(mail.noShow).reportedAt), clocksFor(recipient, booking).own)
  const otherwise =
    recipient === 'mentor'
      ? `If you don’t reply by then, ${other} gets a full refund and your page is paused.`
      : `If you don’t reply by then, there’s no refund, because ${other} kept the time for you.`
  return {
    heading: 'Were you there?',
    subject: `${other} says that you were not at “${booking.sessionTitle}”`,
    before: [
      `${other} reports that you didn’t come. Were you there? Tell us by ${until} on the page below. We’ll review it and decide.`,
      otherwise,
    ],
    after: [],
    link: mail.pageUrl,
    button: 'Open the booking',
  }
}

function contested(mail: AfterSessionEmail): EmailContent {
  const other = nameOf(mail, otherSide(mail.recipient))
  return {
    heading: `${other} does not agree`,
    subject: `${other} says they were at “${mail.booking.sessionTitle}”`,
    before: [
      `You reported that ${other} did not come, and ${other} does not agree. We’ll review it and email both of you.`,
    ],
    after: [],
    link: mail.pageUrl,
    button: 'Open the booking',
  }
}

function decided(mail: AfterSessionEmail): EmailContent {
  const { absent, outcome, byAdmin } = need(mail.noShow)
  const who = absent === mail.recipient ? 'you' : nameOf(mail, absent)
  const found = byAdmin ? 'We reviewed both sides and found that' : 'No one contested the report that'
  const paid = mail.booking.pricePence > 0
  if (outcome === 'present')
    return {
      heading: 'The session counts as held',
      subject: `“${mail.booking.sessionTitle}” counts as held`,
      before: [
        `${found} ${who} ${who === 'you' ? 'were' : 'was'} there, so the session counts as held and there’s no refund.`,
      ],
      after: [],
      link: mail.pageUrl,
      button: 'Open the booking',
    }
  return {
    heading: 'The session counts as missed',
    subject: `“${mail.booking.sessionTitle}” counts as missed`,
    before: [
      `${found} ${who} did not come.`,
      ...(paid ? [absent === 'mentor' ? everythingBack(mail) : nothingBack(mail)] : []),
    ],
    after: [],
    link: mail.pageUrl,
    button: 'Open the booking',
  }
}

const everythingBack = (mail: AfterSessionEmail) =>
  mail.recipient === 'mentee'
    ? 'You get a full refund to the card or account you paid with. Card refunds usually take five to ten working days to show.'
    : `${nameOf(mail, 'mentee')} gets a full refund.`

const nothingBack = (mail: AfterSessionEmail) =>
  mail.recipient === 'mentee'
    ? `There’s no refund, because ${nameOf(mail, 'mentor')} kept the time for you.`
    : 'You kept the time, so you’re paid as if the session was held.'

function nextSteps(mail: AfterSessionEmail): EmailContent {
  const { note, steps } = need(mail.completion)
  const mentor = nameOf(mail, 'mentor')
  const toDos = listToDos(mail)
  return {
    heading: steps.length > 0 ? 'Your next steps' : `Next steps from ${mentor}`,
    subject: `Next steps from ${mentor} after “${mail.booking.sessionTitle}”`,
    before: note ? note.split(/\n{2,}/) : [],
    facts: steps.map(({ text, dueOn }, index): [string, string] => [
      `Step ${index + 1}`,
      dueOn ? `${text} (by ${dateIn(new Date(`${dueOn}T12:00Z`), 'UTC')})` : text,
    ]),
    after: [
      ...(steps.length > 0 ? [`These are the next steps that ${mentor} suggests.`] : []),
      'You’ll find all of this on your booking’s page, where you can give feedback.',
    ],
    link: mail.pageUrl,
    button: 'Open the booking',
    ...(toDos && { attachments: [{ name: 'next-steps.ics', type: 'text/calendar; charset=utf-8', content: toDos }] }),
  }
}

/** The steps with a date, for a list of tasks; null without any. The address in them opens nothing by itself. */
function listToDos({ booking: { reference }, pageUrl, completion }: AfterSessionEmail): string | null {
  const { steps, notedAt } = need(completion)
  const { origin, host } = new URL(pageUrl)
  const toDos = steps.flatMap(({ text, dueOn }, index) => {
    const uid = `${reference}-step-${index + 1}@${host}`
    return dueOn ? [{ uid, title: text, dueOn, url: `${origin}/bookings/${reference}` }] : []
  })
  return toDos.length > 0 ? writeToDos(toDos, need(notedAt)) : null
}

function resolved(mail: AfterSessionEmail): EmailContent {
  const { side, refundPence, answer } = need(mail.problem)
  const whose = side === mail.recipient ? 'you' : nameOf(mail, side)
  const to = mail.recipient === 'mentee' ? 'to you' : `to ${nameOf(mail, 'mentee')}`
  return {
    heading: 'We reviewed the problem',
    subject: `About the problem with “${mail.booking.sessionTitle}”`,
    before: [
      `We reviewed the problem that ${whose} reported.`,
      ...(answer ? answer.split(/\n{2,}/) : []),
      refundPence > 0 ? `The refund is ${formatPence(refundPence)} ${to}.` : 'There’s no refund.',
    ],
    after:
      refundPence > 0 && mail.recipient === 'mentee'
        ? ['Card refunds usually take five to ten working days to show.']
        : [],
    link: mail.pageUrl,
    button: 'Open the booking',
  }
}

const nameOf = ({ booking }: AfterSessionEmail, side: Side) =>
  side === 'mentee' ? booking.menteeName : booking.mentorName

function need<Value>(value: Value | null): Value {
  if (value === null) throw new Error('An email lacks what it is about')
  return value
}
