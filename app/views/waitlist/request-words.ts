/** Texts that all waitlists share: the form's result, and the pages behind the emailed link. */
import { WAITING_DAYS, type WaitingState } from '#domain/waitlist'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/bookings'
import { joinSentences } from '#words/lists'
import type { WaitingView } from '../../ui/waitlist/waitlist-page.tsx'

/** How a request stands. */
type RequestWords = {
  state: Exclude<WaitingState, 'over'>
  /** It could not be confirmed, since as many wait as may. */
  full: boolean
  /** The day on which it ends. */
  until: string
  /** Verified of the sender, and until when: "Sunday 3 March 2030"; null: within a week. */
  note: (day: string | null) => string
}

/** What is waited for: `time` with the mentor of this name, `seat` in the cohort of this title, `other` a cohort for a move. */
export type WaitlistThing = { kind: 'time' | 'seat' | 'other'; name: string; title: string; from: string; to: string }

const NO_NAMES = { name: '', title: '', from: '', to: '' }

export const timeWith = (name: string): WaitlistThing => ({ ...NO_NAMES, kind: 'time', name })
export const seatIn = (title: string): WaitlistThing => ({ ...NO_NAMES, kind: 'seat', title })
/** `from`, `to`: names of countries, as in a sentence. */
export const cohortFor = (crossing: { from: string; to: string }): WaitlistThing => ({
  ...NO_NAMES,
  kind: 'other',
  ...crossing,
})

/** What is waited for, in words. */
export type WaitlistWords = {
  /** The title of the page: "Join the waitlist?" */
  question: string
  thing: WaitlistThing
  /** "Ananya Rao had a time to book, which is gone by now. You can ask again on …" */
  gone: string
  /** What else to know before confirming: "Nothing is held or booked for you." */
  terms: string
  /** What else there is to say to who waits. */
  detail?: string
  /** Explains the order in which people are notified, if not all are at once. */
  turn?: string
  /** Where it is, while it is there. */
  way: { to: string; label: string } | null
  /** Where to ask again. */
  wayBack?: { to: string; label: string }
}

/** The pages behind emailed links of a waitlist. */
export function formatRequest({ state, full, until, note }: RequestWords, target: WaitlistWords): WaitingView {
  const { thing, terms, detail, way, turn } = target
  const promise = [m.oneEmailWhen(thing), ...(detail ? [detail] : [])]
  switch (state) {
    case 'unconfirmed':
      return {
        title: target.question,
        lead: way ? m.waitlistAvailable(thing) : joinSentences(...promise, terms),
        ...(full && { alert: joinSentences(m.waitlistFull(thing), m.waitlistTryAgain({ until })) }),
        confirm: m.joinWaitlist(),
        leave: m.deleteMyAddress(),
        note: note(until),
      }
    case 'waiting':
      return {
        title: m.onWaitlist(),
        lead: way ? joinSentences(m.waitlistJustNow(thing), turn ?? m.emailOnItsWay()) : joinSentences(...promise),
        ...(way && { way }),
        leave: m.leaveWaitlist(),
        note: note(until),
      }
    case 'notified': {
      const on = way ?? target.wayBack
      return {
        title: m.weNotifiedYou(),
        lead: way ? m.waitlistNotified(thing) : target.gone,
        ...(on && { way: on }),
        leave: m.deleteMyAddress(),
        note: note(null),
      }
    }
  }
}

/** The form's confirmation message. `confirmed`: without an email, since it is the address of the account. */
export function describeJoined(
  address: string,
  thing: WaitlistThing,
  confirmed: boolean,
): { title: string; lead: string } {
  const email = formatEmailAddress(address)
  return confirmed
    ? {
        title: m.onWaitlist(),
        lead: m.joinedWaitlist({ ...thing, email }),
      }
    : {
        title: m.checkEmail(),
        lead: m.waitlistLinkSent({ ...thing, email, days: WAITING_DAYS.unconfirmed }),
      }
}

/** How long a waitlist keeps an email address. */
export const keptUntil = (kind: 'time' | 'seat'): string => m.addressKeptUntil({ isSeat: kind === 'seat' })

/** As many wait as may. `instead`: what else helps today, a sentence. */
export const listIsFull = (thing: WaitlistThing, instead: string): { title: string; lead: string } => ({
  title: m.waitlistIsFull(),
  lead: joinSentences(m.waitlistFull(thing), m.addressNotKept(), instead),
})

export const tooManyTries = (retryAfter: number): string =>
  m.tooManyAttemptsRetry({ minutes: Math.ceil(retryAfter / 60) })
