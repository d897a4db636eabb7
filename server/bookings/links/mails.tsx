/** The emails that bring a mentee the links to their bookings again. */
import * as m from '#messages/emails'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

/** `words`: as `words.ts` writes them. */
export type LinkedBooking = { reference: string; is: 'Session' | 'Cohort' | 'Package'; words: string; url: string }

const KINDS = { Session: m.session, Cohort: m.cohort, Package: m.packageLabel }

/** All bookings of an address, or the requested one. */
export function linksEmail(bookings: LinkedBooking[], { siteName }: Sender): EmailContent {
  const [only, ...others] = bookings
  if (!only) throw new Error('An email with links needs a booking')
  if (others.length === 0) {
    return {
      heading: m.linkHeading(),
      subject: m.linkSubject({ reference: only.reference }),
      before: [m.linkIntro({ siteName })],
      facts: [[KINDS[only.is](), only.words]],
      link: only.url,
      button: m.openBooking(),
      after: [m.linkNotRequested()],
    }
  }
  return {
    heading: m.linksHeading(),
    subject: m.linksSubject({ siteName }),
    before: [m.linksIntro({ siteName })],
    facts: bookings.map(({ words, url }) => [words, url]),
    after: [m.linksNotRequested()],
  }
}

/** The new link, after the earlier ones were ended. */
export function newLinkEmail({ reference, is, words, url }: LinkedBooking): EmailContent {
  return {
    heading: m.newLinkHeading(),
    subject: m.newLinkSubject({ reference }),
    before: [m.newLinkIntro()],
    facts: [[KINDS[is](), words]],
    link: url,
    button: m.openBooking(),
    after: [m.keepLinkPrivate()],
  }
}
