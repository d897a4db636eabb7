/** The email with a link to claim a record. Its recipient may never have heard of this site. */
import { CLAIM_DAYS } from '#domain/mentors/import/claim'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

export function claimEmail({ url }: { url: string }, { siteName, support }: Sender): EmailContent {
  return {
    heading: 'Is this page yours?',
    subject: `Your mentor page at ${siteName}`,
    before: [
      `Your mentor page has moved to ${siteName}. It’s hidden until you confirm that it’s yours.`,
      `Open the link and sign in, or create an account. It works once, for ${CLAIM_DAYS} days. You can check everything before it’s public.`,
    ],
    link: url,
    after: [`If this isn’t you, ignore this email. To delete your record, write to ${support}.`],
  }
}
