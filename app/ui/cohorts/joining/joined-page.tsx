/** After the payment page, and behind the link that confirms a free seat: what became of the seat. */
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { ResultPage, Strong, Ways } from '../../bookings/results/result-page.tsx'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { Fact, Facts } from '../../layout/facts.tsx'

/** `email`: masked. `paid`: null for a free seat. */
type SeatFacts = { slug: string; title: string; mentorName: string; dates: string; email: string; paid: string | null }

/**
 * `joined`: with the way to the member's page for who may have it. `sent`: a link was emailed. `ask`: a free seat is confirmed
 * by the button. `taken`: by the others.
 */
export type JoinedView =
  | { state: 'none'; slug: string }
  | (SeatFacts & { state: 'joined'; page: string | null })
  | (SeatFacts & { state: 'sent'; until: string })
  | (SeatFacts & {
      state: 'confirming' | 'processing' | 'lapsed' | 'returned' | 'cancelled' | 'ask' | 'taken' | 'limit_reached'
    })

export function JoinedPage({ view }: { view: JoinedView }) {
  const toCohort = (
    <Ways>
      <ButtonLink to={`/cohorts/${view.slug}`}>See the cohort</ButtonLink>
    </Ways>
  )
  switch (view.state) {
    case 'none':
      return (
        <ResultPage title="No seat to show" finished={false}>
          <Lead>
            The payment page sends you here to show your seat. If you’ve just paid or requested a free seat, check your
            email.
          </Lead>
          {toCohort}
        </ResultPage>
      )
    case 'joined':
      return <Joined view={view} />
    case 'sent':
      return (
        <ResultPage title="Check your email" finished={false}>
          <Lead>
            We have sent a link to <Strong>{view.email}</Strong>. Open it to take the seat below. It’s held for you
            until <Strong>{view.until}</Strong>, and is free again after that.
          </Lead>
          <About view={view} />
        </ResultPage>
      )
    case 'ask':
      return <Ask view={view} />
    case 'confirming':
      return (
        <ResultPage title="Your payment is being confirmed" finished={false}>
          <meta httpEquiv="refresh" content="3" />
          <Lead>
            We’re waiting for your payment to be confirmed. This page updates by itself. You can also close it: we’ll
            email your confirmation.
          </Lead>
          <About view={view} />
        </ResultPage>
      )
    case 'processing':
      return (
        <ResultPage title="Your payment is on its way" finished={false}>
          <Lead>
            You have paid {view.paid}. Your bank can take some days to send the money. We hold the seat for you until
            then, and email <Strong>{view.email}</Strong> when it’s yours.
          </Lead>
          <About view={view} />
        </ResultPage>
      )
    case 'returned':
      return (
        <ResultPage title="Your payment is being refunded" finished={false}>
          <Lead>
            Your payment of {view.paid} arrived when no seat was free. You haven’t joined. We’re refunding the whole
            amount to your card, which usually takes five to ten working days. We’ve emailed{' '}
            <Strong>{view.email}</Strong>.
          </Lead>
          {toCohort}
          <About view={view} />
        </ResultPage>
      )
    case 'cancelled':
      return (
        <ResultPage title="You gave up this seat" finished={false}>
          <Lead>See our email for your refund.</Lead>
          {toCohort}
          <About view={view} />
        </ResultPage>
      )
    case 'lapsed':
      return (
        <ResultPage title="This seat is no longer held" finished={false}>
          <Lead>It wasn’t paid in time. You weren’t charged.</Lead>
          <Ways>
            <ButtonLink to={`/cohorts/${view.slug}/join`}>Join again</ButtonLink>
          </Ways>
          <About view={view} />
        </ResultPage>
      )
    case 'taken':
      return (
        <ResultPage title="No seats left" finished={false}>
          <Lead>The cohort has started, or its seats were taken after your hold ended. You haven’t joined.</Lead>
          {toCohort}
          <About view={view} />
        </ResultPage>
      )
    case 'limit_reached':
      return (
        <ResultPage title="You’ve reached the limit for free places" finished={false}>
          <Lead>
            Everyone can have a few free sessions and seats at a time. This seat wasn’t taken and becomes available to
            others.
          </Lead>
          {toCohort}
          <About view={view} />
        </ResultPage>
      )
  }
}

const Lead = ({ children }: { children: ReactNode }) => <p className="text-lg">{children}</p>

function About({ view: { title, mentorName, dates } }: { view: SeatFacts }) {
  return (
    <Facts>
      <Fact name="Cohort">{title}</Fact>
      <Fact name="Mentor">{mentorName}</Fact>
      <Fact name="Dates">{dates}</Fact>
    </Facts>
  )
}

function Joined({ view }: { view: Extract<JoinedView, { state: 'joined' }> }) {
  const icon = <CircleCheck size={32} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
  return (
    <ResultPage
      title={view.paid ? 'Payment Successful' : 'You have joined'}
      good
      icon={icon}
      finished={!view.page}
      homeOnly
    >
      <Lead>
        You have a seat in {view.title} with {view.mentorName}
        {view.paid ? `, and ${view.paid} was paid` : ''}. The confirmation is on its way to{' '}
        <Strong>{view.email}</Strong>, with the link to your page. It has the schedule, and you can give up your seat
        there.
      </Lead>
      {view.page && (
        <Ways>
          <ButtonLink to={view.page} reloadDocument>
            Open your page
          </ButtonLink>
        </Ways>
      )}
      <About view={view} />
    </ResultPage>
  )
}

function Ask({ view }: { view: SeatFacts }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <ResultPage title="Take this free seat?" finished={false}>
      <Lead>Press the button to take it.</Lead>
      <About view={view} />
      <Form method="post" className="button-row">
        <Button type="submit" disabled={busy}>
          {busy ? 'Processing...' : 'Join'}
        </Button>
        <ButtonLink to={`/cohorts/${view.slug}`} variant="secondary">
          See the cohort
        </ButtonLink>
      </Form>
    </ResultPage>
  )
}
