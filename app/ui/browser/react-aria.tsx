/**
 * Belongs around every React Aria component: its words and numbers are in the page's language, whatever the
 * browser's; and it adds no `<style>`, which the content security policy refuses.
 */
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { formatTag } from '../../../messages/runtime.ts'

/** React Aria adds a `<style>` unless an element has this id. Its only rule stands below as a class. */
const STYLES = 'react-aria-pressable-style'

if (typeof document !== 'undefined' && !document.getElementById(STYLES)) {
  const mark = document.createElement('meta')
  mark.id = STYLES
  document.head.append(mark)
}

export function ReactAria({ children }: { children: ReactNode }) {
  return (
    <I18nProvider locale={formatTag()}>
      <div className="contents **:data-react-aria-pressable:[touch-action:pan-x_pan-y_pinch-zoom]">{children}</div>
    </I18nProvider>
  )
}
