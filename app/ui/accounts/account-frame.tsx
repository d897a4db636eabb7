/** The frame of the account's pages. Search engines do not index them. */
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import * as m from '#messages/accounts'
import { PageHead } from '../layout/page-head.tsx'

const PAGES = [
  { label: m.myAccount, to: '/account', holds: '/account/picture' },
  { label: m.bookings, to: '/account/bookings', holds: '/account/calendar' },
  { label: m.security, to: '/account/security', holds: '/account/second-step' },
]

/** `note`: what has just happened, or what to know before anything else. */
export function AccountFrame({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className="page-body">
      <PageHead title={title} />
      <nav aria-label={m.accountPages()} className="border-b border-hair">
        <ul className="flex gap-6">
          {PAGES.map((page) => (
            <li key={page.to}>
              <Link
                to={page.to}
                aria-current={currentIn(page, pathname)}
                className="-mb-px nav-link border-b-2 border-transparent aria-[current]:border-magenta aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {page.label()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <h1 className="mt-8 page-title">{title}</h1>
      {note && <div className="mt-6 max-w-3xl">{note}</div>}
      <div className="mt-8 grid">{children}</div>
    </div>
  )
}

function currentIn({ to, holds }: (typeof PAGES)[number], pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return pathname === holds ? 'true' : undefined
}

/** A part of such a page: its subject on the left, where there is room, and its controls on the right. */
export function AccountPart({
  id,
  title,
  hint,
  children,
}: {
  id: string
  title: string
  hint?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-5 border-t border-hair py-8 md:grid-cols-[16rem_minmax(0,1fr)] md:py-10"
    >
      <div>
        <h2 id={id} className="scroll-mt-6 text-xl">
          {title}
        </h2>
        {hint && <div className="mt-1.5 text-ink-2">{hint}</div>}
      </div>
      <div className="grid min-w-0 max-w-2xl content-start gap-5">{children}</div>
    </section>
  )
}
