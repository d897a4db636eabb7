/** After the payment page, and behind the link that confirms a free seat: what became of the seat. */
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/cohorts'
import { ResultPage, Strong, Ways } from '../../bookings/results/result-page.tsx'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { UsedUpPage } from '../../discounts/used-up-page.tsx'
import { Fact, Facts } from '../../layout/facts.tsx'
import { rich } from '../../rich.tsx'

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
      state:
        | 'confirming'
        | 'processing'
        | 'lapsed'
        | 'returned'
        | 'cancelled'
        | 'ask'
        | 'taken'
        | 'limit_reached'
        | 'code_used_up'
    })

export function JoinedPage({ view }: { view: JoinedView }) {
  const toCohort = (
    <Ways>
      <ButtonLink to={`/cohorts/${view.slug}`}>{m.seeCohort()}</ButtonLink>
    </Ways>
  )
  switch (view.state) {
    case 'none':
      return (
        <ResultPage title={m.noSeatToShow()} finished={false}>
          <Lead>{m.noSeatToShowHelp()}</Lead>
          {toCohort}
        </ResultPage>
      )
    case 'joined':
      return <Joined view={view} />
    case 'sent':
      return (
        <ResultPage title={m.checkEmail()} finished={false}>
          <Lead>{rich(m.freeLinkSent({ email: view.email, until: view.until, strong }))}</Lead>
          <About view={view} />
        </ResultPage>
      )
    case 'ask':
      return <Ask view={view} />
    case 'confirming':
      return (
        <ResultPage title={m.paymentBeingConfirmed()} finished={false}>
          <meta httpEquiv="refresh" content="3" />
          <Lead>{m.waitingForPayment()}</Lead>
          <About view={view} />
        </ResultPage>
      )
    case 'processing':
      return (
        <ResultPage title={m.paymentOnItsWay()} finished={false}>
          <Lead>{rich(m.paymentOnItsWayText({ paid: view.paid ?? '', email: view.email, strong }))}</Lead>
          <About view={view} />
        </ResultPage>
      )
    case 'returned':
      return (
        <ResultPage title={m.paymentReturned()} finished={false}>
          <Lead>{rich(m.paymentReturnedText({ paid: view.paid ?? '', email: view.email, strong }))}</Lead>
          {toCohort}
          <About view={view} />
        </ResultPage>
      )
    case 'cancelled':
      return (
        <ResultPage title={m.seatGivenUp()} finished={false}>
          <Lead>{m.seatGivenUpText()}</Lead>
          {toCohort}
          <About view={view} />
        </ResultPage>
      )
    case 'lapsed':
      return (
        <ResultPage title={m.holdLapsed()} finished={false}>
          <Lead>{m.holdLapsedText()}</Lead>
          <Ways>
            <ButtonLink to={`/cohorts/${view.slug}/join`}>{m.joinAgain()}</ButtonLink>
          </Ways>
          <About view={view} />
        </ResultPage>
      )
    case 'taken':
      return (
        <ResultPage title={m.seatsTakenTitle()} finished={false}>
          <Lead>{m.seatsTakenText()}</Lead>
          {toCohort}
          <About view={view} />
        </ResultPage>
      )
    case 'code_used_up':
      return (
        <UsedUpPage>
          {toCohort}
          <About view={view} />
        </UsedUpPage>
      )
    case 'limit_reached':
      return (
        <ResultPage title={m.freeLimitTitle()} finished={false}>
          <Lead>{m.freeLimit()}</Lead>
          {toCohort}
          <About view={view} />
        </ResultPage>
      )
  }
}

const strong = (text: string) => <Strong>{text}</Strong>

const Lead = ({ children }: { children: ReactNode }) => <p className="text-lg">{children}</p>

function About({ view: { title, mentorName, dates } }: { view: SeatFacts }) {
  return (
    <Facts>
      <Fact name={m.cohort()}>{title}</Fact>
      <Fact name={m.mentor()}>{mentorName}</Fact>
      <Fact name={m.dates()}>{dates}</Fact>
    </Facts>
  )
}

function Joined({ view }: { view: Extract<JoinedView, { state: 'joined' }> }) {
  const icon = <CircleCheck size={32} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
  return (
    <ResultPage
      title={view.paid ? m.paymentSuccessful() : m.youHaveJoined()}
      good
      icon={icon}
      finished={!view.page}
      homeOnly
    >
      <Lead>
        {rich(
          m.joinedText({
            title: view.title,
            mentorName: view.mentorName,
            isPaid: view.paid !== null,
            paid: view.paid ?? '',
            email: view.email,
            strong,
          }),
        )}
      </Lead>
      {view.page && (
        <Ways>
          <ButtonLink to={view.page} reloadDocument>
            {m.openYourPage()}
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
    <ResultPage title={m.takeFreeSeat()} finished={false}>
      <Lead>{m.takeFreeSeatHelp()}</Lead>
      <About view={view} />
      <Form method="post" className="button-row">
        <Button type="submit" disabled={busy}>
          {busy ? m.processing() : m.join()}
        </Button>
        <ButtonLink to={`/cohorts/${view.slug}`} variant="secondary">
          {m.seeCohort()}
        </ButtonLink>
      </Form>
    </ResultPage>
  )
}
