import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The id of `<main>`. */
export const CONTENT = 'content'

/**
 * Moves the focus to the new page after a link was followed, so that the next Tab starts there and screen readers notice.
 * After a full load the browser does that itself.
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
