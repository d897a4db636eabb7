/** The table of a document. Its head is repeated on each page. */
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { CONTENT_WIDTH, lineHeight, type Flow, type Slot } from '#server/platform/pdf/flow'
import { addElement, INK, INK_2, type Element, type Style } from '#server/platform/pdf/pages'
import type { Line, Typesetter } from '#server/platform/pdf/typesetting'

const GAP = 16
const PADDING = 4
/** The share of the width that the first column has at least. */
const FIRST = 0.3
/** The largest in which the numbers have room is taken. */
const SIZES = [9.5, 8.5, 7.5]

export function putTable(
  flow: Flow & { onPage: () => void },
  { head, rows }: Pick<DocumentSheet, 'head' | 'rows'>,
  root: Element,
  typesetter: Typesetter,
): void {
  const { title, body, slots } = placeColumns(head, rows, typesetter)
  const base = flow.isRightToLeft ? 'rtl' : 'ltr'
  const heads = head.map((text, column) => flow.wrap(text, title, slots[column]!.width, base))

  const table = addElement(root, 'Table')
  const putHead = (element: Element | null) => {
    const heights = heads.map(({ length }) => length * lineHeight(title))
    const bottom = flow.y + Math.max(...heights)
    for (const [column, lines] of heads.entries()) {
      const cell = element && addElement(element, 'TH', 'Column')
      flow.put(lines, title, slots[column]!, bottom - heights[column]!, cell)
    }
    flow.rule(bottom + PADDING, { weight: 1, color: INK })
    flow.y = bottom + PADDING + 1
  }
  const height = (cells: Line[][]) => Math.max(...cells.map(({ length }) => length)) * lineHeight(body) + 2 * PADDING

  const wrapRow = (row: string[]) => row.map((text, column) => flow.wrap(text, body, slots[column]!.width, 'auto'))
  flow.ensure(3 * lineHeight(title) + (rows[0] ? height(wrapRow(rows[0])) : 0))
  putHead(addElement(table, 'TR'))
  flow.onPage = () => putHead(null)
  for (const row of rows) {
    const cells = wrapRow(row)
    flow.ensure(height(cells))
    const element = addElement(table, 'TR')
    for (const [column, lines] of cells.entries())
      flow.put(lines, body, slots[column]!, flow.y + PADDING, addElement(element, 'TD'))
    flow.y += height(cells)
    flow.rule(flow.y)
  }
  flow.onPage = () => {}
  flow.y += 6
}

/** Numbers are as wide as the widest of their column; what is left is for the first one. */
function placeColumns(head: string[], rows: string[][], { measure }: Typesetter) {
  const gaps = GAP * (head.length - 1)
  const most = CONTENT_WIDTH * (1 - FIRST) - gaps
  const measureAt = (size: number) => {
    const title: Style = { size: Math.min(size, 8.5), weight: 600, color: INK_2 }
    const body: Style = { size, weight: 400, color: INK }
    const texts = head.slice(1).map((_, column) => rows.map((row) => row[column + 1]!))
    const numbers = texts.map((column) => Math.max(0, ...column.map((text) => measure(text, body))) + 0.1)
    const titles = head.slice(1).map((text) => measure(text, title) + 0.1)
    return { title, body, numbers, titles }
  }
  const measured = SIZES.map(measureAt)
  const { title, body, numbers, titles } = measured.find((each) => sum(each.numbers) <= most) ?? measured.at(-1)!
  const widths = shareWidth(
    numbers.map((width, column) => Math.max(width, titles[column]!)),
    numbers,
    most,
  )
  const first = CONTENT_WIDTH - gaps - sum(widths)
  let start = first
  const slots: Slot[] = [{ start: 0, width: first }]
  for (const width of widths) {
    slots.push({ start: start + GAP, width, align: 'end' })
    start += GAP + width
  }
  return { title, body, slots }
}

const sum = (widths: number[]): number => widths.reduce((total, width) => total + width, 0)

/** What each column gets of `most`: what it wants, or else what its numbers need and a share of the rest, or else an equal bound. */
function shareWidth(wanted: number[], needed: number[], most: number): number[] {
  if (sum(wanted) <= most) return wanted
  const spare = most - sum(needed)
  const missing = sum(wanted) - sum(needed)
  if (spare >= 0) return wanted.map((width, column) => needed[column]! + ((width - needed[column]!) * spare) / missing)
  let bound = most / needed.length
  for (let round = 0; round < needed.length; round += 1) {
    const narrow = needed.filter((width) => width <= bound)
    if (narrow.length < needed.length) bound = (most - sum(narrow)) / (needed.length - narrow.length)
  }
  return needed.map((width) => Math.min(width, bound))
}
