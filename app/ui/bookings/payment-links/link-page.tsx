/** The mentee's page of a link that someone else pays with: sending it on, and what became of it. */
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import * as m from '#messages/bookings'
import { Alert } from '../../controls/alert.tsx'
import { ButtonLink } from '../../controls/button.tsx'
import { BookingFacts, type BookingSummary } from '../results/booking-facts.tsx'
import { ResultPage, Ways } from '../results/result-page.tsx'
import { EmailLink, type EmailResult } from './email-link.tsx'
import { ReleaseTime } from './release-time.tsx'
import { SendLink } from './send-link.tsx'

/** `ending`: the link has expired, and we have not yet heard from Stripe whether it was paid. `own`: the booking's page. */
export type LinkView =
  | {
      state: 'open'
      name: string
      link: string
      payUrl: string
      price: string
      until: string
      emailedTo: string[]
      emailsLeft: number
      booking: BookingSummary
    }
  | { state: 'paid'; name: string; email: string; own: string | null }
  | { state: 'expired' | 'released' | 'returned'; name: string; again: string }
  | { state: 'processing' | 'ending'; name: string }

/** `kept`: the payment service could not be reached to release the time. */
type LinkPageProps = { view: LinkView; emailed: EmailResult | null; kept: boolean }

export function LinkPage({ view, emailed, kept }: LinkPageProps) {
  useFollow(view.state === 'open' || view.state === 'processing' || view.state === 'ending')
  const { name } = view
  switch (view.state) {
    case 'open':
      return <Open {...view} emailed={emailed} kept={kept} />
    case 'paid':
      return (
        <ResultPage title={m.sessionBooked()} finished={false} good icon={<CircleCheck {...ICON} />}>
          <p className="text-lg">{m.linkPaid({ name, email: view.email })}</p>
          {view.own && (
            <Ways>
              <ButtonLink to={view.own} reloadDocument>
                {m.openYourBooking()}
              </ButtonLink>
            </Ways>
          )}
        </ResultPage>
      )
    case 'processing':
    case 'ending':
      return (
        <ResultPage title={m.paymentBeingConfirmed()} finished={false}>
          <output className="text-lg">
            {view.state === 'processing' ? m.linkProcessing({ name }) : m.linkEnding()}
          </output>
        </ResultPage>
      )
    default:
      return (
        <ResultPage title={m.timeNotHeld()} finished={false}>
          <p className="text-lg">{ENDED[view.state]({ name })}</p>
          <Ways>
            <ButtonLink to={view.again}>{m.chooseTimeAgain()}</ButtonLink>
          </Ways>
        </ResultPage>
      )
  }
}

const ENDED = { expired: m.linkNotPaid, released: m.linkReleased, returned: m.linkReturned }
const ICON = { size: 32, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0' } as const

function Open(props: Extract<LinkView, { state: 'open' }> & Omit<LinkPageProps, 'view'>) {
  const { name, link, payUrl, price, until, booking, kept } = props
  return (
    <ResultPage title={m.linkTitle()} finished={false}>
      {kept && (
        <Alert>
          <p>{m.linkNotReleased()}</p>
        </Alert>
      )}
      <p className="text-lg">{m.linkLead({ name, until })}</p>
      <SendLink link={link} title={m.linkShareTitle({ name })} />
      <EmailLink {...props} />
      <p className="text-ink-2">{m.linkWhatTheySee()}</p>
      <BookingFacts booking={booking} />
      <section className="grid gap-2">
        <h2 className="text-xl">{m.linkOtherwise()}</h2>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
          <a href={payUrl} className="tall-link font-semibold">
            {m.linkPayMyself({ price })}
          </a>
          <ReleaseTime />
        </div>
      </section>
    </ResultPage>
  )
}

const FOLLOW_MS = 10_000

/** Reads the page again while something may happen to it, and at once when the reader comes back to its tab. */
function useFollow(follows: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!follows) return
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    const timer = setInterval(look, FOLLOW_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [follows, revalidate])
}
