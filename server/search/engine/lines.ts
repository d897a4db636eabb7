/**
 * Indexes a text line by line. Countries, cities and topics repeat, and finding their words is most of the work of reading
 * a long list. So the words of a line are remembered, and the line is found again by a checksum of its letters: a string for
 * each of millions of lines, made only to look it up, would take a quarter of the time.
 */
import { indexedWords } from '#domain/search/words'
import { addPosition, postingsOf, type Postings, type Vocabulary } from '#server/search/engine/postings'

/** Lines with the postings of their words, by checksum. Of two lines with the same one, the later is remembered. */
export type KnownLines = Map<number, { line: string; postings: Postings[] }>

const MAX_LINES = 20_000

/** Adds the position of a new mentor to each word of the text. */
export function addLines(vocabulary: Vocabulary, known: KnownLines, text: string, position: number): void {
  for (let start = 0, end = 0; start <= text.length; start = end + 1) {
    let checksum = 0x811c9dc5 // FNV-1a
    for (end = start; end < text.length; end += 1) {
      const letter = text.charCodeAt(end)
      if (letter === NEW_LINE) break
      checksum = Math.imul(checksum ^ letter, 0x01000193)
    }
    const at = checksum >> 1 // As a small integer, which a map finds soonest.
    let found = known.get(at)
    if (found?.line.length !== end - start || !text.startsWith(found.line, start)) {
      const line = text.slice(start, end)
      found = { line, postings: indexedWords(line).map((word) => postingsOf(vocabulary, word)) }
      if (known.size >= MAX_LINES) known.clear()
      known.set(at, found)
    }
    for (const postings of found.postings) addPosition(vocabulary, postings, position)
  }
}

const NEW_LINE = 10
