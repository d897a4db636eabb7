/** Pages as they are drawn: lines of text and rules, and the elements by which a screen reader knows what a text is. */
import type { Weight } from '#server/platform/pdf/document-fonts'
import type { Line } from '#server/platform/pdf/typesetting'

/** Of A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 }

/** Amounts of red, green and blue, as PDF writes them. The names are those of the product's look. */
export const INK = '0.078 0.129 0.169'
export const INK_2 = '0.29 0.353 0.4'
export const HAIRLINE = '0.835 0.875 0.894'

export type Style = { size: number; weight: Weight; color: string }

/** Standard structure types of PDF. */
type Role = 'Document' | 'H1' | 'H2' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'P' | 'Sect' | 'Table' | 'TR' | 'TH' | 'TD'

/** `null` as the element of a text: read by no one, as what is repeated on each page. */
export type Element = { role: Role; scope?: 'Column' | 'Row'; children: Element[] }

/** Points from the page's left and top. `y` of a text is its baseline. */
export type Mark =
  | { kind: 'text'; line: Line; x: number; y: number; style: Style; element: Element | null }
  | { kind: 'rule'; x: number; y: number; width: number; height: number; color: string }

export type Page = Mark[]

export function addElement(parent: Element, role: Role, scope?: 'Column' | 'Row'): Element {
  const element: Element = scope ? { role, scope, children: [] } : { role, children: [] }
  parent.children.push(element)
  return element
}
