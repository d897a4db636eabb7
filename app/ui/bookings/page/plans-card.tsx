/** "If your plans change": the last moments, and what goes back until then. */
import type { ReactNode } from 'react'
import type { Plans } from './page-parts.ts'

/** `children`: the ways to change something. */
export function PlansCard({ plans, children }: { plans: NonNullable<Plans>; children?: ReactNode }) {
  const { steps, text, after } = plans
  return (
    <section className="booking-plans" aria-labelledby="plans">
      <h2 id="plans" className="text-xl">
        If your plans change
      </h2>
      {steps.map(({ until, at, other, amount }, index) => (
        <div key={at} className="grid gap-1">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <time dateTime={at} className="font-semibold">
              Until {until}
            </time>
            {other && <span className="note">{other}</span>}
          </p>
          <p>
            {index === 0 ? 'Cancel, and ' : 'Cancel later, and '}
            <strong className="font-semibold">{amount}</strong> {text}
          </p>
        </div>
      ))}
      {steps.length === 0 && <p>{text}</p>}
      {after && <p className="text-ink-2">{after}</p>}
      {children && <div className="grid grid-cols-2 gap-3">{children}</div>}
    </section>
  )
}
