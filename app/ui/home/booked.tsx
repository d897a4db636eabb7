import { useEffect, useState, type ComponentType } from 'react'

/** The note about the session booked in this visit. Most visitors booked none, and load nothing for it. */
export function Booked() {
  const [note, setNote] = useState<{ Note: ComponentType } | null>(null)
  useEffect(() => {
    // Without an answer the page stays without it, as where the storage is blocked.
    if (isKept()) import('./booked-note.tsx').then((script) => setNote({ Note: script.default })).catch(() => {})
  }, [])
  return note && <note.Note />
}

function isKept(): boolean {
  try {
    return 'booked-session' in sessionStorage
  } catch {
    return false
  }
}
