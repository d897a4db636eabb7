/** What is due to mentors, and the batches in which they are paid. */
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/accounts'
import { OwnReason, OwnSentence } from '../admin/conflict-of-interest.tsx'
import { Button } from '../controls/button.tsx'
import type { PayoutsPage } from './payouts-page.ts'

const PATH = '/admin-dashboard/payouts'
const FILES = `${PATH}/files`

export function DuePayouts({ due, next }: Pick<PayoutsPage, 'due' | 'next'>) {
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      {due.length === 0 ? (
        <p className="running-text">{m.nothingDue()}</p>
      ) : (
        <ul className="framed-list max-w-4xl">
          {due.map(({ id, currency, name, sessions, amount, leftOut }) => (
            <li
              key={`${id} ${currency}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-5"
            >
              <span className="min-w-0">
                <Link to={`/mentor/${id}`} data-keys="row" className="font-semibold underline-offset-4 hover:underline">
                  {name}
                </Link>
                <span className="text-ink-2">, {sessions}</span>
                {leftOut && <span className="block text-sm text-ink-2">{leftOut}</span>}
              </span>
              <span className="font-semibold tabular-nums">{amount}</span>
            </li>
          ))}
        </ul>
      )}
      {next.map(({ currency, sum, own }) => (
        <Form key={currency} method="post" action={PATH} className="grid max-w-xl justify-items-start gap-3">
          <input type="hidden" name="currency" value={currency} />
          <OwnReason own={own} id={`make-${currency}`} />
          <Button type="submit" name="intent" value="make" disabled={busy}>
            {m.createPayoutBatch({ sum })}
          </Button>
        </Form>
      ))}
    </>
  )
}

export function PayoutBatches({ batches }: Pick<PayoutsPage, 'batches'>) {
  if (batches.length === 0) return <p className="running-text">{m.noBatchesYet()}</p>
  return (
    <ul className="framed-list max-w-4xl">
      {batches.map((batch) => (
        <li key={batch.id} className="grid gap-3 px-4 py-4 sm:px-5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <span className="font-semibold">{batch.sum}</span>
            <span className="text-ink-2">
              {batch.paid ? m.paidOn({ date: batch.paid }) : m.createdNotPaid({ date: batch.made })}
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            <form method="post" action={FILES}>
              <input type="hidden" name="batch" value={batch.id} />
              <Button type="submit" variant="secondary">
                {m.downloadTransfers()}
              </Button>
            </form>
            {!batch.paid && !batch.own && <UnpaidBatch id={batch.id} />}
          </div>
          {!batch.paid && <OwnSentence own={batch.own} />}
          {!batch.paid && batch.own === 'alone' && (
            <div className="max-w-xl">
              <UnpaidBatch id={batch.id} isOwn />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function UnpaidBatch({ id, isOwn = false }: { id: string; isOwn?: boolean }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" action={PATH} className={isOwn ? 'button-row' : 'contents'}>
      <input type="hidden" name="batch" value={id} />
      {isOwn && (
        <div className="w-full">
          <OwnReason own="alone" id={id} />
        </div>
      )}
      <Button type="submit" name="intent" value="paid" disabled={busy}>
        {m.markAsPaid()}
      </Button>
      <Button type="submit" name="intent" value="discard" variant="secondary" disabled={busy}>
        {m.discardBatch()}
      </Button>
    </Form>
  )
}
