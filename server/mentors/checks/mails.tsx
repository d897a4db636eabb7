/** The mail with a code. Whoever reads it may have asked for nothing, and nothing in it was typed by anybody. */
import { CODE_MINUTES, type AddressCheck } from '#domain/mentors/checks'
import type { Letter, Sender } from '../../platform/mail/email.tsx'

const OF = { university_address: 'university', work_address: 'work' } as const

export function checkEmail(
  { kind, code, link }: { kind: AddressCheck; code: string; link: string },
  { siteName }: Sender,
): Letter {
  return {
    heading: 'Your code',
    subject: `${code} is your code for ${siteName}`,
    before: [
      `Somebody who is or wants to be a mentor at ${siteName} named this as their ${OF[kind]} address. If that is you, enter the code there within ${CODE_MINUTES} minutes.`,
    ],
    facts: [['Code', code]],
    link,
    button: 'Enter the code',
    after: [
      'If this was not you, do nothing: without the code nothing happens. We will not write to you again about it.',
    ],
  }
}
