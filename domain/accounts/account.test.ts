import { describe, expect, it } from 'vitest'
import { ATTEMPTS, isAppCode, roleOf, sessionEnd, sessionLives, waitSeconds } from '#domain/accounts/account'
import { minutesAfter } from '#domain/time/wall-time'

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
const OPENED = new Date('2030-01-07T09:00:00Z')
const after = (minutes: number) => minutesAfter(OPENED, minutes)

it.each([
  [{ role: 'member', mentorId: null }, 'member'],
  [{ role: 'member', mentorId: 'ada' }, 'mentor'],
  [{ role: 'admin', mentorId: 'ada' }, 'admin'],
] as const)('the role of %o is %s', (account, role) => {
  expect(roleOf(account)).toBe(role)
})

describe('a session', () => {
  it.each([
    ['member', 14 * DAY_MINUTES, 30 * DAY_MINUTES],
    ['mentor', 14 * DAY_MINUTES, 30 * DAY_MINUTES],
    ['admin', 8 * HOUR_MINUTES, 8 * HOUR_MINUTES],
  ] as const)('of a %s ends %d minutes after it was last used, and %d after it was opened', (role, idle, most) => {
    expect(sessionEnd(role, OPENED, OPENED)).toEqual(after(idle))
    expect(sessionEnd(role, OPENED, after(1))).toEqual(after(Math.min(idle + 1, most)))
    expect(sessionEnd(role, OPENED, after(most - 1))).toEqual(after(most))
  })

  it('counts until the instant at which it ends, by the role that its owner has now', () => {
    const session = { createdAt: OPENED, expiresAt: after(14 * DAY_MINUTES) }
    const justBefore = (minutes: number) => new Date(after(minutes).getTime() - 1)
    expect(sessionLives(session, 'member', justBefore(14 * DAY_MINUTES))).toBe(true)
    expect(sessionLives(session, 'member', after(14 * DAY_MINUTES))).toBe(false)
    expect(sessionLives(session, 'admin', justBefore(8 * HOUR_MINUTES))).toBe(true)
    expect(sessionLives(session, 'admin', after(8 * HOUR_MINUTES))).toBe(false)
  })
})

it('the response to a password attempt is held back by a second more for each try too many, and by five at most', () => {
  const { max } = ATTEMPTS.account
  const tries = [0, 1, max, max + 1, max + 2, max + 5, max + 6, max + 1_000]
  expect(tries.map(waitSeconds)).toEqual([0, 0, 0, 1, 2, 5, 5, 5])
})

it.each([
  ['123456', true],
  [' 123 456 ', true],
  ['12345', false],
  ['1234567', false],
  ['１２３４５６', false],
  ['', false],
])('%j is a code of an authenticator app: %s', (typed, isCode) => {
  expect(isAppCode(typed)).toBe(isCode)
})
