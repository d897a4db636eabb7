/** A browser in words, from what it says of itself. People know a session by it; nothing is decided by it. */
import { parse } from 'bowser'

const LONGEST = 300 // Characters. As much of it as a session keeps.

/** "Chrome on Android". What nobody knows is "A browser". */
export function deviceInWords(userAgent: string | null): string {
  if (!userAgent) return 'A browser'
  const { browser, os } = parse(userAgent.slice(0, LONGEST))
  if (!browser.name) return 'A browser'
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
