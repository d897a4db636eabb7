/**
 * /success — the payment page sends people here who have paid. It settles the booking, which records what already
 * happened. It shows only what the server has verified, so a guessed id shows no payment.
 */
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, type ReactNode } from 'react'
import { data, useLocation, useRevalidator } from 'react-router'
import { formatPence } from '#domain/payments/money'
import { appContext, type App } from '#server/context'
import { findBookingByCheckout, type BookedSession } from '#server/bookings/queries'
import { settleForPage } from '#server/bookings/settle-for-page'
import { SupportAddress } from '../../ui/layout/support-address.tsx'
import { BookingFacts, type BookingSummary } from '../../ui/bookings/results/booking-facts.tsx'
import { PRIVATE_PAGE, ResultPage } from '../../ui/bookings/results/result-page.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import type { Route } from './+types/success'
import { masked, summaryOf } from '../../views/bookings/booking-facts.ts'

const RELOAD_MS = 2_000 // As often as the server asks the payment service (`settleForPage`).

type View =
  | { state: 'none' }
  | { state: 'confirming' }
  | { state: 'lapsed'; mentor: { slug: string; name: string } }
  | {
      state: 'processing' | 'confirmed' | 'returned' | 'cancelled'
      booking: BookingSummary
      email: string
      paid: string
    }

export async function loader({ context, request }: Route.LoaderArgs) {
  const checkoutId = new URL(request.url).searchParams.get('session_id') ?? ''
  return data(await read(context.get(appContext), checkoutId), { headers: PRIVATE_PAGE })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

async function read(app: App, checkoutId: string): Promise<View> {
  const known = await find(app, checkoutId)
  if (!known) return { state: 'none' }
  if (known.paidAt) return viewOf(known, app.now())
  await settleForPage(app, checkoutId)
  return viewOf((await find(app, checkoutId)) ?? known, app.now())
}

async function find(app: App, checkoutId: string): Promise<BookedSession | undefined> {
  return /^[\w-]{8,200}$/.test(checkoutId) ? findBookingByCheckout(app.db, checkoutId) : undefined
}

function viewOf(booking: BookedSession, now: Date): View {
  const { mentorSlug: slug, mentorName: name } = booking
  const facts = {
    email: masked(booking.menteeEmail),
    paid: formatPence(booking.paidAmountPence ?? booking.pricePence),
    booking: summaryOf(booking, now),
  }
  if (booking.paidAt) return { state: settledState(booking), ...facts }
  if (booking.status !== 'held') return { state: 'lapsed', mentor: { slug, name } }
  return booking.processingSince ? { state: 'processing', ...facts } : { state: 'confirming' }
}

function settledState(booking: BookedSession): 'confirmed' | 'returned' | 'cancelled' {
  if (booking.status === 'cancelled') return 'cancelled'
  return booking.status === 'expired' || booking.refundStatus ? 'returned' : 'confirmed'
}

export default function Success({ loaderData: view }: Route.ComponentProps) {
  switch (view.state) {
    case 'confirmed':
      return <Confirmed {...view} />
    case 'returned':
      return <Returned {...view} />
    case 'cancelled':
      return (
        <ResultPage title="Session cancelled">
          <p className="text-lg">This session was booked and paid, and has been cancelled since.</p>
          <BookingFacts booking={view.booking} />
        </ResultPage>
      )
    case 'processing':
      return <Processing {...view} />
    case 'confirming':
      return <Confirming />
    case 'lapsed':
      return (
        <ResultPage title="No payment arrived">
          <p className="text-lg">
            The time with {view.mentor.name} was held for you, and is free again because it was not paid. You were not
            charged.
          </p>
          <Ways>
            <ButtonLink to={`/mentors/${view.mentor.slug}/book`}>Choose a time again</ButtonLink>
          </Ways>
        </ResultPage>
      )
    case 'none':
      return (
        <ResultPage title="No payment to show">
          <p className="text-lg">
            This page confirms a booking when the payment page sends you here. If you have just paid, the confirmation
            is in your email.
          </p>
          <Ways>
            <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
          </Ways>
        </ResultPage>
      )
  }
}

type Settled = { booking: BookingSummary; email: string; paid: string }

function Confirmed({ booking, email, paid }: Settled) {
  const icon = <CircleCheck size={32} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
  return (
    <ResultPage title="Payment Successful" good icon={icon}>
      <p className="text-lg">
        Your session with {booking.mentor.name} is booked, and {paid} was paid. The confirmation is on its way to{' '}
        <span className="whole-word">{email}</span>.
      </p>
      <BookingFacts booking={booking} />
      <section className="grid gap-2">
        <h2 className="text-xl">What happens next</h2>
        <p>
          Nobody else can book this hour with {booking.mentor.name}. To learn how to join, or to cancel, write to{' '}
          <SupportAddress /> with the reference.
        </p>
        <p>{booking.refund}</p>
        <p className="text-ink-2">{booking.refundRule}</p>
      </section>
    </ResultPage>
  )
}

function Processing({ booking, email, paid }: Settled) {
  return (
    <ResultPage title="Your payment is on its way">
      <p className="text-lg">
        You have paid {paid}, and your bank has not handed it over yet; that can take some days. Until then this time is
        held for you. As soon as the money is here the session is booked, and we write to{' '}
        <span className="whole-word">{email}</span>. If it does not come, nothing is charged, and the time is free
        again.
      </p>
      <BookingFacts booking={booking} />
    </ResultPage>
  )
}

function Returned({ booking, email, paid }: Settled) {
  return (
    <ResultPage title="Your payment is going back">
      <p className="text-lg">
        Your payment of {paid} reached us when this time had begun or was no longer free. Nothing is booked, and the
        whole amount goes back to your card; that usually takes five to ten working days. We have written to {email}.
      </p>
      <BookingFacts booking={booking} />
      <Ways>
        <ButtonLink to={`/mentors/${booking.mentor.slug}/book`}>Choose another time</ButtonLink>
      </Ways>
    </ResultPage>
  )
}

/**
 * Reloads by itself until the payment is confirmed; without scripts the browser does, by `<meta http-equiv="refresh">`.
 */
function Confirming() {
  const { revalidate, state } = useRevalidator()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), RELOAD_MS)
    return () => clearTimeout(timer)
  }, [revalidate, state])
  return (
    <ResultPage title="Your payment is being confirmed" finished={false}>
      <output className="text-lg">
        The payment service has not told us the result yet. This page asks again every few seconds and shows your
        booking as soon as it is confirmed; you can also close it, the confirmation comes by email.
      </output>
      <noscript>
        <meta httpEquiv="refresh" content="5" />
        <p>
          <a href={`${pathname}${search}`} className="link">
            Ask again now
          </a>
        </p>
      </noscript>
    </ResultPage>
  )
}

function Ways({ children }: { children: ReactNode }) {
  return <p className="button-row">{children}</p>
}
