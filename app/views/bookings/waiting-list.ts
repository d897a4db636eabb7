/** The pages of the waiting list in words: asking to be told, and what the mailed link leads to. Server side. */
import { WAITING_DAYS, waitingEnd } from '#domain/waiting-list'
import { plural } from '#domain/quantities'
import { dateIn } from '#domain/time/clock'
import type { App } from '#server/context'
import { readSoonest } from '#server/bookings/availability/slots'
import { readWaiting, type AskRefusal } from '#server/waiting-list/waiting-list'
import { findMentor } from '#server/mentors/queries'
import type { AskAnswer, AskResult, AskView } from '../../ui/waiting-list/ask-page.tsx'
import type { WaitingView } from '../../ui/waiting-list/waiting-page.tsx'

type Mentor = { slug: string; name: string }

/** Null if no accepted mentor has this slug. `email`: the address of the signed-in person. */
export async function readAsk(app: App, slug: string, email: string): Promise<AskView | null> {
  const mentor = await findMentor(app.db, slug)
  if (!mentor) return null
  return {
    lead: `${mentor.name} has nothing to book at the moment. You get one mail as soon as there is a time. It is not held for you, and others who wait are told too.`,
    email,
    result: (await readSoonest(app, slug)) ? hasTimes(mentor) : null,
  }
}

function hasTimes({ slug, name }: Mentor): AskResult {
  const lead = `You need not wait: ${name} has free times now.`
  return { title: 'There is a time to book', lead, to: `/mentors/${slug}/book`, label: 'Book Now' }
}

/** `confirmed`: without a mail, since it is the address of the account. */
export function askedInWords({ slug, name }: Mentor, email: string, confirmed: boolean): AskResult {
  const way = { to: `/mentors/${slug}`, label: `${name}’s page` }
  return confirmed
    ? {
        ...way,
        title: 'You are on the list',
        lead: `You get one mail at ${email} when ${name} has a time to book. A link in it takes you off the list.`,
      }
    : {
        ...way,
        title: 'Check your email',
        lead: `We have sent a link to ${email}. Open it and press the button, and you get one mail when ${name} has a time to book. The link works for ${plural(WAITING_DAYS.unconfirmed, 'day')}. Nothing there after a few minutes? Look among unwanted mail, and whether the address is right.`,
      }
}

export function refusalInWords(refusal: AskRefusal, mentor: Mentor): Partial<AskAnswer> {
  switch (refusal.code) {
    case 'too_many': {
      const minutes = plural(Math.ceil(refusal.retryAfter / 60), 'minute')
      return { tooMany: `Too many tries. Wait ${minutes} and try again.` }
    }
    case 'has_times':
      return { result: hasTimes(mentor) }
    case 'full':
      return {
        result: {
          title: 'The list is full',
          lead: `As many people as we can tell already wait for ${mentor.name}. Your address is not kept. Perhaps another mentor made your move too.`,
          to: '/mentors',
          label: 'Find a Mentor',
        },
      }
  }
}

const FIND = { to: '/mentors', label: 'Find a Mentor' }

export const LEFT: WaitingView = {
  title: 'You are off the list',
  lead: 'Your address is deleted, and no mail of this list comes any more.',
  way: FIND,
}

export const OVER: WaitingView = {
  title: 'Nothing is left behind this link',
  lead: 'The address was taken off the list, or its time was over; or a part of the link was lost. Then copy all of it from the mail.',
  way: FIND,
}

/** The request that a mailed link opens; null for `OVER`. `full`: it could not be confirmed, since as many wait as may. */
export async function readWaitingView(app: App, link: string, full = false): Promise<WaitingView | null> {
  const found = await readWaiting(app, link)
  if (!found || found.state === 'over') return null
  const { request, state } = found
  const { mentorName: name, mentorSlug: slug } = request
  const isFree = request.mentorStatus === 'accepted' && (await readSoonest(app, slug)) !== null
  const until = dateIn(waitingEnd(request), request.timeZone ?? 'UTC')
  const note = (when: string) => `Your address: ${request.email}. It is deleted ${when} without your doing anything.`
  const way = isFree && { way: { to: `/mentors/${slug}/book`, label: 'See the free times' } }
  switch (state) {
    case 'unconfirmed':
      return {
        title: 'Tell you when there is a time?',
        lead: isFree
          ? `${name} has a time to book just now. Press the button, and we mail you the way there.`
          : `You get one mail when ${name} has a time to book. Nothing is held or booked for you.`,
        ...(full && {
          alert: `As many people as we can tell already wait for ${name}. Try again in some days: the link works until ${until}.`,
        }),
        confirm: 'Yes, tell me',
        leave: 'Delete my address',
        note: note(`on ${until}`),
      }
    case 'waiting':
      return {
        title: 'You are on the list',
        lead: isFree
          ? `${name} has a time to book just now. Your mail is on its way.`
          : `You get one mail when ${name} has a time to book.`,
        ...way,
        leave: 'Take me off the list',
        note: note(`on ${until}`),
      }
    case 'told':
      return {
        title: 'We have told you',
        lead: isFree
          ? `${name} has a time to book, and your one mail is on its way or there.`
          : `${name} had a time to book, which is gone by now. You can ask again on ${name}’s page.`,
        ...way,
        leave: 'Delete my address',
        note: note('within a week'),
      }
  }
}
