/** What is asked of the list of mentors: words to search, and from where on. */
import { z } from 'zod'

export type Cursor = { name: string; id: string }

const LONGEST_SEARCH = 100

/** A search as typed, cut to what a name can be. Anything at all may come in here; what cannot be kept is left out. */
export function readSearch(typed: string | null | undefined): string {
  const shown = (typed ?? '')
    .slice(0, 1_000)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
  return [...shown.normalize('NFC').replaceAll(/\s+/g, ' ').trim()].slice(0, LONGEST_SEARCH).join('')
}

const cursor = z.tuple([z.string().min(1).max(200), z.uuid()])

/** Where a page ended, opaque to who carries it. */
export function writeCursor(last: Cursor): string {
  return Buffer.from(JSON.stringify([last.name, last.id])).toString('base64url')
}

/** Null when it is none of ours. */
export function readCursor(text: string): Cursor | null {
  try {
    const [name, id] = cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return name.isWellFormed() && !name.includes('\0') ? { name, id } : null
  } catch {
    return null
  }
}
