import { useEffect } from 'react'
import { useSite } from '../../layout/site.ts'
import { forgetBooked, keepBooked } from '../booked-session.ts'
import type { BookingSummary } from './booking-facts.tsx'

/** Lets the home page lead to a booking for the rest of the visit. `page` opens it. */
export function KeepBooked({ booking, page }: { booking: BookingSummary; page: string }) {
  const reader = useSite()?.session?.reader ?? null
  const { reference = '', startsAt, minutes } = booking
  const endsAt = startsAt.getTime() + minutes * 60_000
  useEffect(() => keepBooked({ page, reference, endsAt, reader }), [page, reference, endsAt, reader])
  return null
}

/** The session is cancelled. */
export function ForgetBooked({ reference }: { reference: string | undefined }) {
  useEffect(() => forgetBooked(reference), [reference])
  return null
}
