/** The email with a link to claim a record. Its recipient may never have heard of this site. */
import { CLAIM_DAYS } from '#domain/mentors/import/claim'
import * as m from '#messages/emails'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

export function claimEmail({ url }: { url: string }, { siteName, support }: Sender): EmailContent {
  return {
    heading: m.claimHeading(),
    subject: m.claimSubject({ siteName }),
    before: [m.claimIntro({ siteName }), m.claimLink({ days: CLAIM_DAYS })],
    link: url,
    after: [m.claimNotYou({ support })],
  }
}
