import type { ReactNode } from 'react'
import { PageHead } from '../../layout/page-head.tsx'

type AccountPageProps = { title: string; lead?: ReactNode; children: ReactNode; below?: ReactNode }

/** A page with one form on a card, over a ground that reaches to the footer. Search engines do not index it. */
export function AccountPage({ title, lead, children, below }: AccountPageProps) {
  return (
    <div className="graticule -mb-16 min-h-[max(38rem,100dvh-32rem)] py-8 md:-mb-24 md:py-14">
      <PageHead title={title} />
      <div className="page">
        <div className="line mx-auto max-w-md rounded-card bg-deep px-5 py-6 sm:px-7 sm:py-8">
          <h1 className="text-2xl">{title}</h1>
          {lead && <p className="mt-2 text-ink-2">{lead}</p>}
          <div className="mt-5">{children}</div>
          {below && <div className="mt-5 border-t border-hair pt-4">{below}</div>}
        </div>
      </div>
    </div>
  )
}
