/** Texts that all waitlists share: the form's result, and the pages behind the emailed link. */
import { plural } from '#domain/quantities'
import { WAITING_DAYS, type WaitingState } from '#domain/waitlist'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import type { WaitingView } from '../../ui/waitlist/waitlist-page.tsx'

/** How a request stands. */
type RequestWords = {
  state: Exclude<WaitingState, 'over'>
  /** It could not be confirmed, since as many wait as may. */
  full: boolean
  /** The day on which it ends. */
  until: string
  /** Verified of the sender, and until when: "on Sunday 3 March 2030". */
  note: (when: string) => string
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

const crowd = (thing: string) => `The waitlist for ${thing} is full.`

/** The pages behind emailed links of a waitlist. */
export function formatRequest({ state, full, until, note }: RequestWords, target: WaitlistWords): WaitingView {
  const { event, present, terms, detail, way, turn } = target
  const promise = [`You get one email when ${event}.`, ...(detail ? [detail] : [])]
  const said = (...sentences: string[]) => sentences.join(' ')
  switch (state) {
    case 'unconfirmed':
      return {
        title: target.question,
        lead: way
          ? said(
              `${present} right now. Press the button, and we’ll email you the link${turn ? ' when it’s your turn' : ''}.`,
            )
          : said(...promise, terms),
        ...(full && {
          alert: `${crowd(target.thing)} Try again in a few days: the link works until ${until}.`,
        }),
        confirm: 'Join waitlist',
        leave: 'Delete my address',
        note: note(`on ${until}`),
      }
    case 'waiting':
      return {
        title: 'You’re on the waitlist',
        lead: way ? said(`${present} just now.`, turn ?? 'Your email is on its way.') : said(...promise),
        ...(way && { way }),
        leave: 'Leave the waitlist',
        note: note(`on ${until}`),
      }
    case 'notified': {
      const on = way ?? target.wayBack
      return {
        title: 'We’ve notified you',
        lead: way ? `${present}. We’ve sent your email.` : target.gone,
        ...(on && { way: on }),
        leave: 'Delete my address',
        note: note('within a week'),
      }
    }
  }
}

/** The form's confirmation message. `event`: as above. `confirmed`: without an email, since it is the address of the account. */
export function describeJoined(email: string, event: string, confirmed: boolean): { title: string; lead: string } {
  return confirmed
    ? {
        title: 'You’re on the waitlist',
        lead: `You get one email at ${formatEmailAddress(email)} when ${event}. It has a link to leave the waitlist.`,
      }
    : {
        title: 'Check your email',
        lead: `We have sent a link to ${formatEmailAddress(email)}. Open it and press the button to get one email when ${event}. The link works for ${plural(WAITING_DAYS.unconfirmed, 'day')}. Nothing after a few minutes? Check your spam folder and the address.`,
      }
}

/** What becomes of the address. `longest`: "for half a year at most". */
export const keptUntil = (longest: string): string =>
  `We keep your address until we notify you, ${longest}, and use it for nothing else. Each email has a link that deletes it.`

/** As many wait as may. `instead`: what else helps today. */
export const listIsFull = (thing: string, instead: string): { title: string; lead: string } => ({
  title: 'The waitlist is full',
  lead: `${crowd(thing)} We didn’t keep your address. ${instead}`,
})

export const tooManyTries = (retryAfter: number): string =>
  `Too many attempts. Try again in ${plural(Math.ceil(retryAfter / 60), 'minute')}.`
