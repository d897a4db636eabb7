/** A browser in words, from its User-Agent header. People recognise a session by it; nothing is decided by it. */
import { parse } from 'bowser'
import * as m from '#messages/documents'

const MAX_LENGTH = 300 // Characters: as much as a session stores.

/** Such as "Chrome on Android"; "A browser" if it is unknown. */
export function formatDevice(userAgent: string | null): string {
  if (!userAgent) return m.unknownBrowser()
  const { browser, os } = parse(userAgent.slice(0, MAX_LENGTH))
  if (!browser.name) return m.unknownBrowser()
  return os.name ? m.browserOn({ browser: browser.name, system: os.name }) : browser.name
}
