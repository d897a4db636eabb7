/** The emails about what happens around a session: a no-show, next steps, a problem that was resolved. */
import { writeToDos } from '#domain/bookings/calendar-entry'
import { contestEndsAt, otherSide, type Side } from '#domain/bookings/after-session'
import { clocksFor } from '#server/bookings/clocks'
import type { MinorUnits } from '#domain/payments/money'
import * as m from '#messages/emails'
import { momentIn } from '#words/moments'
import { formatMoney } from '#words/prices'
import { dateOfKey } from '#words/time'
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
    pricePence: MinorUnits
    currency: string
    /** Null unless it was paid with a package. */
    packageId?: string | null
  }
  /** The booking's page, as the recipient opens it. */
  pageUrl: string
  noShow: { absent: Side; reportedAt: Date; outcome: 'absent' | 'present' | null; byAdmin: boolean } | null
  completion: { note: string; notedAt: Date | null; steps: { text: string; dueOn: string | null }[] } | null
  problem: { side: Side; refundPence: MinorUnits; answer: string } | null
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
  const otherwise = recipient === 'mentor' ? m.noShowRefund({ name: other }) : m.noShowNoRefund({ name: other })
  return {
    heading: m.noShowHeading(),
    subject: m.noShowSubject({ name: other, title: booking.sessionTitle }),
    before: [m.noShowIntro({ name: other, until }), otherwise],
    after: [],
    link: mail.pageUrl,
    button: m.openBooking(),
  }
}

function contested(mail: AfterSessionEmail): EmailContent {
  const other = nameOf(mail, otherSide(mail.recipient))
  return {
    heading: m.contestedHeading({ name: other }),
    subject: m.contestedSubject({ name: other, title: mail.booking.sessionTitle }),
    before: [m.contestedIntro({ name: other })],
    after: [],
    link: mail.pageUrl,
    button: m.openBooking(),
  }
}

function decided(mail: AfterSessionEmail): EmailContent {
  const { absent, outcome, byAdmin } = need(mail.noShow)
  const found = { reviewed: byAdmin, isYou: absent === mail.recipient, name: nameOf(mail, absent) }
  const paid = mail.booking.pricePence > 0
  if (outcome === 'present')
    return {
      heading: m.heldHeading(),
      subject: m.heldSubject({ title: mail.booking.sessionTitle }),
      before: [m.heldBecause(found)],
      after: [],
      link: mail.pageUrl,
      button: m.openBooking(),
    }
  return {
    heading: m.missedHeading(),
    subject: m.missedSubject({ title: mail.booking.sessionTitle }),
    before: [m.missedBecause(found), ...(paid ? [absent === 'mentor' ? everythingBack(mail) : nothingBack(mail)] : [])],
    after: [],
    link: mail.pageUrl,
    button: m.openBooking(),
  }
}

const creditBack = (mail: AfterSessionEmail) =>
  mail.recipient === 'mentee' ? m.missedCreditReturned() : m.missedCreditReturnedOther({ name: nameOf(mail, 'mentee') })

const everythingBack = (mail: AfterSessionEmail) => (mail.booking.packageId ? creditBack(mail) : moneyBack(mail))

const moneyBack = (mail: AfterSessionEmail) =>
  mail.recipient === 'mentee' ? m.missedFullRefund() : m.missedRefundsOther({ name: nameOf(mail, 'mentee') })

const nothingBack = (mail: AfterSessionEmail) =>
  mail.recipient === 'mentee' ? m.missedNoRefund({ name: nameOf(mail, 'mentor') }) : m.missedPaidMentor()

function nextSteps(mail: AfterSessionEmail): EmailContent {
  const { note, steps } = need(mail.completion)
  const mentor = nameOf(mail, 'mentor')
  const toDos = listToDos(mail)
  return {
    heading: steps.length > 0 ? m.nextStepsHeading() : m.nextStepsFrom({ name: mentor }),
    subject: m.nextStepsSubject({ name: mentor, title: mail.booking.sessionTitle }),
    before: note ? note.split(/\n{2,}/) : [],
    facts: steps.map(({ text, dueOn }, index): [string, string] => [
      m.step({ number: index + 1 }),
      dueOn ? m.stepBy({ step: text, date: dateOfKey(dueOn) }) : text,
    ]),
    after: [...(steps.length > 0 ? [m.nextStepsSuggested({ name: mentor })] : []), m.nextStepsOnPage()],
    link: mail.pageUrl,
    button: m.openBooking(),
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
  return {
    heading: m.problemHeading(),
    subject: m.problemSubject({ title: mail.booking.sessionTitle }),
    before: [
      m.problemIntro({ isYou: side === mail.recipient, name: nameOf(mail, side) }),
      ...(answer ? answer.split(/\n{2,}/) : []),
      refundPence > 0
        ? mail.booking.packageId
          ? creditBack(mail)
          : m.problemRefund({
              amount: formatMoney(refundPence, mail.booking.currency),
              isYou: mail.recipient === 'mentee',
              name: nameOf(mail, 'mentee'),
            })
        : m.noRefund(),
    ],
    after: refundPence > 0 && mail.recipient === 'mentee' && !mail.booking.packageId ? [m.cardRefundDays()] : [],
    link: mail.pageUrl,
    button: m.openBooking(),
  }
}

const nameOf = ({ booking }: AfterSessionEmail, side: Side) =>
  side === 'mentee' ? booking.menteeName : booking.mentorName

function need<Value>(value: Value | null): Value {
  if (value === null) throw new Error('An email lacks what it is about')
  return value
}
