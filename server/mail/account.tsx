/** The mails about an account. Whoever reads one may have asked for nothing: each says what to do then. */
import { writeLetter, type Letter, type Sender } from './letter.tsx'

export type AccountMail = {
  kind:
    | 'sign_up'
    | 'has_account'
    | 'reset'
    | 'new_email'
    | 'password_changed'
    | 'email_changing'
    | 'email_changed'
    | 'sign_in_attempts'
    | 'sign_in_changed'
    | 'became_admin'
  /** What the link leads to. */
  url?: string
  /** Where a password is set anew. */
  resetUrl?: string
}

const NOT_YOU = 'If this was not you, do nothing: without the link nothing happens.'

const writers: Record<AccountMail['kind'], (mail: AccountMail, sender: Sender) => Letter> = {
  sign_up: ({ url }, { siteName }) => ({
    subject: `Confirm your address for ${siteName}`,
    before: [
      `You asked for an account at ${siteName} with this address. Open the link and type the password that you chose. It works once, for 24 hours.`,
    ],
    link: url,
    after: [NOT_YOU],
  }),
  has_account: ({ url, resetUrl }, { siteName }) => ({
    subject: `You already have an account at ${siteName}`,
    before: ['Somebody, you perhaps, asked for an account with this address. It has one already: sign in here.'],
    link: url,
    after: [`If you do not know the password any more, set a new one: ${resetUrl}`, 'If this was not you, do nothing.'],
  }),
  reset: ({ url }, { siteName }) => ({
    subject: `Set a new password for ${siteName}`,
    before: ['Open the link to set a new password. It works once, for an hour. You are signed out everywhere then.'],
    link: url,
    after: [NOT_YOU],
  }),
  new_email: ({ url }, { siteName }) => ({
    subject: `Confirm your new address for ${siteName}`,
    before: [
      `Open the link and type your password: from then on your account at ${siteName} has this address. It works once, for 24 hours.`,
    ],
    link: url,
    after: [NOT_YOU],
  }),
  password_changed: ({ resetUrl }, { siteName }) => ({
    subject: `Your password for ${siteName} was changed`,
    before: ['Your password was changed, and other devices were signed out.'],
    after: [`If this was not you, set a new one now: ${resetUrl}`],
  }),
  email_changing: (_mail, { siteName, support }) => ({
    subject: `Your account at ${siteName} is to have another address`,
    before: [
      'Somebody who is signed in to your account and knows its password asked to change its address. It changes when the link that we sent to the new address is followed.',
    ],
    after: [`If this was not you, change your password now and write to ${support}.`],
  }),
  email_changed: (_mail, { siteName, support }) => ({
    subject: `Your account at ${siteName} has another address`,
    before: ['The address of your account was changed. Sign in with the new one from now on.'],
    after: [`If this was not you, write to ${support}.`],
  }),
  sign_in_attempts: ({ resetUrl }, { siteName }) => ({
    subject: `Somebody is trying to sign in to your account at ${siteName}`,
    before: [
      'More than ten tries were made within a quarter of an hour, with wrong passwords. Nobody got in by them. We have made further ones slower.',
    ],
    after: [
      'If it was you, wait a little, or set a new password. If not, a long password that you use nowhere else keeps them out; a passkey or a second step does so for good.',
      `A new password: ${resetUrl}`,
    ],
  }),
  sign_in_changed: ({ resetUrl }, { siteName }) => ({
    subject: `How you sign in to ${siteName} was changed`,
    before: ['A passkey or the second step of your account was added or removed.'],
    after: [
      `If this was not you, set a new password now: ${resetUrl} A passkey or a second step that is not yours stays until you remove it under Security in your account.`,
    ],
  }),
  became_admin: (_mail, { siteName, support }) => ({
    subject: `You are an admin of ${siteName}`,
    before: ['Your account may run the site from now on. Sign in again, and set up a second step.'],
    after: [`If you did not expect this, write to ${support}.`],
  }),
}

/** Subject, plain text and HTML of a mail. `name` empty: not known. */
export function writeAccountMail(mail: AccountMail & { to: { name: string } }, sender: Sender) {
  return writeLetter(writers[mail.kind](mail, sender), mail.to.name, sender)
}
