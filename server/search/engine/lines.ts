/**
 * Indexes a text line by line. Countries, cities, topics and the parts of names repeat, and finding their words is most of
 * the work of reading a long list. So the words of a line are remembered, and the line is found again by a checksum of its
 * letters: a string for each of millions of lines, made only to look it up, would take a quarter of the time.
 */
import { indexedWords, splitWords } from '#domain/search/words'
import { addPosition, findPostings, type Postings, type Vocabulary } from '#server/search/engine/postings'

/** `low` and `high`: checksums of the text. Postings are null until first used. */
export type Line = { text: string; low: number; high: number; words: string[] | null; postings: Postings[] | null }

/** Lines of one vocabulary by checksum. Of two lines with the same one, the later is remembered. */
export type KnownLines = Map<number, Line>

const MAX_LINES = 50_000

const NEW_LINE = 10
const BLANK = 32

/** The lines of a text, empty ones left out. */
export const splitLines = (known: KnownLines, text: string): Line[] => split(known, text, NEW_LINE)

/** The parts of a name. No word has a blank in it, so they are indexed as lines are. */
export const splitParts = (known: KnownLines, name: string): Line[] => split(known, name, BLANK)

function split(known: KnownLines, text: string, separator: number): Line[] {
  const lines: Line[] = []
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    let low = 0x811c9dc5 // FNV-1a
    for (end = start; end < text.length; end += 1) {
      const letter = text.charCodeAt(end)
      if (letter === separator) break
      low = Math.imul(low ^ letter, 0x01000193)
    }
    if (end === start) continue
    const at = low >> 1 // As a small integer, which a map finds soonest.
    let found = known.get(at)
    if (found?.text.length !== end - start || !text.startsWith(found.text, start)) {
      const line = text.slice(start, end)
      found = { text: line, low, high: hashText(line), words: null, postings: null }
      if (known.size >= MAX_LINES) known.clear()
      known.set(at, found)
    }
    lines.push(found)
  }
  return lines
}

/** Adds the position of a new mentor to each word of their lines. */
export function addLines(vocabulary: Vocabulary, lines: Line[], position: number): void {
  for (const line of lines) {
    line.postings ??= indexedWords(line.text).map((word) => findPostings(vocabulary, word))
    for (const postings of line.postings) addPosition(vocabulary, postings, position)
  }
}

/** How many different words a name has. */
export const countWords = (parts: Line[]): number =>
  new Set(parts.flatMap((part) => (part.words ??= splitWords(part.text)))).size

/** A checksum of all words of a mentor, 53 bits: enough that two texts of one mentor will not share it. */
export function computeChecksum(name: Line[], other: Line[]): number {
  let [low, high] = [name.length, 0] // Since a word may move from one to the other.
  for (const lines of [name, other]) {
    for (const line of lines) {
      low = Math.imul(low ^ line.low, 0x01000193)
      high = Math.imul(high ^ line.high, 0x85ebca6b)
    }
  }
  return (high & 0x1fffff) * 0x100000000 + (low >>> 0)
}

function hashText(text: string): number {
  let high = 0x01000193
  for (let i = 0; i < text.length; i += 1) high = Math.imul(high ^ text.charCodeAt(i), 0x85ebca6b)
  return high
}
