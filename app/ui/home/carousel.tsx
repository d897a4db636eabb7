/**
 * Mentors' cards in a row that moves on by itself, a card at a time, and begins again: after the last come the first ones
 * once more, as copies that only the eye sees. It stands still while somebody points at it, touches it or has the focus in
 * it, when they pause it, and from the start where they prefer less motion. Without scripts it is a row that scrolls.
 */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import {
  startTransition,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { useHydrated } from '../browser/hydrated.ts'
import { MentorTile, type MentorCard } from '../mentors/mentor-card.tsx'

const REST = 5_000 // Milliseconds between two steps.

type CarouselProps = { title: string; lead: ReactNode; mentors: MentorCard[] }

export function Carousel({ title, lead, mentors }: CarouselProps) {
  const heading = useId()
  const list = useRef<HTMLUListElement>(null)
  const held = useRef(new Set<string>()) // What holds it now: a pointer, a finger, the focus.
  const hydrated = useHydrated()
  const near = useNear(list)
  const [overflows, setOverflows] = useState(true)
  const still = useSyncExternalStore(onStillnessChange, prefersStillness, () => false)
  const [asked, setAsked] = useState<'play' | 'pause' | null>(null)
  const playing = asked === null ? !still : asked === 'play'

  const move = useCallback((by: 1 | -1) => {
    const row = list.current
    if (!row) return
    const { step, loop } = measure(row)
    // A copy and what it copies look the same: nobody sees this jump.
    if (by > 0 && row.scrollLeft > loop - step / 2) row.scrollLeft -= loop
    if (by < 0 && row.scrollLeft < step / 2) row.scrollLeft += loop
    const left = (Math.round(row.scrollLeft / step) + by) * step
    row.scrollTo({ left, behavior: prefersStillness() ? 'instant' : 'smooth' })
  }, [])

  useEffect(() => {
    const row = list.current
    if (!row) return
    const look = () => setOverflows(measure(row).loop > row.clientWidth)
    const observer = new ResizeObserver(look)
    observer.observe(row)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!playing || !near || !overflows) return
    const timer = setInterval(() => {
      if (held.current.size === 0 && !document.hidden) move(1)
    }, REST)
    return () => clearInterval(timer)
  }, [playing, near, overflows, move])

  const hold = (by: string) => () => void held.current.add(by)
  const release = (by: string) => () => void held.current.delete(by)

  return (
    <section aria-labelledby={heading} aria-roledescription="carousel" className="mt-16 md:mt-20">
      <div className="page flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id={heading} className="text-3xl">
            {title}
          </h2>
          <p className="mt-2 text-ink-2">{lead}</p>
        </div>
        <div className={`flex gap-2 ${hydrated && overflows ? '' : 'invisible'}`}>
          <Control label={playing ? 'Pause' : 'Play'} onPress={() => setAsked(playing ? 'pause' : 'play')}>
            {playing ? <Pause {...ICON} /> : <Play {...ICON} />}
            {playing ? 'Pause' : 'Play'}
          </Control>
          <Control label="Previous mentor" onPress={() => move(-1)}>
            <ChevronLeft {...ICON} />
          </Control>
          <Control label="Next mentor" onPress={() => move(1)}>
            <ChevronRight {...ICON} />
          </Control>
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- For the copies, which no keyboard reaches. */}
      <ul
        ref={list}
        aria-label="Mentors"
        className="mentor-strip"
        onPointerEnter={(event) => event.pointerType === 'mouse' && held.current.add('pointer')}
        onPointerLeave={release('pointer')}
        onTouchStart={hold('finger')}
        onTouchEnd={release('finger')}
        onTouchCancel={release('finger')}
        onFocus={hold('focus')}
        onBlur={release('focus')}
        onClick={pressOriginal}
      >
        {mentors.map((mentor) => (
          <MentorTile key={mentor.slug} mentor={mentor} />
        ))}
        {hydrated &&
          near &&
          overflows &&
          mentors.map((mentor) => <MentorTile key={`copy of ${mentor.slug}`} mentor={mentor} copy />)}
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

/** Pixels from one card to the next (specification §9: 504, where there is room), and from a card to its copy. */
function measure(row: HTMLElement): { step: number; loop: number } {
  const cards = [...row.children].filter((card): card is HTMLElement => card instanceof HTMLElement && !card.inert)
  const [first, second] = cards
  const step = first && second ? second.offsetLeft - first.offsetLeft : row.clientWidth
  return { step, loop: step * cards.length }
}

/** A copy is inert, so what is pressed there is told to the row. It is passed to the same spot of what was copied. */
function pressOriginal(event: MouseEvent<HTMLUListElement>) {
  const row = event.currentTarget
  if (event.target !== row) return
  const x = event.clientX - measure(row).loop
  const link = [...row.querySelectorAll<HTMLElement>('li:not([inert]) a')].find((candidate) => {
    const { left, right, top, bottom } = candidate.getBoundingClientRect()
    return x >= left && x <= right && event.clientY >= top && event.clientY <= bottom
  })
  link?.click()
}

/** Whether a part of the page has ever come near the window: until then its copies cost nothing. */
function useNear(part: { current: HTMLElement | null }): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!part.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      startTransition(() => setNear(true))
    })
    observer.observe(part.current)
    return () => observer.disconnect()
  }, [part])
  return near
}

const STILLNESS = '(prefers-reduced-motion: reduce)'
const prefersStillness = () => matchMedia(STILLNESS).matches

function onStillnessChange(tell: () => void) {
  const media = matchMedia(STILLNESS)
  media.addEventListener('change', tell)
  return () => media.removeEventListener('change', tell)
}
