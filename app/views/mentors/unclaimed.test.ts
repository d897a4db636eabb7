import { expect, it } from 'vitest'
import { formatLink } from './unclaimed.ts'

const at = (day: number) => new Date(Date.UTC(2030, 0, day, 12))
const MAILED = {
  linkEmail: 'ada@example.com',
  linkMadeAt: at(7),
  linkExpiresAt: at(21),
  mailState: 'sent',
  mailStateSince: at(7),
} as const
const words = (link: Partial<Parameters<typeof formatLink>[0]>, now = at(8)) =>
  formatLink({ ...MAILED, ...link }, 'UTC', now)

it('says of an imported record whether a claim link was sent, and when it ends', () => {
  const handedOver = { linkEmail: null, mailState: null, mailStateSince: null }
  expect(words({})).toBe('Emailed to ada@example.com on 7 January 2030, works until 21 January 2030')
  expect(words({ mailState: 'waiting' })).toBe('On its way to ada@example.com, works until 21 January 2030')
  expect(words({ mailState: 'bounced' })).toBe('Could not be emailed to ada@example.com')
  expect(words(handedOver)).toBe('Created on 7 January 2030, works until 21 January 2030')
  expect(words({}, at(21))).toBe('The link emailed to ada@example.com expired on 21 January 2030')
  expect(words(handedOver, at(22))).toBe('The link expired on 21 January 2030')
  expect(words({ ...handedOver, linkMadeAt: null, linkExpiresAt: null })).toBe('No claim link')
})
