/** The page after the payment page: what happened, what happens next, and the way home. */
import type { ReactNode } from 'react'
import { PageHead } from '../../layout/page-head.tsx'
import { SupportAddress } from '../../layout/support-address.tsx'
import { ReturnHome } from './return-home.tsx'

type ResultPageProps = {
  title: string
  /** A surface of success, or the plain ground. */
  good?: boolean
  icon?: ReactNode
  /** Whether the countdown home may run: not while something is still open. */
  finished?: boolean
  children: ReactNode
}

export function ResultPage({ title, good = false, icon, finished = true, children }: ResultPageProps) {
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
          A question? Write to <SupportAddress />.
        </p>
        {finished && <ReturnHome />}
      </div>
    </div>
  )
}

/** For addresses that carry a secret or name a payment: in no index, no cache and nobody's log. */
export const PRIVATE_PAGE = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}
