/** What the parts of an email's HTML share: colours of day and night, type, and tables that programs lay out alike. */
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { isLatin, isRightToLeft } from '../../../messages/runtime.ts'

/** The day's colours, on the elements themselves. */
export const DAY = {
  ink: '#14212b',
  ink2: '#4a5a66',
  deep: '#ffffff',
  shoal: '#eaf4f7',
  hair: '#d5dfe4',
  magenta: '#a50f62',
} as const

/** The night's, by class. Programs without `prefers-color-scheme` show the day's or darken them by themselves. */
const EMAIL_CSS = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; width: 100%; -webkit-text-size-adjust: 100%; }
img { border: 0; display: block; }
@media (max-width: 520px) {
  .gutter { padding-left: 20px !important; padding-right: 20px !important; }
  .heading { font-size: 26px !important; line-height: 32px !important; }
  .panel { padding: 16px !important; }
  .portrait { width: 72px !important; height: 72px !important; }
  .time { font-size: 34px !important; line-height: 40px !important; }
  .clock { padding: 14px 12px 16px 16px !important; }
  .fact { display: block !important; width: auto !important; padding-left: 0 !important; padding-right: 0 !important; }
  th.fact { padding-bottom: 0 !important; }
  td.fact { padding-top: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .deep { background: #0b1318 !important; }
  .shoal { background: #10222b !important; }
  .ink { color: #d9e4e8 !important; }
  .ink2 { color: #9fb2bb !important; }
  .magenta { color: #ee7fb8 !important; border-color: #ee7fb8 !important; }
  .hair { border-color: #2a3a44 !important; }
  .frame { border-color: #d9e4e8 !important; }
  .bar { background: #d9e4e8 !important; }
  .button { background: #d9e4e8 !important; color: #0b1318 !important; }
}
`

/** On a phone, in other scripts than Latin. */
const TALL_CSS = `
@media (max-width: 520px) {
  .heading { line-height: 39px !important; }
  .time { line-height: 51px !important; }
}
`

/** On a phone, from right to left. */
const MIRRORED_CSS = `
@media (max-width: 520px) {
  .clock { padding: 14px 16px 16px 12px !important; }
}
`

export const emailCss = (): string =>
  [EMAIL_CSS, ...(isLatin() ? [] : [TALL_CSS]), ...(isRightToLeft() ? [MIRRORED_CSS] : [])].join('')

const SANS = 'Helvetica, Arial, sans-serif'
const PLACE = 'Georgia, "Times New Roman", serif'

/** Of other scripts than Latin, whose letters have marks above and below. */
const TALL_LINE = 1.5

/** Size and line height in pixels. */
export const type = (size: number, line: number, more: CSSProperties = {}): CSSProperties => ({
  fontFamily: SANS,
  fontSize: `${size}px`,
  lineHeight: `${isLatin() ? line : Math.max(line, Math.round(size * TALL_LINE))}px`,
  ...more,
})

/** Names of places: in italics, which no script but Latin has. */
export const placeType = (size: number, line: number, more: CSSProperties = {}): CSSProperties =>
  isLatin()
    ? { fontFamily: PLACE, fontStyle: 'italic', fontSize: `${size}px`, lineHeight: `${line}px`, ...more }
    : type(size, line, more)

/** Where lines begin and end. Old mail programs know no logical styles. */
export const lineStart = () => (isRightToLeft() ? 'right' : 'left')
export const lineEnd = () => (isRightToLeft() ? 'left' : 'right')

/** Pixels of padding: above, at the end of the lines, below, and where they begin. */
export const padding = (top: number, end: number, bottom: number, start: number): string =>
  [top, ...(isRightToLeft() ? [start, bottom, end] : [end, bottom, start])]
    .map((side) => (side ? `${side}px` : '0'))
    .join(' ')

/**
 * The direction of a paragraph: by its first letter, since it may be a person's own words. Not in a language from the right, whose
 * sentences may begin with a name in Latin letters: there `directed` gives what has no other letters a direction of its own.
 */
export const paragraphDirection = () => (isRightToLeft() ? 'rtl' : 'auto')

export const directed = (text: string): ReactNode =>
  isRightToLeft() && !RIGHT_TO_LEFT.test(text) ? <span dir="auto">{text}</span> : text

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/

/** For layout: screen readers pass over it. */
export function LayoutTable({
  className,
  style,
  children,
}: {
  className?: string
  style?: CSSProperties
  children: ReactNode
}) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      className={className}
      style={{ width: '100%', borderCollapse: 'separate', borderSpacing: 0, ...style }}
    >
      <tbody>{children}</tbody>
    </table>
  )
}

/** Long words and addresses break only where they must. */
export const BREAK: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }

/** A cell of such a table. */
export function LayoutCell({ children, ...cell }: ComponentProps<'td'>) {
  return <td {...cell}>{children}</td>
}
