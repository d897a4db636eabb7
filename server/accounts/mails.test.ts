import { describe, expect, it } from 'vitest'
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
const write = (kind: AccountMail['kind'], name = 'Ada Lovelace') =>
  renderEmail(accountEmail({ kind, url: linked.has(kind) ? url : undefined, resetUrl } as never, sender), name, sender)

describe.each(kinds)('the email about an account: %s', (kind) => {
  it('says what it is about, whom it is for, and what to do if they did not ask for it', () => {
    const { subject, text } = write(kind)
    expect(subject).toContain('Landfall')
    expect(subject.length).toBeLessThan(78)
    expect(text.split('\n\n')[0]).toBe('Hello Ada Lovelace,')
    expect(text).toMatch(/If this (was|wasn’t) you|If you didn’t expect this/)
    expect(text).toContain('help@landfall.test')
    expect(text).not.toMatch(/undefined|null|NaN|\[object/)
  })

  it('says the same in its text and its HTML', () => {
    const { text, html } = write(kind)
    const words = (from: string) => from.replaceAll(/<style[\s\S]*?<\/style>|<title>.*?<\/title>|<[^>]+>/g, ' ')
    const plain = words(html)
      .replaceAll(/&#x27;|&#39;/g, "'")
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ')
    for (const line of text.split('\n\n')) expect(plain).toContain(line.replaceAll(/\s+/g, ' '))
  })

  it('links only to this site', () => {
    const { text, html } = write(kind)
    const addresses = [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<)]+/g)].map(
      ([address]) => new URL(address).origin,
    )
    expect(new Set(addresses)).toEqual(new Set(addresses.length ? ['https://landfall.test'] : []))
    expect(html.match(/href="/g)?.length ?? 0).toBe(linked.has(kind) ? 1 : 0)
  })

  it('treats a name as text, whatever it contains, and keeps it out of the subject', () => {
    const { subject, html } = write(kind, '<img src=x onerror=alert(1)>\r\nBcc: all@evil.test')
    expect(html).not.toContain('<img')
    expect(subject).toBe(write(kind).subject)
    expect(subject).not.toMatch(/[\r\n]/)
  })
})

it('an email about an account has no greeting if the name is unknown', () => {
  expect(write('sign_up', '').text.split('\n\n')[0]).toBe('Hello,')
})
