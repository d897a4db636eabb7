/**
 * Around what is made with React Aria: its words and numbers are those of the pages, whatever the browser's language, and
 * it puts no style element into the page, which the content security policy refuses.
 */
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** React Aria looks for a style element by this id, and adds one when there is none. The one rule in it stands below. */
const STYLES = 'react-aria-pressable-style'

if (typeof document !== 'undefined' && !document.getElementById(STYLES)) {
  const mark = document.createElement('meta')
  mark.id = STYLES
  document.head.append(mark)
}

export function ReactAria({ children }: { children: ReactNode }) {
  return (
    <I18nProvider locale="en-GB">
      <div className="contents **:data-react-aria-pressable:[touch-action:pan-x_pan-y_pinch-zoom]">{children}</div>
    </I18nProvider>
  )
}
