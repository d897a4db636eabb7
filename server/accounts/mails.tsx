/** Emails about an account. The recipient may not have requested one, so each says what to do then. */
import { REOPEN_DAYS } from '#domain/accounts/account'
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
  resetUrl?: string
  /** What else opens the account. */
  others?: { passkeys: number; google: boolean } | undefined
}

const NOT_YOU = 'If this wasn’t you, ignore this email. Nothing happens without the link.'

function whatElseOpens({ passkeys, google }: NonNullable<AccountMail['others']> = { passkeys: 0, google: false }) {
  const ways = [
    ...(passkeys > 0 ? [passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`] : []),
    ...(google ? ['Google'] : []),
  ]
  return ways.length > 0
    ? [`Other ways to sign in to your account: ${ways.join(' and ')}. Remove any that aren’t yours.`]
    : []
}

const writers: Record<AccountMail['kind'], (mail: AccountMail, sender: Sender) => EmailContent> = {
  sign_up: ({ url }, { siteName }) => ({
    heading: 'Confirm your address',
    subject: `Confirm your address for ${siteName}`,
    before: [
      `You requested an account at ${siteName} with this address. Open the link and enter the password that you chose. It works once, for 24 hours.`,
    ],
    link: url,
    after: [NOT_YOU],
  }),
  has_account: ({ url, resetUrl }, { siteName }) => ({
    heading: 'You already have an account',
    subject: `You already have an account at ${siteName}`,
    before: ['Someone, perhaps you, requested an account with this address. It already has one. Sign in here.'],
    link: url,
    after: [`Forgot your password? Set a new one: ${resetUrl}`, 'If this wasn’t you, ignore this email.'],
  }),
  reset: ({ url }, { siteName }) => ({
    heading: 'Set a new password',
    subject: `Set a new password for ${siteName}`,
    before: ['Open the link to set a new password. It works once, for an hour. You’ll be signed out everywhere.'],
    link: url,
    after: [NOT_YOU],
  }),
  new_email: ({ url }, { siteName }) => ({
    heading: 'Confirm your new address',
    subject: `Confirm your new address for ${siteName}`,
    before: [
      `Open the link and enter your password to use this address for your account at ${siteName}. The link works once, for 24 hours.`,
    ],
    link: url,
    after: [NOT_YOU],
  }),
  reopen: ({ url }, { siteName, support }) => ({
    heading: 'Your account is closed',
    subject: `Your account at ${siteName} is closed`,
    before: [
      `Your account is closed, and you’ve been signed out everywhere. In ${REOPEN_DAYS} days we delete it with your name, address, phone and everything you wrote. Until then you can reopen it with this link.`,
      'Cancelled sessions stay cancelled. You still get any refunds you’re owed.',
    ],
    link: url,
    after: [`If you didn’t close it, reopen it now, set a new password and write to ${support}.`],
  }),
  password_changed: ({ resetUrl, others }, { siteName }) => ({
    heading: 'Your password was changed',
    subject: `Your password for ${siteName} was changed`,
    before: ['Your password was changed, and other devices were signed out.', ...whatElseOpens(others)],
    after: [`If this wasn’t you, set a new one now: ${resetUrl}`],
  }),
  email_changing: (_mail, { siteName, support }) => ({
    heading: 'Confirm your email change',
    subject: `Email change requested for your account at ${siteName}`,
    before: [
      'Someone who is signed in to your account and knows its password wants to change its email address. It changes when the link we sent to the new address is opened.',
    ],
    after: [`If this wasn’t you, change your password now and write to ${support}.`],
  }),
  email_changed: (_mail, { siteName, support }) => ({
    heading: 'Your email address was changed',
    subject: `Your email address at ${siteName} was changed`,
    before: ['The email address of your account was changed. Sign in with the new one from now on.'],
    after: [`If this wasn’t you, write to ${support}.`],
  }),
  sign_in_attempts: ({ resetUrl }, { siteName }) => ({
    heading: 'Someone is trying to sign in',
    subject: `Someone is trying to sign in to your account at ${siteName}`,
    before: [
      'We saw more than ten attempts with wrong passwords within 15 minutes. None of them worked. We’ve slowed down further attempts.',
    ],
    after: [
      'If this was you, wait a little or set a new password. If not, use a long password that you use nowhere else. A passkey or second step protects you even better.',
      `A new password: ${resetUrl}`,
    ],
  }),
  code_attempts: ({ resetUrl }, { siteName }) => ({
    heading: 'Wrong codes entered',
    subject: `Wrong codes entered for your account at ${siteName}`,
    before: [
      'Someone entered your correct password, and then five wrong codes for the second step. None of them worked. After ten wrong codes, we block app codes from there for 15 minutes. Backup codes and passkeys still work.',
    ],
    after: [
      'If this was you, check that your phone’s clock is right, or use a backup code. If not, someone knows your password: set a new one now.',
      `A new password: ${resetUrl}`,
    ],
  }),
  password_attempts: ({ resetUrl }, { siteName, support }) => ({
    heading: 'Someone is guessing your password',
    subject: `Someone is guessing your password at ${siteName}`,
    before: [
      'In a browser signed in to your account, a wrong password was entered five times to confirm a change. Nothing was changed. After ten, we sign that browser out.',
    ],
    after: [
      `If this was you and you forgot your password, set a new one. If not, someone is using your account: set a new password now, which signs out every browser, and write to ${support}.`,
      `A new password: ${resetUrl}`,
    ],
  }),
  sign_in_changed: ({ resetUrl }, { siteName }) => ({
    heading: 'How you sign in was changed',
    subject: `How you sign in to ${siteName} was changed`,
    before: ['A passkey or the second step of your account was added or removed.'],
    after: [
      `If this wasn’t you, set a new password now: ${resetUrl} Then remove any passkey or second step that isn’t yours under Security in your account.`,
    ],
  }),
  became_admin: (_mail, { siteName, support }) => ({
    heading: 'You’re now an admin',
    subject: `You’re now an admin of ${siteName}`,
    before: ['Your account now has admin access. Sign in again and set up a second step.'],
    after: [`If you didn’t expect this, write to ${support}.`],
  }),
}

export function accountEmail(mail: AccountMail, sender: Sender): EmailContent {
  return writers[mail.kind](mail, sender)
}
