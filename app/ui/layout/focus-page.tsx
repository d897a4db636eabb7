import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The id of what is not header or footer. */
export const CONTENT = 'content'

/**
 * After a link was followed within the product, the focus is on the new page, as it is after a full load: the reader's
 * next Tab starts there and a screen reader notices. The first page keeps the browser's own focus.
 */
export function FocusPage() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById(CONTENT)?.focus({ preventScroll: true })
  }, [pathname])
  return null
}
