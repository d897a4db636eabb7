/** The email with a verification code. Its recipient may not have requested it, so it contains no typed text. */
import { CODE_MINUTES, type AddressCheck } from '#domain/mentors/checks'
import * as m from '#messages/emails'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

export function checkEmail(
  { kind, code, link }: { kind: AddressCheck; code: string; link: string },
  { siteName }: Sender,
): EmailContent {
  return {
    heading: m.codeHeading(),
    subject: m.codeSubject({ code, siteName }),
    before: [m.codeIntro({ siteName, isUniversity: kind === 'university_address', minutes: CODE_MINUTES })],
    facts: [[m.code(), code]],
    link,
    button: m.enterCode(),
    after: [m.codeNotYou()],
  }
}
