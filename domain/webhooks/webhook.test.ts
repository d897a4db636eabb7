import { expect, it } from 'vitest'
import { isSuccess, nextAttemptAt } from '#domain/webhooks/webhook'

const now = new Date('2030-01-07T09:00:00Z')

it('nextAttemptAt waits 1 and 5 minutes, half an hour, 2, 6 and 12 hours, and then gives up', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => {
    const next = nextAttemptAt(attempts, now)
    return next && (next.getTime() - now.getTime()) / 60_000
  })
  expect(waits).toEqual([1, 5, 30, 120, 360, 720, null, null])
})

it('isSuccess accepts 2xx alone: a redirect is not followed, so nothing was received', () => {
  expect([100, 199, 200, 204, 299, 300, 301, 304, 400, 500].filter(isSuccess)).toEqual([200, 204, 299])
})
