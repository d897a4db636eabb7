/**
 * /confirm — free sessions. Without a secret it says that a link was emailed. The emailed link carries the secret and shows
 * the session and a button; only the button books, since email scanners open links.
 */
import CircleCheck from 'lucide-react/icons/circle-check'
import { data, Form, redirect, useNavigation } from 'react-router'
import { timeIn } from '#domain/time/clock'
import { zoneCity } from '#domain/time/zone'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import * as m from '#messages/bookings'
import { shortDayIn } from '#words/time'
import { localPath } from '#words/local-path'
import { BookingFacts } from '../../../ui/bookings/results/booking-facts.tsx'
import { KeepBooked } from '../../../ui/bookings/results/keep-booked.tsx'
import { PRIVATE_PAGE, ResultPage, Strong, Ways } from '../../../ui/bookings/results/result-page.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { UsedUpPage } from '../../../ui/discounts/used-up-page.tsx'
import { TwoClocks } from '../../../ui/time/two-clocks.tsx'
import type { Route } from './+types/confirm'
import {
  confirmByLink,
  readLink,
  readUnconfirmed,
  type Confirmation,
} from '../../../views/bookings/confirm-free-session.ts'
import { rich } from '../../../ui/rich.tsx'

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
        <ResultPage title={m.checkEmail()} finished={false}>
          <p className="text-lg">
            {rich(
              m.freeLinkSent({
                email: view.email,
                until: timeIn(view.until, view.booking.zone),
                strong: (text) => <Strong>{text}</Strong>,
              }),
            )}
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
        <ResultPage title={m.freeLimitTitle()} finished={false}>
          <p className="text-lg">{m.freeLimit()}</p>
          <Ways>
            <ButtonLink to="/mentors">{m.findMentor()}</ButtonLink>
          </Ways>
          <BookingFacts booking={view.booking} />
        </ResultPage>
      )
    case 'code_used_up':
      return (
        <UsedUpPage>
          <Ways>
            <ButtonLink to={view.again}>{m.chooseAnotherTime()}</ButtonLink>
          </Ways>
          <BookingFacts booking={view.booking} />
        </UsedUpPage>
      )
    case 'none':
      return (
        <ResultPage title={m.checkEmail()} homeOnly>
          <p className="text-lg">{m.freeSessionHelp()}</p>
        </ResultPage>
      )
    case 'unknown':
      return (
        <ResultPage title={m.linkDoesNotWork()}>
          <p className="text-lg">{m.linkDoesNotWorkHelp()}</p>
          <p>
            <ButtonLink to="/mentors">{m.findMentor()}</ButtonLink>
          </p>
        </ResultPage>
      )
  }
}

function Ask({ booking, expired, again }: Extract<Confirmation, { state: 'ask' }>) {
  const busy = useNavigation().state !== 'idle'
  return (
    <ResultPage title={m.confirmFreeTitle()} finished={false}>
      <p className="text-lg">
        {expired ? m.freeHoldExpired({ name: booking.mentor.name }) : m.freeHoldAsk({ name: booking.mentor.name })}
      </p>
      <BookingFacts booking={booking} />
      <Form method="post" className="button-row">
        <Button type="submit" disabled={busy}>
          {busy ? m.processing() : m.bookThisSession()}
        </Button>
        <ButtonLink to={again} variant="secondary">
          {m.chooseAnotherTime()}
        </ButtonLink>
      </Form>
    </ResultPage>
  )
}

function Confirmed({ booking, email, page }: Extract<Confirmation, { state: 'confirmed' }>) {
  const icon = <CircleCheck size={32} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
  return (
    <ResultPage title={m.sessionBooked()} good icon={icon}>
      <p className="text-lg">
        {rich(m.freeSessionBooked({ name: booking.mentor.name, email, strong: (text) => <Strong>{text}</Strong> }))}
      </p>
      <Ways>
        <ButtonLink to={page} reloadDocument>
          {m.openYourBooking()}
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
    <ResultPage title={m.timeTakenTitle()} finished={false}>
      <p className="text-lg">
        {m.timeTakenLead()}
        {free.length > 0 && ` ${m.nearestTimesWith({ name: mentor.name })}`}
      </p>
      {free.length > 0 && (
        <ul className="grid gap-2">
          {free.map(({ startsAt, mentorClock, link }) => (
            <li key={link}>
              <a href={localPath(link)} className="tall-link flex-wrap gap-x-1.5">
                {shortDayIn(startsAt, zone)}, <TwoClocks at={startsAt} zone={zone} other={mentorClock} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="text-ink-2">{m.yourTimeIn({ city: zoneCity(zone) })}</p>
      <p>
        <ButtonLink to={again} variant={free.length > 0 ? 'secondary' : 'primary'}>
          {m.chooseAnotherTime()}
        </ButtonLink>
      </p>
    </ResultPage>
  )
}
