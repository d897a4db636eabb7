/** Payouts by transfer, for admins: what is owed and held, mentors' accounts, and the transfers of the last days. */
import { Fragment, type ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/admin'
import { OwnReason, OwnSentence } from '../admin/conflict-of-interest.tsx'
import { Button } from '../controls/button.tsx'
import { Notice } from '../controls/notice.tsx'
import { Part } from '../layout/prose.tsx'
import type { ConnectPage } from './connect-page.ts'

export function ConnectParts({ connect }: { connect: ConnectPage }) {
  const { balances, accounts, hasMore, transfers } = connect
  return (
    <>
      <Part title={m.connectBalances()}>
        <p className="running-text">{m.connectBalancesNote()}</p>
        {balances.map(({ currency, figures, topUp }) => (
          <Fragment key={currency}>
            {balances.length > 1 && <h3 className="font-semibold">{currency}</h3>}
            {topUp && (
              <div className="max-w-3xl">
                <Notice>{topUp}</Notice>
              </div>
            )}
            <dl className="framed-list max-w-4xl">
              {figures.map(({ name, amount, note }) => (
                <div key={name} className="flex items-baseline justify-between gap-x-4 px-4 py-3 sm:px-5">
                  <dt>
                    <span className="font-semibold">{name}</span>
                    <span className="block text-sm text-ink-2">{note}</span>
                  </dt>
                  <dd className="shrink-0 font-semibold tabular-nums">{amount}</dd>
                </div>
              ))}
            </dl>
          </Fragment>
        ))}
      </Part>
      <Part title={m.connectAccounts()}>
        {accounts.length === 0 ? (
          <p className="running-text">{m.noConnectAccounts()}</p>
        ) : (
          <ul className="framed-list max-w-4xl">
            {accounts.map(({ id, name, country, state, details }) => (
              <Row key={id} mentorId={id} name={name} aside={country} end={state}>
                {details}
              </Row>
            ))}
          </ul>
        )}
        {hasMore && <p className="text-ink-2">{m.moreAccounts({ count: accounts.length })}</p>}
      </Part>
      <Part title={m.recentTransfers()}>
        {transfers.length === 0 ? (
          <p className="running-text">{m.noRecentTransfers()}</p>
        ) : (
          <ul className="framed-list max-w-4xl">
            {transfers.map(({ id, mentorId, name, state, amount, again }) => (
              <Row
                key={id}
                mentorId={mentorId}
                name={name}
                end={amount}
                below={again && <TransferAgain id={id} again={again} />}
              >
                {state}
              </Row>
            ))}
          </ul>
        )}
      </Part>
    </>
  )
}

type AgainProps = { id: string; again: NonNullable<ConnectPage['transfers'][number]['again']> }

function TransferAgain({ id, again: { refusals, own } }: AgainProps) {
  const busy = useNavigation().state !== 'idle'
  if (own === 'another') return <OwnSentence own={own} />
  return (
    <Form method="post" action="/admin-dashboard/payouts" className="grid max-w-xl justify-items-start gap-3">
      <input type="hidden" name="transfer" value={id} />
      <input type="hidden" name="refusals" value={refusals} />
      <OwnReason own={own} id={id} />
      <Button type="submit" name="intent" value="send_again" variant="secondary" disabled={busy}>
        {m.sendTransferAgain()}
      </Button>
    </Form>
  )
}

type RowProps = {
  mentorId: string
  name: string
  aside?: string
  end: string
  below?: ReactNode
  children: string | null
}

function Row({ mentorId, name, aside, end, below, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
      <span className="min-w-0">
        <Link to={`/mentor/${mentorId}`} data-keys="row" className="font-semibold underline-offset-4 hover:underline">
          {name}
        </Link>
        {aside && <span className="text-ink-2">, {aside}</span>}
        {children && <span className="block text-sm text-ink-2">{children}</span>}
      </span>
      <span className="font-semibold tabular-nums">{end}</span>
      {below && <div className="mt-2 w-full">{below}</div>}
    </li>
  )
}
