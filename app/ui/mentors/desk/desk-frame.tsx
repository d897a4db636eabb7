/** The frame of the mentor's desk: whose it is, and the way to its other pages. Search engines do not index it. */
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import * as m from '#messages/mentors'
import { ButtonLink } from '../../controls/button.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { Portrait } from '../portrait.tsx'

/** The pages of the desk, in order. */
const PAGES = [
  { label: m.desk, to: '/desk' },
  { label: m.hours, to: '/desk/hours' },
  { label: m.sessions, to: '/desk/sessions' },
  { label: m.calendars, to: '/desk/calendars' },
  { label: m.money, to: '/desk/money' },
  { label: m.codes, to: '/desk/codes' },
  { label: m.profile, to: '/profile' },
  { label: m.statistics, to: '/desk/statistics' },
]

const PAUSE = '/desk/pause'

/** `place`: the city that names the mentor's clock. */
type DeskHead = { name: string; portrait: string | null; slug: string; place: string; paused: boolean }

type DeskFrameProps = {
  title: string
  /** One line below the title. */
  line: ReactNode
  head: DeskHead
  children: ReactNode
}

export function DeskFrame({ title, line, head, children }: DeskFrameProps) {
  const { pathname } = useLocation()
  return (
    <div className="page desk">
      <PageHead title={title} />
      <div className="desk-head">
        <Portrait name={head.name} picture={head.portrait} size={104} eager className="size-11" />
        <div className="min-w-0">
          <h1>{title}</h1>
          <p className="desk-line">{line}</p>
        </div>
        <nav aria-label={m.desk()}>
          <ul className="desk-tabs">
            {PAGES.map(({ label, to }) => (
              <li key={to}>
                <Link to={to} aria-current={pathname === to ? 'page' : undefined}>
                  {label()}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {pathname !== PAUSE && (
          <ButtonLink to={PAUSE} variant="secondary" className="desk-pause">
            {head.paused ? m.resumeOpen() : m.pauseOpen()}
          </ButtonLink>
        )}
      </div>
      {children}
    </div>
  )
}
