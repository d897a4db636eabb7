/** The JSON API as a program meets it: a body that goes through, and what a refusal must look like. */
import { expect } from 'vitest'
import { addMentor, type TestApp } from '../product/app.ts'

/** Tuesday 8 January 2030, 14:30 on the clock of a mentor in Kolkata. */
export const TUESDAY = '2030-01-08T09:00:00.000Z'

/** A whole body of `POST /create-checkout-session`: Tuesday at 14:30 on the mentor's clock. */
export function bookingOf(mentor: { id: string; name: string }) {
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

/** A body given as text is sent as it is. */
export function postBooking(
  { site }: Pick<TestApp, 'site'>,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return Promise.resolve(site.request('/create-checkout-session', { method: 'POST', headers, body: text }))
}

/** Books Tuesday at 14:30, with a mentor of its own unless one is named, and gives the id of the checkout. */
export async function bookTuesday(
  test: TestApp,
  { mentor, ...changes }: { mentor?: { id: string; name: string }; email?: string; time?: string } = {},
): Promise<string> {
  const answer = await postBooking(test, { ...bookingOf(mentor ?? (await addMentor(test))), ...changes })
  const { id } = (await answer.json()) as { id?: string }
  if (!id) throw new Error(`Not booked: ${answer.status}`)
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

/** Problem details (RFC 9457) with this status and code. Gives the body for what else is to be looked at. */
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
