/** Waiting for a mentor in words: asking to be told, and what the mailed link leads to. Server side. */
import { plural } from '#domain/quantities'
import { WAITING_DAYS } from '#domain/waiting-list'
import type { App } from '#server/context'
import { readSoonest } from '#server/bookings/availability/slots'
import type { AskRefusal } from '#server/bookings/waiting-list/ask-to-be-told'
import { findAwaitedMentor } from '#server/bookings/waiting-list/awaited-queries'
import { findMentor } from '#server/mentors/queries'
import type { AskAnswer, AskResult, AskView } from '../../ui/waiting-list/ask-page.tsx'
import type { WaitingView } from '../../ui/waiting-list/waiting-page.tsx'
import type { RequestWords } from '../waiting-list/request-words.ts'

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

/** What the mailed link of somebody who waits for this mentor leads to. Null if the mentor is gone. */
export async function wordsOfMentorRequest(
  app: App,
  mentorId: string,
  words: RequestWords,
): Promise<WaitingView | null> {
  const mentor = await findAwaitedMentor(app.db, mentorId)
  if (!mentor) return null
  const { mentorName: name, mentorSlug: slug } = mentor
  const { state, full, until, note } = words
  const isFree = mentor.mentorStatus === 'accepted' && (await readSoonest(app, slug)) !== null
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
