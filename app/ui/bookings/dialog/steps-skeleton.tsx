/** Stands in for the booking steps while they load: what is known already, and the room that the rest will take. */

import { Skeleton } from '../../controls/skeleton.tsx'
import * as m from '#messages/bookings'
import { formatDuration } from '#words/time'
import { calendarFrameClass } from '../calendar/calendar-look.ts'
import type { SessionOffer } from '../offer.ts'
import { StepHead, StepPrice } from './step-head.tsx'

type StepsSkeletonProps = {
  titleId: string
  Heading: 'h1' | 'h2'
  mentor: string
  /** Which step is loading. */
  coming: 'sessions' | 'times'
  /** The chosen session, if it is known already. */
  session?: SessionOffer | undefined
}

export function StepsSkeleton({ titleId, Heading, mentor, coming, session }: StepsSkeletonProps) {
  const title = session?.title ?? (coming === 'sessions' ? m.chooseSession() : m.bookWith({ name: mentor }))
  return (
    <div className="flex flex-1 flex-col gap-3 sm:gap-5">
      <StepHead
        {...{ titleId, Heading, title }}
        portrait={<Skeleton className="hidden size-14 shrink-0 sm:block" />}
        price={session && <StepPrice session={session} />}
      >
        <p className="text-ink-2">
          {m.withMentor({ name: mentor })}
          {session && ` · ${formatDuration(session.minutes)}`}
        </p>
        {coming === 'times' && <p className="h-6.25" />}
      </StepHead>
      <output className="sr-only">{m.loadingOffer()}</output>
      {coming === 'sessions' ? (
        <div className="grid gap-3 step-gutter pb-6">
          <Skeleton className="h-21.75" />
          <Skeleton className="h-21.75" />
        </div>
      ) : (
        <TimesSkeleton />
      )}
    </div>
  )
}

function TimesSkeleton() {
  return (
    <>
      <div className="grid flex-1 content-start gap-x-7 gap-y-3 step-gutter sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          <div className="flex h-11 items-center">
            <Skeleton className="h-6 w-36" />
          </div>
          <div className={`pt-9 ${calendarFrameClass}`}>
            <Skeleton className="h-70" />
          </div>
        </div>
        <div className="grid content-start gap-2 sm:pt-2.5">
          <Skeleton className="mb-10 h-12.25 w-48" />
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} className="h-11" />
          ))}
        </div>
      </div>
      <div className="sticky bottom-0 mt-auto min-h-20 border-t border-hair bg-deep" />
    </>
  )
}
