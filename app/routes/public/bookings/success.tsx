/**
 * /success — the payment page sends people here who have paid. It settles the booking, which records what already
 * happened. It shows only what the server has verified, so a guessed id shows no payment.
 */
import CircleCheck from 'lucide-react/icons/circle-check'
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { currentSession } from '#server/site/guards/account-guards'
import * as m from '#messages/bookings'
import { Confirming } from '../../../ui/bookings/results/confirming.tsx'
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
import { rich } from '../../../ui/rich.tsx'

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
        <ResultPage title={m.sessionCancelled()}>
          <p className="text-lg">{m.paidThenCancelled()}</p>
          <Ways>
            {view.own ? (
              <ButtonLink to={view.own.page} reloadDocument>
                {m.openYourBooking()}
              </ButtonLink>
            ) : (
              <ButtonLink to="/mentors">{m.findMentor()}</ButtonLink>
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
        <ResultPage title={m.noPaymentArrived()}>
          <p className="text-lg">{m.holdLapsed({ name: view.mentor.name })}</p>
          <Ways>
            <ButtonLink to={`/mentors/${view.mentor.slug}/book`}>{m.chooseTime()}</ButtonLink>
          </Ways>
        </ResultPage>
      )
    case 'none':
      return (
        <ResultPage title={m.noPaymentToShow()}>
          <p className="text-lg">{m.noPaymentToShowHelp()}</p>
          <Ways>
            <ButtonLink to="/mentors">{m.findMentor()}</ButtonLink>
          </Ways>
        </ResultPage>
      )
  }
}

type Settled = { booking: BookingSummary; email: string; paid: string; own: OwnBookingWays | null }

function Confirmed({ booking, email, paid, own, refused }: Settled & { refused: AddressRefused | undefined }) {
  const icon = <CircleCheck size={32} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
  return (
    <ResultPage title={m.paymentSuccessful()} good icon={icon} finished={!refused} homeOnly={!own}>
      <p className="text-lg">
        {rich(
          m.sessionPaid({
            name: booking.mentor.name,
            paid,
            own: own !== null,
            email: own ? own.address : email,
            address: (text) => <span className="whole-word">{text}</span>,
          }),
        )}
      </p>
      {own && (
        <Ways>
          <ButtonLink to={own.page} reloadDocument>
            {m.openYourBooking()}
          </ButtonLink>
        </Ways>
      )}
      {own && <KeepBooked booking={booking} page={own.page} />}
      {own?.correctable && <CorrectAddress address={own.address} refused={refused} />}
      <BookingFacts booking={booking} />
      <section className="grid gap-2">
        <h2 className="text-xl">{m.whatHappensNext()}</h2>
        <p>{m.timeIsYours({ name: booking.mentor.name, own: own !== null })}</p>
        {booking.refund && <p>{booking.refund}</p>}
        <p className="text-ink-2">{booking.refundRule}</p>
      </section>
    </ResultPage>
  )
}

function Processing({ booking, email, paid }: Settled) {
  return (
    <ResultPage title={m.paymentOnItsWay()} homeOnly>
      <p className="text-lg">
        {rich(m.paymentOnItsWayLead({ paid, email, address: (text) => <span className="whole-word">{text}</span> }))}
      </p>
      <BookingFacts booking={booking} />
    </ResultPage>
  )
}

function Returned({ booking, email, paid }: Settled) {
  return (
    <ResultPage title={m.paymentReturned()}>
      <p className="text-lg">{m.paymentReturnedLead({ paid, email })}</p>
      <Ways>
        <ButtonLink to={`/mentors/${booking.mentor.slug}/book`}>{m.chooseAnotherTime()}</ButtonLink>
      </Ways>
      <BookingFacts booking={booking} />
    </ResultPage>
  )
}
