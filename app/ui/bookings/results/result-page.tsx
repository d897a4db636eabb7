/** The frame of the pages after the payment page: what happened, what happens next, and the way home. */
import { useEffect, type ReactNode } from 'react'
import * as m from '#messages/bookings'
import { PageHead } from '../../layout/page-head.tsx'
import { SupportAddress } from '../../layout/support-address.tsx'
import { ReturnHome } from './return-home.tsx'
import { rich } from '../../rich.tsx'

type ResultPageProps = {
  title: string
  /** Green, for a success: what was typed for it is forgotten (`kept-details.ts`). */
  good?: boolean
  icon?: ReactNode
  /** False while something is still to be done or awaited: then no countdown leads home. */
  finished?: boolean
  /** Nothing is left to do: the way home is the page's button. */
  homeOnly?: boolean
  children: ReactNode
}

export function ResultPage({
  title,
  good = false,
  icon,
  finished = true,
  homeOnly = false,
  children,
}: ResultPageProps) {
  useEffect(() => {
    if (!good) return
    try {
      sessionStorage.removeItem('typed-booking')
    } catch {
      // The storage is blocked, so nothing is in it.
    }
  }, [good])
  return (
    <div className="page py-8 md:py-14">
      <PageHead title={title} />
      <div className="mx-auto max-w-[44rem]">
        <div className={`flex items-center gap-4 rounded-card px-5 py-5 ${good ? 'bg-green' : 'bg-shoal-1'}`}>
          {icon}
          <h1 className="text-2xl sm:text-3xl">{title}</h1>
        </div>
        <div className="mt-6 grid gap-5">{children}</div>
        <p className="mt-6 text-ink-2">
          {rich(m.supportQuestion({ address: (text) => <SupportAddress fallback={text} /> }))}
        </p>
        {finished && <ReturnHome only={homeOnly} />}
      </div>
    </div>
  )
}

/** The page's one button, below the sentence that says what happened; other ways on are links beside it. */
export function Ways({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap items-center gap-x-5 gap-y-1">{children}</p>
}

/** A time or an address within a sentence. A long address breaks only where it must. */
export function Strong({ children }: { children: ReactNode }) {
  return <strong className="whole-word">{children}</strong>
}

/** Headers of a page whose address carries a secret or names a payment: no cache, no index and no other site may see it. */
export const PRIVATE_PAGE = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}
