/** Reordering a list by its grips, with a mouse or a finger. With the keyboard and without dragging there are arrows. */
import { useRef, useState, type PointerEvent } from 'react'

export type Grip = {
  /** The key of the entry that is being dragged. */
  dragged: number | null
  /** The properties of an entry's grip. */
  of: (key: number) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: () => void
    onPointerCancel: () => void
  }
}

/** `keys`: of the entries in their order, which are the children of one element. */
export function useGrip(keys: number[], move: (from: number, to: number) => void): Grip {
  const [dragged, setDragged] = useState<number | null>(null)
  const item = useRef<HTMLElement | null>(null)
  const end = () => setDragged(null)

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (dragged === null || !item.current?.parentElement) return
    const from = keys.indexOf(dragged)
    const others = [...item.current.parentElement.children]
    const over = others.findIndex((other) => {
      const { top, bottom } = other.getBoundingClientRect()
      return event.clientY >= top && event.clientY <= bottom
    })
    if (over < 0 || over === from) return
    // Not before the pointer is past the middle, or two entries of different heights would change places for ever.
    const { top, height } = others[over]!.getBoundingClientRect()
    const isPast = over > from ? event.clientY > top + height / 2 : event.clientY < top + height / 2
    if (isPast) move(from, over)
  }
  return {
    dragged,
    of: (key) => ({
      onPointerDown: (event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        item.current = event.currentTarget.closest('li')
        setDragged(key)
      },
      onPointerMove: drag,
      onPointerUp: end,
      onPointerCancel: end,
    }),
  }
}
