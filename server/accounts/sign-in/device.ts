/** A browser in words, from its User-Agent header. People recognise a session by it; nothing is decided by it. */
import { parse } from 'bowser'

const MAX_LENGTH = 300 // Characters: as much as a session stores.

/** Such as "Chrome on Android"; "A browser" if it is unknown. */
export function formatDevice(userAgent: string | null): string {
  if (!userAgent) return 'A browser'
  const { browser, os } = parse(userAgent.slice(0, MAX_LENGTH))
  if (!browser.name) return 'A browser'
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
