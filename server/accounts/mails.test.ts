import { expect, it } from 'vitest'
import { renderEmail } from '../platform/mail/email.tsx'
import { accountEmail, type AccountMail } from './mails.tsx'

const sender = { siteName: 'Landfall', support: 'help@landfall.test' }
const url = 'https://landfall.test/verify-email?token=abc'
const resetUrl = 'https://landfall.test/forgot-password'
const kinds: AccountMail['kind'][] = [
  'sign_up',
  'has_account',
  'reset',
  'new_email',
  'password_changed',
  'email_changing',
  'email_changed',
  'sign_in_attempts',
  'sign_in_changed',
  'became_admin',
  'code_attempts',
  'password_attempts',
]
const linked = new Set(['sign_up', 'has_account', 'reset', 'new_email'])
const write = (kind: AccountMail['kind']) => {
  const mail = { kind, url: linked.has(kind) ? url : undefined, resetUrl } as never
  return renderEmail(accountEmail(mail, sender), 'Ada Lovelace', sender)
}

it.each(kinds)(
  'the email “%s” says what it is about and what to do if they did not ask for it, and links only here',
  (kind) => {
    const { subject, text, html } = write(kind)
    expect(subject).toContain('Landfall')
    expect(subject.length).toBeLessThan(78)
    expect(text.split('\n\n')[0]).toBe('Hello Ada Lovelace,')
    expect(text).toMatch(/If this (was|wasn’t) you|If you didn’t expect this/)
    expect(text).toContain('help@landfall.test')
    expect(text).not.toMatch(/undefined|null|NaN|\[object/)
    const addresses = [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<)]+/g)].map(
      ([address]) => new URL(address).origin,
    )
    expect(new Set(addresses)).toEqual(new Set(addresses.length ? ['https://landfall.test'] : []))
    expect(html.match(/href="/g)?.length ?? 0).toBe(linked.has(kind) ? 1 : 0)
  },
)
