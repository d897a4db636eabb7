/** The email with a link to claim a record. Its recipient may never have heard of this site. */
import { CLAIM_DAYS } from '#domain/mentors/import/claim'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

export function claimEmail({ url }: { url: string }, { siteName, support }: Sender): EmailContent {
  return {
    heading: 'Is this page yours?',
    subject: `Your mentor page at ${siteName}`,
    before: [
      `What you wrote as a mentor was brought to ${siteName}, where mentors have their pages from now on. It is hidden until you say that it is yours.`,
      `Open the link and sign in, or make an account. It works once, for ${CLAIM_DAYS} days. You see everything before anything becomes public.`,
    ],
    link: url,
    after: [`If you are not this mentor, do nothing. If your record should be deleted, write to ${support}.`],
  }
}
