/** /pay/{token} as someone reads it who pays for another person's session. */
import CircleCheck from 'lucide-react/icons/circle-check'
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/bookings'
import { Button } from '../../controls/button.tsx'
import { BookingFacts, type BookingSummary } from '../results/booking-facts.tsx'
import { Confirming } from '../results/confirming.tsx'
import { ResultPage } from '../results/result-page.tsx'

type Named = { mentor: string; mentee: string; amount: string }

/**
 * `facts`: on the payer's clock, with the mentee's beside it. `paid`: `hasReturned` if the payment page led here. `returned`: the
 * payment came too late. `ended`: nothing can be paid any more, whatever the reason.
 */
export type PayerView =
  | ({ state: 'open'; facts: BookingSummary; until: string } & Named)
  | ({ state: 'processing' } & Named)
  | ({ state: 'paid'; hasReturned: boolean } & Named)
  | { state: 'returned'; amount: string }
  | { state: 'cancelled'; mentor: string }
  | { state: 'confirming' | 'ended' }

export function PayerPage({ view, action }: { view: PayerView; action: string }) {
  switch (view.state) {
    case 'open':
      return <Open {...view} action={action} />
    case 'processing':
      return (
        <ResultPage title={m.paymentOnItsWay()} finished={false}>
          <p className="text-lg">{m.payerProcessing({ amount: view.amount, mentor: view.mentor })}</p>
        </ResultPage>
      )
    case 'paid':
      return (
        <ResultPage title={m.payerPaidTitle()} finished={false} good icon={<CircleCheck {...ICON} />}>
          <p className="text-lg">{m.payerPaid({ mentee: view.mentee, mentor: view.mentor, amount: view.amount })}</p>
          <p>{view.hasReturned ? m.payerReceipt() : m.payerNothingLeft()}</p>
        </ResultPage>
      )
    case 'returned':
      return (
        <ResultPage title={m.paymentReturned()} finished={false}>
          <p className="text-lg">{m.payerReturned({ amount: view.amount })}</p>
        </ResultPage>
      )
    case 'cancelled':
      return (
        <ResultPage title={m.sessionCancelled()} finished={false}>
          <p className="text-lg">{m.payerCancelled({ mentor: view.mentor })}</p>
        </ResultPage>
      )
    case 'confirming':
      return <Confirming />
    case 'ended':
      return (
        <ResultPage title={m.payerLinkEnded()} finished={false}>
          <p className="text-lg">{m.payerLinkEndedLead()}</p>
        </ResultPage>
      )
  }
}

const ICON = { size: 32, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0' } as const

function Open({
  facts,
  until,
  mentor,
  mentee,
  amount,
  action,
}: Extract<PayerView, { state: 'open' }> & { action: string }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <ResultPage title={m.payerTitle({ mentor })} finished={false}>
      <p className="text-lg">{m.payerLead({ mentee })}</p>
      <BookingFacts booking={facts} />
      {/* A whole document, since the hosted page that it leads to is not ours. */}
      <Form method="post" action={action} reloadDocument className="grid gap-3">
        <div>
          <Button type="submit" disabled={busy} className="w-full sm:w-auto sm:min-w-48">
            {m.pay({ price: amount })}
          </Button>
        </div>
        <p>{m.payerUntil({ until })}</p>
        <p className="note">{m.payerHow({ mentee })}</p>
      </Form>
    </ResultPage>
  )
}
