import type { MouseEvent } from 'react'

/** True for a click that would follow the link in this tab. Others, such as one for a new tab, are left to the browser. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
