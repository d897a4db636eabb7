/** When the session is: the reader's clock and the other party's, and what can be done with it. */
import Video from 'lucide-react/icons/video'
import * as m from '#messages/bookings'
import { localPath } from '#words/local-path'
import { Button, buttonClass } from '../../controls/button.tsx'
import { AddToCalendar, type CalendarLinks } from './add-to-calendar.tsx'
import type { ClockFace, Clocks, Join } from './page-parts.ts'

type ClocksCardProps = { clocks: Clocks; join: Join; calendar: CalendarLinks | null }

export function ClocksCard({ clocks, join, calendar }: ClocksCardProps) {
  return (
    <section className="booking-clocks" aria-labelledby="when">
      <div className="min-w-0">
        <h2 id="when" className="text-base md:text-xl">
          <time dateTime={clocks.at}>{clocks.day}</time>
        </h2>
        <div className="booking-faces">
          <Face face={clocks.own} off={clocks.off} own />
          {clocks.other && <Face face={clocks.other} off={clocks.off} />}
        </div>
        {clocks.notes.map((note) => (
          <p key={note} className="mt-2 note">
            {note}
          </p>
        ))}
      </div>
      {(join || calendar) && (
        <div className="booking-actions">
          {join && <JoinButton join={join} />}
          {calendar && <AddToCalendar {...calendar} />}
          {join && (
            // A full load: only the document of that page may use them.
            <a href={localPath('/check-camera')} className="tall-link text-sm">
              {m.checkCamera()}
            </a>
          )}
        </div>
      )}
    </section>
  )
}

type FaceProps = { face: ClockFace; own?: boolean; off: boolean }

function Face({ face: { time, whose, brief, shift }, own = false, off }: FaceProps) {
  return (
    <p className={own ? 'own' : undefined}>
      <span className="booking-time">{off ? <s>{time}</s> : time}</span>
      <span className="block text-ink-2">
        <span className="md:hidden">{brief}</span>
        <span className="max-md:hidden">{whose}</span>
        {shift}
      </span>
    </p>
  )
}

function JoinButton({ join }: { join: NonNullable<Join> }) {
  const icon = <Video size={20} strokeWidth={1.75} aria-hidden="true" />
  if ('to' in join) {
    return (
      <a href={localPath(join.to)} className={buttonClass('primary')}>
        {icon} {m.join()}
      </a>
    )
  }
  return (
    <>
      <Button disabled aria-describedby="join-opens">
        {icon} {m.join()}
      </Button>
      <p id="join-opens" className="note">
        {m.opensWhen({ when: join.opens })}
      </p>
    </>
  )
}
