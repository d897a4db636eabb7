import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const YEAR_SECONDS = 31_536_000

/**
 * Sets the cookie with the browser's time zone, on the first visit. Until then times are in the mentor's zone. A cookie
 * that is there stays, since the visitor may have chosen the zone.
 */
export function DetectZone() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (/(?:^|; )zone=/.test(document.cookie)) return
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (!zone) return
    document.cookie = `zone=${encodeURIComponent(zone)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
    // Not in a browser without cookies, which would reload the data of every page for nothing.
    if (/(?:^|; )zone=/.test(document.cookie)) void revalidate()
  }, [revalidate])
  return null
}
