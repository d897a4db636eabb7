/** Texts that all waitlists share: the form's result, and the pages behind the emailed link. */
import { WAITING_DAYS, type WaitingState } from '#domain/waitlist'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/bookings'
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

/** What is waited for, in words. */
export type WaitlistWords = {
  /** The title of the page: "Join the waitlist?" */
  question: string
  /** "Ananya Rao has a time to book", as in "You get one email when …". */
  event: string
  /** The same as something that is: "A cohort from India to France is open". */
  present: string
  /** "Ananya Rao had a time to book, which is gone by now. You can ask again on …" */
  gone: string
  /** What else to know before confirming: "Nothing is held or booked for you." */
  terms: string
  /** What else there is to say to who waits. */
  detail?: string
  /** Explains the order in which people are notified, if not all are at once. */
  turn?: string
  /** "Ananya Rao": as many as may wait for it. */
  thing: string
  /** Where it is, while it is there. */
  way: { to: string; label: string } | null
  /** Where to ask again. */
  wayBack?: { to: string; label: string }
}

const crowd = (thing: string) => m.waitlistFull({ thing })

/** The pages behind emailed links of a waitlist. */
export function formatRequest({ state, full, until, note }: RequestWords, target: WaitlistWords): WaitingView {
  const { event, present, terms, detail, way, turn } = target
  const promise = [m.oneEmailWhen({ event }), ...(detail ? [detail] : [])]
  const said = (...sentences: string[]) => sentences.join(' ')
  switch (state) {
    case 'unconfirmed':
      return {
        title: target.question,
        lead: way ? said(m.waitlistAvailable({ present, isInTurn: Boolean(turn) })) : said(...promise, terms),
        ...(full && {
          alert: m.waitlistTryAgain({ isFull: crowd(target.thing), until }),
        }),
        confirm: m.joinWaitlist(),
        leave: m.deleteMyAddress(),
        note: note(until),
      }
    case 'waiting':
      return {
        title: m.onWaitlist(),
        lead: way ? said(m.waitlistJustNow({ present }), turn ?? m.emailOnItsWay()) : said(...promise),
        ...(way && { way }),
        leave: m.leaveWaitlist(),
        note: note(until),
      }
    case 'notified': {
      const on = way ?? target.wayBack
      return {
        title: m.weNotifiedYou(),
        lead: way ? m.waitlistNotified({ present }) : target.gone,
        ...(on && { way: on }),
        leave: m.deleteMyAddress(),
        note: note(null),
      }
    }
  }
}

/** The form's confirmation message. `event`: as above. `confirmed`: without an email, since it is the address of the account. */
export function describeJoined(email: string, event: string, confirmed: boolean): { title: string; lead: string } {
  return confirmed
    ? {
        title: m.onWaitlist(),
        lead: m.joinedWaitlist({ email: formatEmailAddress(email), event }),
      }
    : {
        title: m.checkEmail(),
        lead: m.waitlistLinkSent({ email: formatEmailAddress(email), event, days: WAITING_DAYS.unconfirmed }),
      }
}

/** What becomes of the address. `longest`: "for half a year at most". */
export const keptUntil = (longest: string): string => m.addressKeptUntil({ longest })

/** As many wait as may. `instead`: what else helps today. */
export const listIsFull = (thing: string, instead: string): { title: string; lead: string } => ({
  title: m.waitlistIsFull(),
  lead: m.addressNotKept({ isFull: crowd(thing), instead }),
})

export const tooManyTries = (retryAfter: number): string =>
  m.tooManyAttemptsRetry({ minutes: Math.ceil(retryAfter / 60) })
