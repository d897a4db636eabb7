/** How the row of cards moves: by itself or by its buttons, a card at a time, and from the last card on to the first. */
import {
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type MouseEvent,
  type RefObject,
} from 'react'

const STEP_EVERY_MS = 5_000

/** `list` is for the row. `overflows`: its cards are wider than it. `near`: it has come near the window at least once. */
export function useCarouselMotion() {
  const list = useRef<HTMLUListElement>(null)
  const near = useNear(list)
  const overflows = useOverflow(list)
  const still = useSyncExternalStore(onStillnessChange, prefersStillness, () => false)
  const [chosen, setChosen] = useState<'play' | 'pause' | null>(null)
  const playing = chosen === null ? !still : chosen === 'play'
  const holders = useRef(new Set<string>()) // What keeps it still now: a pointer, a finger, the focus.

  const move = useCallback((by: 1 | -1) => {
    const row = list.current
    if (!row) return
    const { step, loop } = measure(row)
    // A copy looks like its original, so the jump is invisible.
    if (by > 0 && row.scrollLeft / step > loop / step - 0.5) row.scrollLeft -= loop
    if (by < 0 && row.scrollLeft / step < 0.5) row.scrollLeft += loop
    const left = (Math.round(row.scrollLeft / step) + by) * step
    row.scrollTo({ left, behavior: prefersStillness() ? 'instant' : 'smooth' })
  }, [])

  useEffect(() => {
    if (!playing || !near || !overflows) return
    const timer = setInterval(() => {
      if (holders.current.size === 0 && !document.hidden) move(1)
    }, STEP_EVERY_MS)
    return () => clearInterval(timer)
  }, [playing, near, overflows, move])

  return {
    list,
    near,
    overflows,
    playing,
    toggle: () => setChosen(playing ? 'pause' : 'play'),
    move,
    hold: (by: string) => () => void holders.current.add(by),
    release: (by: string) => () => void holders.current.delete(by),
  }
}

/**
 * Pixels from one card to the next (specification §9: 504, where there is room), and from a card to its copy; below zero where
 * the script runs from the right, as `scrollLeft` is. Copies are inert.
 */
function measure(row: HTMLElement): { step: number; loop: number } {
  const cards = [...row.children].filter((card): card is HTMLElement => card instanceof HTMLElement && !card.inert)
  const [first, second] = cards
  const step = first && second ? second.offsetLeft - first.offsetLeft : row.clientWidth
  return { step, loop: step * cards.length }
}

/** A click on a copy, which is inert, arrives at the row. It goes on to the same spot of the original. */
export function clickOriginal(event: MouseEvent<HTMLUListElement>) {
  const row = event.currentTarget
  if (event.target !== row) return
  const x = event.clientX - measure(row).loop
  const link = [...row.querySelectorAll<HTMLElement>('li:not([inert]) a')].find((candidate) => {
    const { left, right, top, bottom } = candidate.getBoundingClientRect()
    return x >= left && x <= right && event.clientY >= top && event.clientY <= bottom
  })
  link?.click()
}

function useOverflow(list: RefObject<HTMLUListElement | null>): boolean {
  const [overflows, setOverflows] = useState(true)
  useEffect(() => {
    const row = list.current
    if (!row) return
    const observer = new ResizeObserver(() => setOverflows(Math.abs(measure(row).loop) > row.clientWidth))
    observer.observe(row)
    return () => observer.disconnect()
  }, [list])
  return overflows
}

/** True once an element has come near the window. Until then the copies of the cards cost nothing. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      startTransition(() => setNear(true))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return near
}

const STILLNESS = '(prefers-reduced-motion: reduce)'
const prefersStillness = () => matchMedia(STILLNESS).matches

function onStillnessChange(listener: () => void) {
  const media = matchMedia(STILLNESS)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
