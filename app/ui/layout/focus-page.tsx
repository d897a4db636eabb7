import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The id of `<main>`. */
export const CONTENT = 'content'

/** The address of the link that last had the focus on a page, by the page's. */
const links: Record<string, string | undefined> = {}
if (typeof document !== 'undefined')
  addEventListener('focusin', ({ target }) => {
    links[location.href] = (target as HTMLAnchorElement).href
  })

/**
 * Moves the focus to the new page after a link was followed, so that the next Tab starts there and screen readers notice; on
 * the way back, to the link that led away. After a full load the browser does that itself.
 */
export function FocusPage() {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const link = type === 'POP' && [...document.links].find(({ href }) => href === links[location.href])
    ;(link || document.getElementById(CONTENT))?.focus({ preventScroll: true })
  }, [pathname, type])
  return null
}
