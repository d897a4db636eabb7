import type { ReactNode } from 'react'
import type { LangAttributes } from '../../lang-attributes.ts'
import type { SessionOffer } from '../offer.ts'
import { describePrice } from '#words/prices'

type StepHeadProps = {
  titleId: string
  Heading: 'h1' | 'h2'
  portrait: ReactNode
  title: ReactNode
  /** Of a title that the mentor wrote. */
  langAttributes?: LangAttributes | undefined
  price: ReactNode
  children: ReactNode
}

/** The head of every step. In a dialog on a wider screen it stays at the top while the step scrolls. */
export function StepHead({ titleId, Heading, portrait, title, langAttributes, price, children }: StepHeadProps) {
  return (
    <div className="flex items-start gap-4 border-b border-hair bg-deep step-gutter py-3 sm:py-5 sm:in-[dialog]:sticky sm:in-[dialog]:top-0 sm:in-[dialog]:z-10 sm:in-[dialog]:pe-18 [@media(max-height:32rem)]:static!">
      {portrait}
      <div className="min-w-0 flex-1">
        <Heading id={titleId} {...langAttributes} tabIndex={-1} className="text-xl font-semibold outline-none">
          {title}
        </Heading>
        {children}
      </div>
      {price && <p className="hidden shrink-0 text-end text-xl font-semibold sm:block">{price}</p>}
    </div>
  )
}

/** A session's price, and what it is about in the visitor's currency. */
export function StepPrice({ session: { price, currency, about } }: { session: SessionOffer }) {
  return (
    <>
      {describePrice(price, currency)}
      {about && <span className="block whitespace-nowrap tabular-nums text-sm font-normal text-ink-2">({about})</span>}
    </>
  )
}
