/**
 * Mentors' cards in a row that moves on by itself, a card at a time. After the last card come copies of the first ones,
 * which only the eye sees, so that it goes round. It stands still while it is pointed at, touched or focused, when it is
 * paused, and from the start for readers who prefer less motion. Without scripts it is a row that scrolls.
 */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useId, type ReactNode } from 'react'
import * as m from '#messages/home'
import { useHydrated } from '../browser/hydrated.ts'
import { MentorTile, type MentorCard } from '../mentors/list/mentor-card.tsx'
import { clickOriginal, useCarouselMotion } from './carousel-motion.ts'

/** `query`: carries the visitor's move to a mentor's page. */
type CarouselProps = { title: string; lead: ReactNode; mentors: MentorCard[]; query: string }

export function Carousel({ title, lead, mentors, query }: CarouselProps) {
  const heading = useId()
  const hydrated = useHydrated()
  const { list, near, overflows, playing, toggle, move, hold, release } = useCarouselMotion()
  return (
    <section aria-labelledby={heading} aria-roledescription={m.carousel()} className="section-gap">
      <div className="page flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id={heading} className="text-3xl">
            {title}
          </h2>
          <p className="mt-2 text-ink-2">{lead}</p>
        </div>
        <div className={`flex flex-wrap gap-2 ${hydrated && overflows ? '' : 'invisible'}`}>
          <Control label={playing ? m.pause() : m.play()} onPress={toggle}>
            {playing ? <Pause {...ICON} /> : <Play {...ICON} />}
            {playing ? m.pause() : m.play()}
          </Control>
          <Control label={m.previousMentor()} onPress={() => move(-1)}>
            <ChevronLeft {...ICON} className="directional" />
          </Control>
          <Control label={m.nextMentor()} onPress={() => move(1)}>
            <ChevronRight {...ICON} className="directional" />
          </Control>
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- For the copies, which no keyboard reaches. */}
      <ul
        ref={list}
        aria-label={m.mentors()}
        className="mentor-strip"
        onPointerEnter={(event) => event.pointerType === 'mouse' && hold('pointer')()}
        onPointerLeave={release('pointer')}
        onTouchStart={hold('finger')}
        onTouchEnd={release('finger')}
        onTouchCancel={release('finger')}
        onFocus={hold('focus')}
        onBlur={release('focus')}
        onClick={clickOriginal}
      >
        {mentors.map((mentor) => (
          <MentorTile key={mentor.slug} mentor={mentor} query={query} />
        ))}
        {hydrated &&
          near &&
          overflows &&
          mentors.map((mentor) => <MentorTile key={`copy of ${mentor.slug}`} mentor={mentor} query={query} copy />)}
      </ul>
    </section>
  )
}

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

function Control({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="line inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control bg-deep px-2.5 font-semibold hover:bg-shoal-1"
    >
      {children}
    </button>
  )
}
