/**
 * The session that was booked in this visit, which the home page leads back to. In the tab's own storage: the home page is one
 * for all visitors, and the link opens the booking.
 */
const KEY = 'booked-session'

/** `page`: opens the booking. `endsAt`: of the session, in ms since 1970. `reader`: who was signed in; null for a visitor. */
export type BookedSession = { page: string; reference: string; endsAt: number; reader: string | null }

export function keepBooked(booked: BookedSession): void {
  writeBooked(JSON.stringify(booked))
}

/** Once the booking does not take place. Without a reference: whichever it is. */
export function forgetBooked(reference?: string): void {
  if (reference === undefined || readBooked()?.includes(`"${reference}"`)) writeBooked(null)
}

/** As text. Null too in a browser whose storage is blocked, which throws. */
export function readBooked(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function writeBooked(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // The storage is blocked, so the home page says nothing of it.
  }
}
