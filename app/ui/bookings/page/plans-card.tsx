/** "If your plans change": the last moments, and what goes back until then. */
import type { ReactNode } from 'react'
import * as m from '#messages/bookings'
import { ButtonLink } from '../../controls/button.tsx'
import type { Plans } from './page-parts.ts'
import { rich } from '../../rich.tsx'

/** `children`: other ways to change something, beside cancelling. */
export function PlansCard({ plans, children }: { plans: NonNullable<Plans>; children?: ReactNode }) {
  const { steps, text, after, byOther } = plans
  const cancelUntilThen = byOther ? m.cancelUntilThenOther : m.cancelUntilThen
  return (
    <section className="booking-plans" aria-labelledby="plans">
      <h2 id="plans" className="text-xl">
        {m.plansTitle()}
      </h2>
      {steps.map(({ until, at, other, amount }, index) => (
        <div key={at} className="grid gap-1">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <time dateTime={at} className="font-semibold">
              {m.untilWhen({ until })}
            </time>
            {other && <span className="note">{other}</span>}
          </p>
          <p>
            {rich(
              cancelUntilThen({
                isFirst: index === 0,
                amount,
                strong: (text) => <strong className="font-semibold">{text}</strong>,
              }),
            )}
          </p>
        </div>
      ))}
      {steps.length === 0 && <p>{text}</p>}
      {after && <p className="text-ink-2">{after}</p>}
      <div className="booking-ways">
        {children}
        <ButtonLink to={plans.cancel} variant="secondary">
          {m.cancel()}
        </ButtonLink>
      </div>
    </section>
  )
}
