/** A page on which a session gets its time in steps, each of which is an address. */
import type { ReactNode } from 'react'
import * as m from '#messages/bookings'
import { formatDuration } from '#words/time'
import { PageHead } from '../../layout/page-head.tsx'
import { Portrait } from '../../mentors/portrait.tsx'
import { StepHead } from '../dialog/step-head.tsx'
import type { BookingOffer } from '../offer.ts'

type StepsPageProps = {
  /** Of the window. */
  pageTitle: string
  title: string
  /** The link above the card. */
  back: ReactNode
  mentor: Pick<BookingOffer['mentor'], 'name' | 'picture'>
  session: string
  minutes: number
  children: ReactNode
}

export const StepsPage = ({ pageTitle, title, back, mentor, session, minutes, children }: StepsPageProps) => (
  <div className="page py-6 md:py-10">
    <PageHead title={pageTitle} />
    <div className="mx-auto max-w-[47.5rem]">
      <div className="mb-4">{back}</div>
      <div className="-mx-4.5 flex flex-col gap-5 overflow-clip border-y border-hair sm:line sm:mx-0 sm:rounded-dialog">
        <StepHead
          titleId="steps-title"
          Heading="h1"
          portrait={
            <Portrait name={mentor.name} picture={mentor.picture} size={104} eager className="hidden size-14 sm:flex" />
          }
          title={title}
          price={null}
        >
          <p className="text-ink-2">
            {m.sessionWithFor({ session, name: mentor.name, duration: formatDuration(minutes) })}
          </p>
        </StepHead>
        {children}
      </div>
    </div>
  </div>
)
