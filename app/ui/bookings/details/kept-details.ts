/**
 * What was typed to book, kept in this tab: it is there again after reloading and on the way back from the payment page. Never
 * in an address, and never in a storage that outlives the tab. It is deleted once a session is booked, and on signing out
 * (`profile-menu.tsx`); who signs in or out elsewhere does not find what the reader before them typed.
 */
import { NO_DETAILS, type MenteeDetails } from './mentee-details.ts'

const KEY = 'typed-booking'

/** `reader`: who was signed in; null for a visitor. `topics`: by mentor, since they are meant for that mentor only. */
type Kept = { reader: string | null; name: string; email: string; phone: string; topics: Record<string, string> }

/** In place of a storage that is blocked, and throws. */
let memory: string | null = null
let wasKept = false

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return memory
  }
}

function write(text: string | null): void {
  memory = text
  wasKept = text !== null
  try {
    if (text === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // Blocked or full: then it is kept as long as the page lives.
  }
}

function readAll(reader: string | null): Kept | null {
  try {
    const kept = JSON.parse(read() ?? 'null') as Kept | null
    if (kept === null) return null
    if (kept.reader === null || kept.reader === reader) return { ...kept, topics: { ...kept.topics } }
  } catch {
    // Not ours: as good as nothing.
  }
  write(null)
  return null
}

/** What was typed to book with this mentor, never the accepted terms. Name, email and phone are the same with every mentor. */
export function readKeptDetails(slug: string, reader: string | null): MenteeDetails | null {
  const kept = readAll(reader)
  if (!kept) return null
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const { name, email, phone, topics } = kept
  return { ...NO_DETAILS, name: text(name), email: text(email), phone: text(phone), topic: text(topics[slug]) }
}

export function keepDetails(slug: string, reader: string | null, typed: MenteeDetails): void {
  const { name, email, phone, topic } = typed
  const topics = { ...readAll(reader)?.topics, [slug]: topic }
  const isEmpty = [name, email, phone, ...Object.values(topics)].every((text) => text === '')
  write(isEmpty ? null : JSON.stringify({ reader, name, email, phone, topics } satisfies Kept))
}

export const forgetDetails = () => write(null)

/** True when another page of this tab has deleted what this one kept: the session is booked. */
export const isForgotten = () => wasKept && read() === null
