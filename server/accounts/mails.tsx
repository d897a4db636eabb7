/** Emails about an account. The recipient may not have requested one, so each says what to do then. */
import { REOPEN_DAYS } from '#domain/accounts/account'
import * as m from '#messages/emails'
import type { EmailContent, Sender } from '../platform/mail/email.tsx'

export type AccountMail = {
  kind:
    | 'sign_up'
    | 'has_account'
    | 'reset'
    | 'new_email'
    | 'reopen'
    | 'password_changed'
    | 'email_changing'
    | 'email_changed'
    | 'sign_in_attempts'
    | 'sign_in_changed'
    | 'became_admin'
    | 'code_attempts'
    | 'password_attempts'
  /** What the link leads to. */
  url?: string
  /** Where a password is set anew. */
  resetUrl: string
  /** What else opens the account. */
  others?: { passkeys: number; google: boolean } | undefined
}

function whatElseOpens({ passkeys, google }: NonNullable<AccountMail['others']> = { passkeys: 0, google: false }) {
  if (passkeys === 0 && !google) return []
  const ways = google ? (passkeys > 0 ? 'other' : 'google') : 'passkeys'
  return [m.otherWaysIn({ ways, count: passkeys })]
}

const writers: Record<AccountMail['kind'], (mail: AccountMail, sender: Sender) => EmailContent> = {
  sign_up: ({ url }, { siteName }) => ({
    heading: m.signUpHeading(),
    subject: m.signUpSubject({ siteName }),
    before: [m.signUpIntro({ siteName })],
    link: url,
    after: [m.linkNotYou()],
  }),
  has_account: ({ url, resetUrl }, { siteName }) => ({
    heading: m.hasAccountHeading(),
    subject: m.hasAccountSubject({ siteName }),
    before: [m.hasAccountIntro()],
    link: url,
    after: [m.hasAccountForgot({ url: resetUrl }), m.notYou()],
  }),
  reset: ({ url }, { siteName }) => ({
    heading: m.resetHeading(),
    subject: m.resetSubject({ siteName }),
    before: [m.resetIntro()],
    link: url,
    after: [m.linkNotYou()],
  }),
  new_email: ({ url }, { siteName }) => ({
    heading: m.newEmailHeading(),
    subject: m.newEmailSubject({ siteName }),
    before: [m.newEmailIntro({ siteName })],
    link: url,
    after: [m.linkNotYou()],
  }),
  reopen: ({ url }, { siteName, support }) => ({
    heading: m.closedHeading(),
    subject: m.closedSubject({ siteName }),
    before: [m.closedIntro({ days: REOPEN_DAYS }), m.closedSessions()],
    link: url,
    after: [m.closedNotYou({ support })],
  }),
  password_changed: ({ resetUrl, others }, { siteName }) => ({
    heading: m.passwordChangedHeading(),
    subject: m.passwordChangedSubject({ siteName }),
    before: [m.passwordChangedIntro(), ...whatElseOpens(others)],
    after: [m.passwordChangedNotYou({ url: resetUrl })],
  }),
  email_changing: (_mail, { siteName, support }) => ({
    heading: m.emailChangingHeading(),
    subject: m.emailChangingSubject({ siteName }),
    before: [m.emailChangingIntro()],
    after: [m.notYouChangePassword({ support })],
  }),
  email_changed: (_mail, { siteName, support }) => ({
    heading: m.emailChangedHeading(),
    subject: m.emailChangedSubject({ siteName }),
    before: [m.emailChangedIntro()],
    after: [m.notYouWrite({ support })],
  }),
  sign_in_attempts: ({ resetUrl }, { siteName }) => ({
    heading: m.signInAttemptsHeading(),
    subject: m.signInAttemptsSubject({ siteName }),
    before: [m.signInAttemptsIntro()],
    after: [m.signInAttemptsAdvice(), m.newPasswordLink({ url: resetUrl })],
  }),
  code_attempts: ({ resetUrl }, { siteName }) => ({
    heading: m.codeAttemptsHeading(),
    subject: m.codeAttemptsSubject({ siteName }),
    before: [m.codeAttemptsIntro()],
    after: [m.codeAttemptsAdvice(), m.newPasswordLink({ url: resetUrl })],
  }),
  password_attempts: ({ resetUrl }, { siteName, support }) => ({
    heading: m.passwordAttemptsHeading(),
    subject: m.passwordAttemptsSubject({ siteName }),
    before: [m.passwordAttemptsIntro()],
    after: [m.passwordAttemptsAdvice({ support }), m.newPasswordLink({ url: resetUrl })],
  }),
  sign_in_changed: ({ resetUrl }, { siteName }) => ({
    heading: m.signInChangedHeading(),
    subject: m.signInChangedSubject({ siteName }),
    before: [m.signInChangedIntro()],
    after: [m.signInChangedNotYou({ url: resetUrl })],
  }),
  became_admin: (_mail, { siteName, support }) => ({
    heading: m.becameAdminHeading(),
    subject: m.becameAdminSubject({ siteName }),
    before: [m.becameAdminIntro()],
    after: [m.becameAdminUnexpected({ support })],
  }),
}

export function accountEmail(mail: AccountMail, sender: Sender): EmailContent {
  return writers[mail.kind](mail, sender)
}
