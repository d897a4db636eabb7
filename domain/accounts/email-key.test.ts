import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { emailKey } from '#domain/accounts/email-key'

describe('emailKey', () => {
  it.each([
    ['Grace@Example.COM', 'grace@example.com'],
    ['grace+landfall@example.com', 'grace@example.com'],
    ['grace+a+b@example.com', 'grace@example.com'],
    ['g.r.a.c.e@gmail.com', 'grace@gmail.com'],
    ['Gra.ce+x@GoogleMail.com', 'grace@gmail.com'],
  ])('takes %s for %s', (address, key) => expect(emailKey(address)).toBe(key))

  it.each([
    ['g.race@example.com', 'grace@example.com'],
    ['grace@gmail.co', 'grace@gmail.com'],
    ['+grace@example.com', '+ada@example.com'],
    ['grace@example.com', 'grace@example.org'],
  ])('keeps %s apart from %s', (one, other) => expect(emailKey(one)).not.toBe(emailKey(other)))

  const locals = fc.stringMatching(/^[a-z0-9_-][a-z0-9_.-]{0,10}$/)
  const domains = fc.constantFrom('gmail.com', 'googlemail.com', 'example.com', 'mail.example.co.uk')

  test.prop([locals, fc.stringMatching(/^[a-z0-9.+]{0,8}$/), domains])(
    'is the same whatever follows a plus sign and however it is capitalised',
    (local, detail, domain) => {
      const key = emailKey(`${local}@${domain}`)
      expect(emailKey(`${local}+${detail}@${domain}`)).toBe(key)
      expect(emailKey(`${local}@${domain}`.toUpperCase())).toBe(key)
      expect(emailKey(key)).toBe(key)
    },
  )
})
