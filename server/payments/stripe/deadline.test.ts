import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import { callStripe, withDeadline } from '#server/payments/stripe/timeout'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const silence = () => new Promise<never>(() => {})

it('a request waits eight seconds in total for all its calls to the payment service', async () => {
  const ends: unknown[] = []
  const late = vi.fn<() => Promise<never>>(silence)
  const request = withDeadline(async () => {
    const first = await callStripe(silence).catch((error: unknown) => error)
    ends.push(first, await callStripe(late).catch((error: unknown) => error))
  })
  await vi.advanceTimersByTimeAsync(7_999)
  expect(ends).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await request
  expect(ends).toEqual([expect.any(PaymentsUnavailable), expect.any(PaymentsUnavailable)])
  expect(late).not.toHaveBeenCalled() // No time is left for a second call.
})

it('each request has its own deadline', async () => {
  const ends: string[] = []
  const begin = (name: string) => withDeadline(() => callStripe(silence).catch(() => ends.push(name)))
  const first = begin('first')
  await vi.advanceTimersByTimeAsync(5_000)
  const second = begin('second')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(ends).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(5_000)
  await Promise.all([first, second])
  expect(ends).toEqual(['first', 'second'])
})

it('a job has no deadline', async () => {
  let isOver = false
  void callStripe(silence).finally(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isOver).toBe(false)
})
