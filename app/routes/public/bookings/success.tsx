/**
 * /success — the payment page sends people here who have paid. It settles the booking, which records what already
 * happened. It shows only what the server has verified, so a guessed id shows no payment.
 */
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect } from 'react'
import { data, redirect, useLocation, useRevalidator } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { currentSession } from '#server/site/guards/account-guards'
import { BookingFacts, type BookingSummary } from '../../../ui/bookings/results/booking-facts.tsx'
import { CorrectAddress } from '../../../ui/bookings/results/correct-address.tsx'
import { ForgetBooked, KeepBooked } from '../../../ui/bookings/results/keep-booked.tsx'
import { PRIVATE_PAGE, ResultPage, Ways } from '../../../ui/bookings/results/result-page.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import type { Route } from './+types/success'
import {
  correctByForm,
  readSuccess,
  type AddressRefused,
  type OwnBookingWays,
} from '../../../views/bookings/success.ts'

const RELOAD_MS = 2_000 // As often as the server asks the payment service (`settleForPage`).

/** Of a page with the form: not `no-referrer`, since forms need an Origin. Other sites learn as little from it. */
const HEADERS = { ...PRIVATE_PAGE, 'Referrer-Policy': 'same-origin' }

const readCheckoutId = (request: Request) => new URL(request.url).searchParams.get('session_id') ?? ''

export async function loader({ context, request }: Route.LoaderArgs) {
  const { client } = clientOfPage(context, request)
  const view = await readSuccess(context.get(appContext), readCheckoutId(request), client.browser)
  const hasForm = 'own' in view && view.own?.correctable
  return data(view, { headers: hasForm ? HEADERS : PRIVATE_PAGE })
}

export async function action({ context, request }: Route.ActionArgs) {
  const checkoutId = readCheckoutId(request)
  const form = await readPosted(request)
  const { client } = clientOfPage(context, request)
  const actor = { client, session: currentSession(context) }
  const refused = await correctByForm(context.get(appContext), { checkoutId, form }, actor)
  if (!refused)
    throw redirect(`/success?session_id=${encodeURIComponent(checkoutId)}`, { status: 303, headers: HEADERS })
  const wait = refused.retryAfter ? { 'Retry-After': String(refused.retryAfter) } : {}
  return data(refused, { status: refused.status, headers: { ...HEADERS, ...wait } })
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Referrer-Policy') ? actionHeaders : loaderHeaders
}

export default function Success({ loaderData: view, actionData: refused }: Route.ComponentProps) {
  switch (view.state) {
    case 'confirmed':
      return <Confirmed {...view} refused={refused} />
    case 'returned':
      return <Returned {...view} />
    case 'cancelled':
      return (
        <ResultPage title="Session cancelled">
          <p className="text-lg">This session was booked and paid, and later cancelled.</p>
          <Ways>
            {view.own ? (
              <ButtonLink to={view.own.page} reloadDocument>
                Open your booking
              </ButtonLink>
            ) : (
              <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
            )}
          </Ways>
          <BookingFacts booking={view.booking} />
          <ForgetBooked reference={view.booking.reference} />
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
            The time with {view.mentor.name} is available to others again because it wasn’t paid. You weren’t charged.
          </p>
          <Ways>
            <ButtonLink to={`/mentors/${view.mentor.slug}/book`}>Choose a time</ButtonLink>
          </Ways>
        </ResultPage>
      )
    case 'none':
      return (
        <ResultPage title="No payment to show">
          <p className="text-lg">
            The payment page sends you here after paying. If you’ve just paid, check your email for the confirmation.
          </p>
          <Ways>
            <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
          </Ways>
        </ResultPage>
      )
  }
}

type Settled = { booking: BookingSummary; email: string; paid: string; own: OwnBookingWays | null }

function Confirmed({ booking, email, paid, own, refused }: Settled & { refused: AddressRefused | undefined }) {
  const icon = <CircleCheck size={32} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
  return (
    <ResultPage title="Payment Successful" good icon={icon} finished={!refused} homeOnly={!own}>
      <p className="text-lg">
        Your session with {booking.mentor.name} is booked, and {paid} was paid.{' '}
        {own ? 'We wrote to' : 'The confirmation is on its way to'}{' '}
        <span className="whole-word">{own ? own.address : email}</span>.
      </p>
      {own && (
        <Ways>
          <ButtonLink to={own.page} reloadDocument>
            Open your booking
          </ButtonLink>
        </Ways>
      )}
      {own && <KeepBooked booking={booking} page={own.page} />}
      {own?.correctable && <CorrectAddress address={own.address} refused={refused} />}
      <BookingFacts booking={booking} />
      <section className="grid gap-2">
        <h2 className="text-xl">What happens next</h2>
        <p>
          This time with {booking.mentor.name} is yours. You join on the booking’s own page, and cancel there if your
          plans change. {own ? '' : 'The link to it is in the email.'}
        </p>
        {booking.refund && <p>{booking.refund}</p>}
        <p className="text-ink-2">{booking.refundRule}</p>
      </section>
    </ResultPage>
  )
}

function Processing({ booking, email, paid }: Settled) {
  return (
    <ResultPage title="Your payment is on its way" homeOnly>
      <p className="text-lg">
        You have paid {paid}. Your bank can take some days to send the money. We hold this time for you until then. When
        the money arrives, the session is booked and we email <span className="whole-word">{email}</span>. If it doesn’t
        arrive, you aren’t charged and the time becomes available to others.
      </p>
      <BookingFacts booking={booking} />
    </ResultPage>
  )
}

function Returned({ booking, email, paid }: Settled) {
  return (
    <ResultPage title="Your payment is being refunded">
      <p className="text-lg">
        Your payment of {paid} arrived after this time had started or was no longer free. Nothing is booked. We’re
        refunding the whole amount to your card, which usually takes five to ten working days. We’ve emailed {email}.
      </p>
      <Ways>
        <ButtonLink to={`/mentors/${booking.mentor.slug}/book`}>Choose another time</ButtonLink>
      </Ways>
      <BookingFacts booking={booking} />
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
        We’re waiting for your payment to be confirmed. This page updates by itself. You can also close it: we’ll email
        your confirmation.
      </output>
      <noscript>
        <meta httpEquiv="refresh" content="5" />
        <p>
          <a href={`${pathname}${search}`} className="link">
            Check again
          </a>
        </p>
      </noscript>
    </ResultPage>
  )
}
