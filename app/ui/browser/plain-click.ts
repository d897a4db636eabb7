import type { MouseEvent } from 'react'

/** A click that follows the link here. Anything else, such as a new tab, is the browser's. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
