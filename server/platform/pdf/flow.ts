/** A column of text over pages. Sides are those of reading: what begins at the left of a page in English begins at the right in Arabic. */
import { HAIRLINE, INK, PAGE, type Element, type Mark, type Page, type Style } from '#server/platform/pdf/pages'
import type { BaseDirection, Line, Typesetter } from '#server/platform/pdf/typesetting'

export const MARGIN = 54
export const CONTENT_WIDTH = PAGE.width - 2 * MARGIN
const TOP = 54
const BOTTOM = PAGE.height - 76

const LEADING = 1.42
/** Of Noto Sans, in font sizes. Other scripts are set on the same lines. */
const [ASCENT, DESCENT] = [1.069, 0.293]

/** `start` and `width`: points from the start of the content. `end`: lines end at the end of the width, as numbers do. */
export type Slot = { start: number; width: number; align?: 'start' | 'end' }

export type Flow = {
  /** Height at which the next block begins, in points from the page's top. */
  y: number
  pages: Page[]
  readonly isRightToLeft: boolean
  /** Begins a page unless `height` points are left. Returns whether it did. */
  ensure(height: number): boolean
  wrap(text: string, style: Style, width: number, base: BaseDirection): Line[]
  /** Puts lines at a height of the current page and returns the height below them. */
  put(lines: Line[], style: Style, slot: Slot, y: number, element: Element | null): number
  rule(y: number, options?: { slot?: Slot; weight?: number; color?: string }): void
}

export const lineHeight = ({ size }: Style): number => size * LEADING

/** `onPage`: what a page begins with. It is not called for the first one. */
export function openFlow(typesetter: Typesetter, isRightToLeft: boolean): Flow & { onPage: () => void } {
  const left = ({ start, width }: Slot) => (isRightToLeft ? PAGE.width - MARGIN - start - width : MARGIN + start)
  const add = (mark: Mark) => flow.pages.at(-1)!.push(mark)
  const flow = {
    y: TOP,
    pages: [[]] as Page[],
    isRightToLeft,
    onPage: () => {},
    ensure(height: number) {
      if (flow.y + height <= BOTTOM || flow.y === TOP) return false
      flow.pages.push([])
      flow.y = TOP
      flow.onPage()
      return true
    },
    wrap: (text: string, { size, weight }: Style, width: number, base: BaseDirection) =>
      typesetter.wrap(text, { size, weight, base }, width),
    put(lines: Line[], style: Style, slot: Slot, y: number, element: Element | null) {
      const height = lineHeight(style)
      const baseline = (height - (ASCENT + DESCENT) * style.size) / 2 + ASCENT * style.size
      const toRight = (slot.align === 'end') !== isRightToLeft
      for (const [index, line] of lines.entries()) {
        const x = left(slot) + (toRight ? slot.width - (line.width * style.size) / 1_000 : 0)
        add({ kind: 'text', line, x, y: y + index * height + baseline, style, element })
      }
      return y + lines.length * height
    },
    rule(
      y: number,
      {
        slot = { start: 0, width: CONTENT_WIDTH },
        weight = 0.6,
        color = HAIRLINE,
      }: { slot?: Slot; weight?: number; color?: string } = {},
    ) {
      add({ kind: 'rule', x: left(slot), y, width: slot.width, height: weight, color })
    },
  }
  return flow
}

/** The chart's edge: black and white in turns, between two lines. */
export function putScaleBar(flow: Flow): void {
  const parts = 24
  const part = CONTENT_WIDTH / parts
  for (let index = 0; index < parts; index += 2)
    flow.rule(flow.y, { slot: { start: index * part, width: part }, weight: 3, color: INK })
  flow.rule(flow.y, { weight: 0.5, color: INK })
  flow.rule(flow.y + 2.5, { weight: 0.5, color: INK })
  flow.y += 3
}
