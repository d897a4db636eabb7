/**
 * Indexes a text line by line. Countries, cities, topics and the parts of names repeat, and finding their words is most of
 * the work of reading a long list. So the words of a line are remembered.
 */
import { splitWords, withParts } from '#domain/search/words'
import {
  addChecksums,
  internNext,
  limitInterned,
  markOf,
  setMark,
  readString,
  type Interned,
  type Text,
} from '#server/search/engine/interned'
import { addGroup, addPosition, numberOfWord, type Vocabulary } from '#server/search/engine/postings'

/** `words`: numbers in the vocabulary, first of its `whole` words, then of the parts of words by which it is found too. */
export type Line = { words: number[]; whole: number; mentors: number }

/** A line that this many mentors share becomes a group, which takes a third of the time and memory. Most lines of free text have one mentor. */
const MIN_GROUP = 32

const NEW_LINE = 10
const BLANK = 32

/** The lines of a text, by number, until the next text is split. */
export const splitLines = (known: Interned<Line>, text: Text): number[] => split(known, text, NEW_LINE)

/** The parts of a name. No word has a blank in it, so they are indexed as lines are. */
export const splitParts = (known: Interned<Line>, name: Text): number[] => split(known, name, BLANK)

function split(known: Interned<Line>, text: Text, separator: number): number[] {
  limitInterned(known)
  const lines: number[] = []
  while (text.start <= text.end) lines.push(internNext(known, text, separator))
  return lines
}

/**
 * Adds the position of a new mentor to each word of their lines, or to the group of these words. The mark of a line is the number
 * of its only word or its group, plus one.
 */
export function addLines(vocabulary: Vocabulary, known: Interned<Line>, lines: number[], position: number): void {
  for (const number of lines) {
    const mark = markOf(known, number)
    if (mark > 0) {
      addPosition(vocabulary, mark - 1, position)
      continue
    }
    const line = (known.values[number] ??= findWords(vocabulary, readString(known, number)))
    line.mentors += 1
    const { words } = line
    if (words.length === 1) setMark(known, number, words[0]! + 1)
    else if (line.mentors === MIN_GROUP && words.length > 0) setMark(known, number, addGroup(vocabulary, words) + 1)
    for (const word of words) addPosition(vocabulary, word, position)
  }
}

function findWords(vocabulary: Vocabulary, line: string): Line {
  const whole = splitWords(line)
  return { words: withParts(whole).map((word) => numberOfWord(vocabulary, word)), whole: whole.length, mentors: 0 }
}

/** How many different words a name has, whose parts have been added. */
export function countWords(known: Interned<Line>, parts: number[]): number {
  const words: number[] = []
  for (const part of parts) {
    const line = known.values[part]!
    for (let n = 0; n < line.whole; n += 1) if (!words.includes(line.words[n]!)) words.push(line.words[n]!)
  }
  return words.length
}

/** A checksum of all words of a mentor, 53 bits: enough that two texts of one mentor will not share it. */
export function computeChecksum(
  known: Record<'name' | 'other', Interned<Line>>,
  name: number[],
  other: number[],
): number {
  const start = addChecksums(known.name, name, [name.length, 0]) // Since a word may move from one to the other.
  const [low, high] = addChecksums(known.other, other, start)
  return (high & 0x1fffff) * 0x100000000 + (low >>> 0)
}
