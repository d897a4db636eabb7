/** After the payment page: what became of a package. */
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import * as cohorts from '#messages/cohorts'
import * as m from '#messages/packages'
import { ResultPage, Strong, Ways } from '../bookings/results/result-page.tsx'
import { ButtonLink } from '../controls/button.tsx'
import { Fact, Facts } from '../layout/facts.tsx'
import { rich } from '../rich.tsx'

/** `email`: masked. `slug`: of the mentor. */
type Bought = { slug: string; title: string; email: string; paid: string }

/** `bought`: with the way to the package's page for who may have it. */
export type BoughtView =
  | { state: 'none' }
  | (Bought & { state: 'bought'; page: string | null })
  | (Bought & { state: 'confirming' | 'processing' | 'lapsed' | 'returned' })

export function BoughtPage({ view }: { view: BoughtView }) {
  switch (view.state) {
    case 'none':
      return (
        <ResultPage title={m.noneTitle()} finished={false}>
          <Lead>{m.noneText()}</Lead>
        </ResultPage>
      )
    case 'bought':
      return <Ready view={view} />
    case 'confirming':
      return (
        <ResultPage title={cohorts.paymentBeingConfirmed()} finished={false}>
          <meta httpEquiv="refresh" content="3" />
          <Lead>{cohorts.waitingForPayment()}</Lead>
          <About view={view} />
        </ResultPage>
      )
    case 'processing':
      return (
        <ResultPage title={cohorts.paymentOnItsWay()} finished={false}>
          <Lead>{rich(m.processingText({ paid: view.paid, email: view.email, strong }))}</Lead>
          <About view={view} />
        </ResultPage>
      )
    case 'returned':
      return (
        <ResultPage title={cohorts.paymentReturned()} finished={false}>
          <Lead>{m.returnedText({ paid: view.paid })}</Lead>
          <ToMentor view={view} />
        </ResultPage>
      )
    case 'lapsed':
      return (
        <ResultPage title={m.lapsedTitle()} finished={false}>
          <Lead>{m.lapsedText()}</Lead>
          <ToMentor view={view} />
        </ResultPage>
      )
  }
}

function Ready({ view }: { view: Extract<BoughtView, { state: 'bought' }> }) {
  const icon = <CircleCheck size={32} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
  return (
    <ResultPage title={cohorts.paymentSuccessful()} good icon={icon} finished={!view.page} homeOnly>
      <Lead>{rich(m.boughtText({ paid: view.paid, email: view.email, strong }))}</Lead>
      {view.page && (
        <Ways>
          <ButtonLink to={view.page} reloadDocument>
            {m.openPackage()}
          </ButtonLink>
        </Ways>
      )}
      <About view={view} />
    </ResultPage>
  )
}

const strong = (text: string) => <Strong>{text}</Strong>

const Lead = ({ children }: { children: ReactNode }) => <p className="text-lg">{children}</p>

const About = ({ view }: { view: Bought }) => (
  <Facts>
    <Fact name={m.packageLabel()}>{view.title}</Fact>
  </Facts>
)

const ToMentor = ({ view }: { view: Bought }) => (
  <Ways>
    <ButtonLink to={`/mentors/${view.slug}`}>{m.seeMentor()}</ButtonLink>
  </Ways>
)
