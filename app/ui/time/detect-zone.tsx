import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const YEAR_SECONDS = 31_536_000

/**
 * Tells the server the visitor's zone, once: on the first visit times are in the mentor's zone until this has run.
 * A zone that is already known stays, the visitor may have chosen it.
 */
export function DetectZone() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (/(?:^|; )zone=/.test(document.cookie)) return
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (!zone) return
    document.cookie = `zone=${encodeURIComponent(zone)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
    // A browser that keeps no cookies would be asked again on every page for nothing.
    if (/(?:^|; )zone=/.test(document.cookie)) void revalidate()
  }, [revalidate])
  return null
}
