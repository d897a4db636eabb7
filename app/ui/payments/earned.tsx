/** What a mentor earned: in sum for each currency, by session, and what was paid out of it. */
import { Fragment } from 'react'
import * as m from '#messages/accounts'
import { formatList } from '#words/lists'
import type { DeskMoneyPage } from './desk-money.ts'

export function Earned({ page: { sums, ahead, sessions, more, payouts } }: { page: DeskMoneyPage }) {
  return (
    <>
      <section className="desk-part" aria-labelledby="money-head">
        <div className="desk-part-head">
          <h2 id="money-head">{m.whatYouEarn()}</h2>
          <span className="desk-aside">{m.whatYouEarnAside()}</span>
        </div>
        {sums.map(({ currency, figures }) => (
          <Fragment key={currency}>
            {sums.length > 1 && <h3 className="mt-3 font-semibold">{currency}</h3>}
            <dl className="figures">
              {figures.map(({ name, amount, note }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className="value">{amount}</dd>
                  <dd className="desk-aside">{note}</dd>
                </div>
              ))}
            </dl>
          </Fragment>
        ))}
        <p className="desk-aside mt-3 max-w-prose">
          {ahead && `${m.moreAhead({ amount: ahead })} `}
          {m.whenDue()}
        </p>
      </section>
      <section className="desk-part" aria-labelledby="by-booking-head">
        <div className="desk-part-head">
          <h2 id="by-booking-head">{m.byBooking()}</h2>
          {more > 0 && <span className="desk-aside">{m.olderNotListed({ more })}</span>}
        </div>
        {sessions.length === 0 ? (
          <p className="pt-3">{m.noPaymentsYet()}</p>
        ) : (
          <ul className="framed-list mt-3 max-w-3xl">
            {sessions.map(({ reference, title, day, kept, fee, earned, state }) => (
              <li key={reference} className="flex items-baseline justify-between gap-x-4 px-4 py-3">
                <div className="min-w-0">
                  <p className="font-semibold">{title}</p>
                  <p className="desk-aside">
                    {day}, <span className="whole-word">{reference}</span>
                  </p>
                  <p className="desk-aside">{state}</p>
                </div>
                <div className="shrink-0 text-end">
                  <p className="font-semibold">{earned}</p>
                  <p className="desk-aside">{m.keptLessFee({ kept, fee })}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
      {payouts.length > 0 && (
        <section className="desk-part" aria-labelledby="payouts-head">
          <div className="desk-part-head">
            <h2 id="payouts-head">{m.payouts()}</h2>
          </div>
          <ul className="framed-list mt-3 max-w-3xl">
            {payouts.map(({ id, state, sessions: count, amount }) => (
              <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3">
                <span>{count === null ? state : formatList([state, count], 'comma')}</span>
                <span className="font-semibold">{amount}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
