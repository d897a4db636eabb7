/** What the parts of an email's HTML share: colours of day and night, type, and tables that programs lay out alike. */
import type { ComponentProps, CSSProperties, ReactNode } from 'react'

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
export const LETTER_CSS = `
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

const SANS = 'Helvetica, Arial, sans-serif'
export const PLACE = 'Georgia, "Times New Roman", serif'

/** Size and line height in pixels. */
export const type = (size: number, line: number, more: CSSProperties = {}): CSSProperties => ({
  fontFamily: SANS,
  fontSize: `${size}px`,
  lineHeight: `${line}px`,
  ...more,
})

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
