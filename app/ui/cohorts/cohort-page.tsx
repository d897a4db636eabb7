/** The page of a cohort: its parts as tabs, and beside them seats, time and dates. */
import Calendar from 'lucide-react/icons/calendar-days'
import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import * as m from '#messages/cohorts'
import { formatList } from '#words/lists'
import { Badge } from '../controls/badge.tsx'
import { Breadcrumb } from '../controls/breadcrumb.tsx'
import { Tabs } from '../controls/tabs/tabs.tsx'
import { cohortParts } from './cohort-parts.tsx'
import type { CohortView } from './cohort-view.ts'

type CohortPageProps = {
  view: CohortView
  /** The name of a place at the end of the title, set in italics. */
  place?: string
  badge?: string
  /** How many seats are taken; null where none can be taken yet. */
  taken: number | null
  /** The part "Ask Mentor". */
  ask: ReactNode
  /** The part "Tasks" where it is more than a list. */
  tasks?: ReactNode
  calendar: string | null
  /** Below the facts: what else there is to know or to do. */
  children?: ReactNode
}

export function CohortPage({ view, place, badge, taken, ask, tasks, calendar, children }: CohortPageProps) {
  return (
    <div className="page py-4 md:py-6">
      <Breadcrumb above={[{ label: m.cohorts(), to: '/cohorts' }]} here={view.title} />
      <div className="mt-3 grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24.5rem]">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h1 {...view.langAttributes} className="page-title wrap-anywhere">
              <Title title={view.title} place={place} />
            </h1>
            {badge && <Badge ground="accent">{badge}</Badge>}
          </div>
          {view.subtitle && (
            <p {...view.langAttributes} className="mt-2 max-w-3xl lead wrap-anywhere">
              {view.subtitle}
            </p>
          )}
        </div>
        <aside aria-label={m.aboutThisCohort()} className="grid content-start gap-5 lg:row-span-2">
          <CohortFacts view={view} taken={taken} />
          {children}
        </aside>
        <div className="min-h-[34rem] min-w-0">
          <Tabs label={m.cohortParts()} parts={cohortParts(view, { ask, tasks, calendar })} />
        </div>
      </div>
    </div>
  )
}

function Title({ title, place }: { title: string; place: string | undefined }) {
  if (!place || !title.endsWith(place)) return title
  return (
    <>
      {title.slice(0, -place.length)}
      <em className="font-place font-normal text-magenta italic">{place}</em>
    </>
  )
}

function CohortFacts({ view, taken }: { view: CohortView; taken: number | null }) {
  const { seats, commitment, starts, ends, schedule, tasks, resources } = view
  const holds = [
    schedule.length > 0 && m.groupSessions({ count: schedule.length }),
    tasks.length > 0 && m.taskCount({ count: tasks.length }),
    resources.length > 0 && m.resourceCount({ count: resources.length }),
  ].filter((held) => held !== false)
  return (
    <div className="line rounded-card px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl">{taken === null ? m.upToMentees({ seats }) : m.menteesOf({ taken, seats })}</h2>
        {taken !== null && (
          <Badge ground="accent">{taken < seats ? m.seatsLeft({ left: seats - taken }) : m.fullCohort()}</Badge>
        )}
      </div>
      {taken !== null && <Seats seats={seats} taken={taken} />}
      <ul className="mt-3 divide-y divide-hair border-t border-hair">
        <Fact icon={Clock}>
          <strong {...view.langAttributes} className="font-semibold">
            {commitment}
          </strong>
        </Fact>
        <Fact icon={Calendar}>{m.dateRange({ starts, ends })}</Fact>
        {holds.length > 0 && <li className="py-2.5 last:pb-0">{formatList(holds, 'comma')}</li>}
      </ul>
    </div>
  )
}

function Fact({ icon: Icon, children }: { icon: typeof Clock; children: ReactNode }) {
  return (
    <li className="flex gap-3 py-2.5 last:pb-0">
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

/** For the eye: the numbers stand above. */
function Seats({ seats, taken }: { seats: number; taken: number }) {
  return (
    <ul aria-hidden="true" className="cohort-seats mt-3">
      {Array.from({ length: Math.min(seats, 40) }, (_, seat) => (
        <li key={seat} data-taken={seat < taken || undefined} />
      ))}
    </ul>
  )
}
