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

const NOT_YOU = 'If this was not you, do nothing: without the link nothing happens.'

function whatElseOpens({ passkeys, google }: NonNullable<AccountMail['others']> = { passkeys: 0, google: false }) {
  const ways = [
    ...(passkeys > 0 ? [passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`] : []),
    ...(google ? ['Google'] : []),
  ]
  return ways.length > 0
    ? [`What else opens your account: ${ways.join(' and ')}. If that is not yours, remove it.`]
    : []
}

const writers: Record<AccountMail['kind'], (mail: AccountMail, sender: Sender) => EmailContent> = {
  sign_up: ({ url }, { siteName }) => ({
    heading: 'Confirm your address',
    subject: `Confirm your address for ${siteName}`,
    before: [
      `You asked for an account at ${siteName} with this address. Open the link and type the password that you chose. It works once, for 24 hours.`,
    ],
    link: url,
    after: [NOT_YOU],
  }),
  has_account: ({ url, resetUrl }, { siteName }) => ({
    heading: 'You already have an account',
    subject: `You already have an account at ${siteName}`,
    before: ['Somebody, you perhaps, asked for an account with this address. It has one already: sign in here.'],
    link: url,
    after: [`If you do not know the password any more, set a new one: ${resetUrl}`, 'If this was not you, do nothing.'],
  }),
  reset: ({ url }, { siteName }) => ({
    heading: 'Set a new password',
    subject: `Set a new password for ${siteName}`,
    before: ['Open the link to set a new password. It works once, for an hour. You are signed out everywhere then.'],
    link: url,
    after: [NOT_YOU],
  }),
  new_email: ({ url }, { siteName }) => ({
    heading: 'Confirm your new address',
    subject: `Confirm your new address for ${siteName}`,
    before: [
      `Open the link and type your password: from then on your account at ${siteName} has this address. It works once, for 24 hours.`,
    ],
    link: url,
    after: [NOT_YOU],
  }),
  reopen: ({ url }, { siteName, support }) => ({
    heading: 'Your account is closed',
    subject: `Your account at ${siteName} is closed`,
    before: [
      `Your account is closed, and you are signed out everywhere. In ${REOPEN_DAYS} days we erase it with your name, address, phone and what you wrote. Until then this link reopens it.`,
      'Sessions that were cancelled stay cancelled. What is owed to you goes back in any case.',
    ],
    link: url,
    after: [`If you did not close it, reopen it now, set a new password and write to ${support}.`],
  }),
  password_changed: ({ resetUrl, others }, { siteName }) => ({
    heading: 'Your password was changed',
    subject: `Your password for ${siteName} was changed`,
    before: ['Your password was changed, and other devices were signed out.', ...whatElseOpens(others)],
    after: [`If this was not you, set a new one now: ${resetUrl}`],
  }),
  email_changing: (_mail, { siteName, support }) => ({
    heading: 'Your account is to have another address',
    subject: `Your account at ${siteName} is to have another address`,
    before: [
      'Somebody who is signed in to your account and knows its password asked to change its address. It changes when the link that we sent to the new address is followed.',
    ],
    after: [`If this was not you, change your password now and write to ${support}.`],
  }),
  email_changed: (_mail, { siteName, support }) => ({
    heading: 'Your account has another address',
    subject: `Your account at ${siteName} has another address`,
    before: ['The address of your account was changed. Sign in with the new one from now on.'],
    after: [`If this was not you, write to ${support}.`],
  }),
  sign_in_attempts: ({ resetUrl }, { siteName }) => ({
    heading: 'Somebody is trying to sign in',
    subject: `Somebody is trying to sign in to your account at ${siteName}`,
    before: [
      'More than ten tries were made within a quarter of an hour, with wrong passwords. Nobody got in by them. We have made further ones slower.',
    ],
    after: [
      'If it was you, wait a little, or set a new password. If not, a long password that you use nowhere else keeps them out; a passkey or a second step does so for good.',
      `A new password: ${resetUrl}`,
    ],
  }),
  code_attempts: ({ resetUrl }, { siteName }) => ({
    heading: 'Wrong codes were typed',
    subject: `Wrong codes were typed for your account at ${siteName}`,
    before: [
      'Somebody typed your password, which was right, and then five codes of the second step, which were wrong. Nobody got in by them. After ten, codes of the app are not taken from there for a quarter of an hour; backup codes and passkeys are.',
    ],
    after: [
      'If it was you, see that the clock of your phone is right, or use a backup code. If not, somebody knows your password: set a new one now.',
      `A new password: ${resetUrl}`,
    ],
  }),
  password_attempts: ({ resetUrl }, { siteName, support }) => ({
    heading: 'Somebody is guessing your password',
    subject: `Somebody is guessing your password at ${siteName}`,
    before: [
      'In a browser that is signed in to your account, a wrong password was typed five times where yours is asked for again. Nothing was changed by it. After ten, that browser is signed out.',
    ],
    after: [
      `If it was you and you do not know it any more, set a new one. If not, somebody uses your account: set a new password now, which signs everybody out, and write to ${support}.`,
      `A new password: ${resetUrl}`,
    ],
  }),
  sign_in_changed: ({ resetUrl }, { siteName }) => ({
    heading: 'How you sign in was changed',
    subject: `How you sign in to ${siteName} was changed`,
    before: ['A passkey or the second step of your account was added or removed.'],
    after: [
      `If this was not you, set a new password now: ${resetUrl} A passkey or a second step that is not yours stays until you remove it under Security in your account.`,
    ],
  }),
  became_admin: (_mail, { siteName, support }) => ({
    heading: 'You are an admin now',
    subject: `You are an admin of ${siteName}`,
    before: ['Your account may run the site from now on. Sign in again, and set up a second step.'],
    after: [`If you did not expect this, write to ${support}.`],
  }),
}

export function accountEmail(mail: AccountMail, sender: Sender): EmailContent {
  return writers[mail.kind](mail, sender)
}
