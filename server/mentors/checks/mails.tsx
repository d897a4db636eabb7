/** The email with a verification code. Its recipient may not have requested it, so it contains no typed text. */
import { CODE_MINUTES, type AddressCheck } from '#domain/mentors/checks'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

const OF = { university_address: 'university', work_address: 'work' } as const

export function checkEmail(
  { kind, code, link }: { kind: AddressCheck; code: string; link: string },
  { siteName }: Sender,
): EmailContent {
  return {
    heading: 'Your code',
    subject: `${code} is your code for ${siteName}`,
    before: [
      `A mentor or applicant at ${siteName} gave this as their ${OF[kind]} address. If that’s you, enter the code there within ${CODE_MINUTES} minutes.`,
    ],
    facts: [['Code', code]],
    link,
    button: 'Enter the code',
    after: [
      'If this wasn’t you, ignore this email. Nothing happens without the code, and we won’t email you about it again.',
    ],
  }
}
