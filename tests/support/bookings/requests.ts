/** Requests to the JSON API: a valid body, and what a problem response must look like. */
import { expect } from 'vitest'
import type { BookingRequest } from '#domain/bookings/booking'
import { addMentor, type TestApp } from '../product/app.ts'

/** Tuesday 8 January 2030, 14:30 on the clock of a mentor in Kolkata. */
export const TUESDAY = '2030-01-08T09:00:00.000Z'

/** A complete body of `POST /create-checkout-session`: Tuesday at 14:30 in the mentor's zone. */
export function makeBookingForm(mentor: { id: string; name: string }) {
  return {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    phone: '07700 900000',
    topic: 'First weeks',
    date: '2030-01-08',
    time: '14:30',
    mentor: { id: mentor.id, name: mentor.name },
  }
}

/** Input of `holdSlot`: Tuesday at 14:30 in the mentor's zone, by a visitor in London. */
export const holdRequest = (sessionTypeId: string, changes: Partial<BookingRequest> = {}): BookingRequest => ({
  sessionTypeId,
  startsAt: new Date(TUESDAY),
  timeZone: 'Europe/London',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  phone: '07700 900000',
  topic: 'First weeks',
  expectedPrice: null,
  code: null,
  ...changes,
})

/** Sends a string as it is, and anything else as JSON. */
export function postBooking(
  { site }: Pick<TestApp, 'site'>,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return Promise.resolve(site.request('/create-checkout-session', { method: 'POST', headers, body: text }))
}

/** Holds Tuesday at 14:30, with a new mentor unless one is given. Returns the checkout id. */
export async function bookTuesday(
  test: TestApp,
  { mentor, ...changes }: { mentor?: { id: string; name: string }; email?: string; date?: string; time?: string } = {},
): Promise<string> {
  const response = await postBooking(test, { ...makeBookingForm(mentor ?? (await addMentor(test))), ...changes })
  const { id } = (await response.json()) as { id?: string }
  if (!id) throw new Error(`Not booked: ${response.status}`)
  return id
}

export type Problem = {
  type: string
  title: string
  status: number
  code: string
  errors?: Record<string, string>
  alternatives?: { startsAt: string; endsAt: string }[]
  price?: { amount: number; currency: string }
}

/** Expects problem details (RFC 9457) with this status and code. Returns the body for further checks. */
export async function expectProblem(response: Response, status: number, code: string): Promise<Problem> {
  const body = await response.text()
  expect({ status: response.status, type: response.headers.get('content-type') }, body).toEqual({
    status,
    type: 'application/problem+json',
  })
  const problem = JSON.parse(body) as Problem
  expect(problem).toMatchObject({ type: 'about:blank', status, code })
  expect(problem.title).toMatch(/^[A-Z].{10,}/)
  return problem
}
