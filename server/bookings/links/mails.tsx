/** The emails that bring a mentee the links to their bookings again. */
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

/** `words`: as `words.ts` writes them. */
export type LinkedBooking = { reference: string; is: 'Session' | 'Cohort'; words: string; url: string }

const DO_NOTHING =
  'If you didn’t request this, you don’t need to do anything. Only people who can read this email have the'

/** All bookings of an address, or the requested one. */
export function linksEmail(bookings: LinkedBooking[], { siteName }: Sender): EmailContent {
  const [only, ...others] = bookings
  if (!only) throw new Error('An email with links needs a booking')
  if (others.length === 0) {
    return {
      heading: 'The link to your booking',
      subject: `The link to your booking ${only.reference}`,
      before: [`Someone requested the link to this booking at ${siteName}. It opens the booking without a password.`],
      facts: [[only.is, only.words]],
      link: only.url,
      button: 'Open the booking',
      after: [`${DO_NOTHING} link.`],
    }
  }
  return {
    heading: 'The links to your bookings',
    subject: `The links to your bookings at ${siteName}`,
    before: [`Someone requested the links to these bookings at ${siteName}. Each opens a booking without a password.`],
    facts: bookings.map(({ words, url }) => [words, url]),
    after: [`${DO_NOTHING} links.`],
  }
}

/** The new link, after the earlier ones were ended. */
export function newLinkEmail({ reference, is, words, url }: LinkedBooking): EmailContent {
  return {
    heading: 'A new link to your booking',
    subject: `A new link to your booking ${reference}`,
    before: ['All earlier links to this booking were reset, as requested on its page. Only this link opens it now.'],
    facts: [[is, words]],
    link: url,
    button: 'Open the booking',
    after: ['Keep it private: anyone with the link can open the booking.'],
  }
}
