/**
 * /confirm — free sessions. Without a secret it says that a link was emailed. The emailed link carries the secret and shows
 * the session and a button; only the button books, since email scanners open links.
 */
import CircleCheck from 'lucide-react/icons/circle-check'
import { data, Form, redirect, useNavigation } from 'react-router'
import { shortDayIn, timeIn } from '#domain/time/clock'
import { zoneCity } from '#domain/time/zone'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { BookingFacts } from '../../../ui/bookings/results/booking-facts.tsx'
import { KeepBooked } from '../../../ui/bookings/results/keep-booked.tsx'
import { PRIVATE_PAGE, ResultPage, Strong, Ways } from '../../../ui/bookings/results/result-page.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { TwoClocks } from '../../../ui/time/two-clocks.tsx'
import type { Route } from './+types/confirm'
import {
  confirmByLink,
  readLink,
  readUnconfirmed,
  type Confirmation,
} from '../../../views/bookings/confirm-free-session.ts'

// Not `no-referrer`, since forms need an Origin. `same-origin` keeps the secret from other sites too.
const HEADERS = { ...PRIVATE_PAGE, 'Referrer-Policy': 'same-origin' }

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const secret = new URL(request.url).searchParams.get('hold')
  if (secret !== null) return data(await readLink(app, secret), { headers: HEADERS })
  const { client } = clientOfPage(context, request)
  return data(await readUnconfirmed(app, client.browser), { headers: HEADERS })
}

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const secret = new URL(request.url).searchParams.get('hold') ?? ''
  const view = await confirmByLink(app, secret, clientOfPage(context, request).client)
  if (view.state === 'confirmed') throw redirect(`/confirm?hold=${secret}`, { headers: HEADERS })
  return data(view, { status: view.state === 'unknown' ? 404 : 409, headers: HEADERS })
}

export function headers() {
  return HEADERS
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const view: Confirmation = actionData ?? loaderData
  switch (view.state) {
    case 'sent':
      return (
        <ResultPage title="Check your email" finished={false}>
          <p className="text-lg">
            We have sent a link to <Strong>{view.email}</Strong>. Open it to book the session below. The time is held
            for you until <Strong>{timeIn(view.until, view.booking.zone)}</Strong>, and is free again after that.
          </p>
          <BookingFacts booking={view.booking} />
        </ResultPage>
      )
    case 'ask':
      return <Ask {...view} />
    case 'confirmed':
      return <Confirmed {...view} />
    case 'taken':
      return <Taken {...view} />
    case 'limit_reached':
      return (
        <ResultPage title="You’ve reached the limit for free sessions" finished={false}>
          <p className="text-lg">
            Everyone can have a few free sessions at a time; each counts until a week after it. This session wasn’t
            booked, and its time becomes available to others.
          </p>
          <Ways>
            <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
          </Ways>
          <BookingFacts booking={view.booking} />
        </ResultPage>
      )
    case 'none':
      return (
        <ResultPage title="Check your email" homeOnly>
          <p className="text-lg">
            To book a free session, open the link we email you. It works for 30 minutes, and after that while the time
            is still free.
          </p>
        </ResultPage>
      )
    case 'unknown':
      return (
        <ResultPage title="This link doesn’t work">
          <p className="text-lg">
            It may be incomplete, or its session was cancelled. Copy the whole link from the email.
          </p>
          <p>
            <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
          </p>
        </ResultPage>
      )
  }
}

function Ask({ booking, expired, again }: Extract<Confirmation, { state: 'ask' }>) {
  const busy = useNavigation().state !== 'idle'
  return (
    <ResultPage title="Book this free session?" finished={false}>
      <p className="text-lg">
        {expired
          ? `The time that ${booking.mentor.name} held for you has run out. If the time is still free, you can still confirm it.`
          : `${booking.mentor.name} is holding this time for you. Press the button to book it.`}
      </p>
      <BookingFacts booking={booking} />
      <Form method="post" className="button-row">
        <Button type="submit" disabled={busy}>
          {busy ? 'Processing...' : 'Book this session'}
        </Button>
        <ButtonLink to={again} variant="secondary">
          Choose another time
        </ButtonLink>
      </Form>
    </ResultPage>
  )
}

function Confirmed({ booking, email, page }: Extract<Confirmation, { state: 'confirmed' }>) {
  const icon = <CircleCheck size={32} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
  return (
    <ResultPage title="Session booked" good icon={icon}>
      <p className="text-lg">
        Your session with {booking.mentor.name} is booked. It’s free. We’re sending the confirmation to{' '}
        <Strong>{email}</Strong>. You join on the booking’s own page, and cancel there if your plans change.
      </p>
      <Ways>
        <ButtonLink to={page} reloadDocument>
          Open your booking
        </ButtonLink>
      </Ways>
      <KeepBooked booking={booking} page={page} />
      <BookingFacts booking={booking} />
    </ResultPage>
  )
}

function Taken({ booking, again, free }: Extract<Confirmation, { state: 'taken' }>) {
  const { zone, mentor } = booking
  return (
    <ResultPage title="This time is no longer available" finished={false}>
      <p className="text-lg">
        The session has started, or someone else booked it after your hold ran out. Nothing is booked.
        {free.length > 0 && ` The nearest free times with ${mentor.name}:`}
      </p>
      {free.length > 0 && (
        <ul className="grid gap-2">
          {free.map(({ startsAt, mentorClock, link }) => (
            <li key={link}>
              <a href={link} className="tall-link flex-wrap gap-x-1.5">
                {shortDayIn(startsAt, zone)}, <TwoClocks at={startsAt} zone={zone} other={mentorClock} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="text-ink-2">Your time, in {zoneCity(zone)}.</p>
      <p>
        <ButtonLink to={again} variant={free.length > 0 ? 'secondary' : 'primary'}>
          Choose another time
        </ButtonLink>
      </p>
    </ResultPage>
  )
}
