/** Where everything of a document is: title, facts, parties, table, totals, notes, and a foot on each page. */
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { CONTENT_WIDTH, lineHeight, openFlow, putScaleBar, type Flow } from '#server/platform/pdf/flow'
import { addElement, INK, INK_2, PAGE, type Element, type Page, type Style } from '#server/platform/pdf/pages'
import { putTable } from '#server/platform/pdf/table-layout'
import type { Typesetter } from '#server/platform/pdf/typesetting'

const TITLE: Style = { size: 22, weight: 600, color: INK }
const LABEL: Style = { size: 8.5, weight: 400, color: INK_2 }
const BODY: Style = { size: 10, weight: 400, color: INK }
const NAME: Style = { size: 10, weight: 600, color: INK }
const TOTAL: Style = { size: 12, weight: 600, color: INK }
const SMALL: Style = { size: 8.5, weight: 400, color: INK_2 }

const GAP = 24
const PARTIES_IN_A_ROW = 3
/** Lines of one party as set; more could not be read beside others. */
const MAX_PARTY_LINES = 30
const FOOT_Y = PAGE.height - 54

/** What the layout adds to the texts of the sheet. */
const pageNumber = (page: number, pages: number): string => `${page} / ${pages}`

export const isRightToLeft = (language: string): boolean => new Intl.Locale(language).getTextInfo().direction === 'rtl'

/** `sheet` is clean (`clean-text.ts`). */
export function layOutSheet(sheet: DocumentSheet, typesetter: Typesetter): { pages: Page[]; root: Element } {
  const root: Element = { role: 'Document', children: [] }
  const flow = openFlow(typesetter, isRightToLeft(sheet.language))
  putTitle(flow, sheet.title, root)
  putFacts(flow, sheet.facts, root, typesetter)
  putParties(flow, sheet.parties, root)
  if (sheet.head.length > 0) putTable(flow, sheet, root, typesetter)
  putTotals(flow, sheet.totals, root, typesetter)
  putNotes(flow, sheet.notes, root)
  putFeet(flow, sheet.issuer, typesetter)
  return { pages: flow.pages, root }
}

const readingBase = (flow: Flow) => (flow.isRightToLeft ? 'rtl' : 'ltr')

function putTitle(flow: Flow, title: string, root: Element): void {
  const lines = flow.wrap(title, TITLE, CONTENT_WIDTH, readingBase(flow))
  flow.y = flow.put(lines, TITLE, { start: 0, width: CONTENT_WIDTH }, flow.y, addElement(root, 'H1')) + 10
  putScaleBar(flow)
  flow.y += 20
}

function putFacts(flow: Flow, facts: DocumentSheet['facts'], root: Element, { measure }: Typesetter): void {
  if (facts.length === 0) return
  const list = addElement(root, 'L')
  const labels = Math.min(Math.max(...facts.map(([label]) => measure(label, BODY))) + 0.1, CONTENT_WIDTH * 0.36)
  const start = labels + GAP
  for (const [label, value] of facts) {
    const item = addElement(list, 'LI')
    const style = { ...BODY, color: INK_2 }
    const name = flow.wrap(label, style, labels, readingBase(flow))
    const lines = flow.wrap(value, BODY, CONTENT_WIDTH - start, 'auto')
    flow.ensure(Math.max(name.length, lines.length) * lineHeight(BODY))
    const { y } = flow
    const below = flow.put(name, style, { start: 0, width: labels }, y, addElement(item, 'Lbl'))
    const slot = { start, width: CONTENT_WIDTH - start }
    flow.y = Math.max(below, flow.put(lines, BODY, slot, y, addElement(item, 'LBody'))) + 3
  }
  flow.y += 19
}

function putParties(flow: Flow, parties: DocumentSheet['parties'], root: Element): void {
  for (let first = 0; first < parties.length; first += PARTIES_IN_A_ROW) {
    const row = parties.slice(first, first + PARTIES_IN_A_ROW)
    const columns = Math.max(2, row.length)
    const width = (CONTENT_WIDTH - (columns - 1) * GAP) / columns
    const set = row.map(({ label, lines }) => ({
      label: flow.wrap(label, LABEL, width, readingBase(flow)),
      lines: lines.map((line, index) => flow.wrap(line, index === 0 ? NAME : BODY, width, 'auto')),
    }))
    const height = ({ label, lines }: (typeof set)[number]) =>
      label.length * lineHeight(LABEL) + Math.min(lines.flat().length, MAX_PARTY_LINES) * lineHeight(BODY) + 3
    flow.ensure(Math.max(...set.map(height)))
    const ends = set.map(({ label, lines }, column) => {
      const slot = { start: column * (width + GAP), width }
      const section = addElement(root, 'Sect')
      let y = flow.put(label, LABEL, slot, flow.y, addElement(section, 'H2')) + 3
      let left = MAX_PARTY_LINES
      for (const [index, each] of lines.entries()) {
        const shown = each.slice(0, left)
        left -= shown.length
        if (shown.length > 0) y = flow.put(shown, index === 0 ? NAME : BODY, slot, y, addElement(section, 'P'))
      }
      return y
    })
    flow.y = Math.max(...ends) + 26
  }
}

/** At the end side, below the numbers. The last one is emphasised. */
function putTotals(flow: Flow, totals: DocumentSheet['totals'], root: Element, { measure }: Typesetter): void {
  if (totals.length === 0) return
  const styled = totals.map(([label, value], index) => ({
    label,
    value,
    style: index === totals.length - 1 ? TOTAL : BODY,
  }))
  const values = Math.min(Math.max(...styled.map(({ value, style }) => measure(value, style))) + 0.1, CONTENT_WIDTH / 2)
  const widest = Math.max(...styled.map(({ label, style }) => measure(label, style))) + 0.1
  const labels = Math.min(Math.max(widest, CONTENT_WIDTH * 0.25), CONTENT_WIDTH - values - GAP)
  const width = labels + GAP + values
  const start = CONTENT_WIDTH - width
  const rows = styled.map(({ label, value, style }) => ({
    style,
    name: flow.wrap(label, style, labels, readingBase(flow)),
    lines: flow.wrap(value, style, values, 'auto'),
  }))
  const heights = rows.map(({ name, lines, style }) => Math.max(name.length, lines.length) * lineHeight(style) + 6)
  flow.y += 4
  flow.ensure(heights.reduce((sum, height) => sum + height, 12))
  const list = addElement(root, 'L')
  for (const [index, { name, lines, style }] of rows.entries()) {
    flow.ensure(heights[index]!)
    if (style === TOTAL) {
      flow.rule(flow.y + 2, { slot: { start, width }, weight: 1, color: INK })
      flow.y += 7
    }
    const item = addElement(list, 'LI')
    flow.put(name, style, { start, width: labels }, flow.y, addElement(item, 'Lbl'))
    const slot = { start: CONTENT_WIDTH - values, width: values, align: 'end' as const }
    flow.put(lines, style, slot, flow.y, addElement(item, 'LBody'))
    flow.y += heights[index]!
  }
  flow.y += 18
}

function putNotes(flow: Flow, notes: string[], root: Element): void {
  for (const note of notes) {
    const paragraph = addElement(root, 'P')
    for (const line of flow.wrap(note, SMALL, CONTENT_WIDTH, readingBase(flow))) {
      flow.ensure(lineHeight(SMALL))
      flow.y = flow.put([line], SMALL, { start: 0, width: CONTENT_WIDTH }, flow.y, paragraph)
    }
    flow.y += 5
  }
}

/** Who issued the document, and the page's number. */
function putFeet(flow: Flow, issuer: string, { measure }: Typesetter): void {
  const { pages } = flow
  const numbers = pages.map((_, index) => pageNumber(index + 1, pages.length))
  const width = Math.max(...numbers.map((text) => measure(text, SMALL))) + 0.1
  const [line] = flow.wrap(issuer, SMALL, CONTENT_WIDTH - width - GAP, 'auto')
  flow.pages = []
  for (const [index, page] of pages.entries()) {
    flow.pages.push(page)
    flow.rule(FOOT_Y - 7)
    flow.put([line!], SMALL, { start: 0, width: CONTENT_WIDTH - width - GAP }, FOOT_Y, null)
    const number = flow.wrap(numbers[index]!, SMALL, width, 'ltr')
    flow.put(number, SMALL, { start: CONTENT_WIDTH - width, width, align: 'end' }, FOOT_Y, null)
  }
}
