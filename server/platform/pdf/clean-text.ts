/** Makes any text fit for a document: bounded, on one line, and without invisible characters. */
import type { DocumentSheet } from '#domain/tax-documents/sheet'

/** UTF-16 units. Longer texts end with an ellipsis. A row of the longest texts still fits on a page. */
const MAX_TEXT = 500
const MAX_NUMBER = 60
const MAX_NOTE = 4_000
/** Of facts, parties, lines of a party, totals and notes: more than the product's forms let through. */
const MAX_ITEMS = 24
const MAX_COLUMNS = 8
const MAX_ROWS = 1_000

/** Controls, line breaks, and the embeddings and overrides with which a text could turn around what is beside it. Isolates stay. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202A-\u202E\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu
const MARKS_PER_CHARACTER = 6
const PILE_OF_MARKS = new RegExp(`(\\p{M}{${MARKS_PER_CHARACTER}})\\p{M}+`, 'gu')

/** One line of text in NFC. Unpaired surrogates become U+FFFD. */
function cleanText(text: string, max: number = MAX_TEXT): string {
  const bounded = text.length > max ? `${text.slice(0, max)}…` : text
  return bounded
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(UNSEEN, ' ')
    .replaceAll(PILE_OF_MARKS, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/**
 * The same sheet with clean texts, all rows as long as the head.
 *
 * @throws RangeError if it has more than `MAX_ROWS` rows: a document that leaves out amounts would be wrong.
 */
export function cleanSheet(sheet: DocumentSheet): DocumentSheet {
  if (sheet.rows.length > MAX_ROWS) throw new RangeError(`A document has at most ${MAX_ROWS} rows`)
  const head = some(sheet.head, MAX_COLUMNS).map((text) => cleanText(text, MAX_NUMBER))
  const pairs = (each: [string, string][]) =>
    some(each, MAX_ITEMS).map(([label, value]): [string, string] => [cleanText(label), cleanText(value)])
  return {
    language: sheet.language,
    title: cleanText(sheet.title),
    facts: pairs(sheet.facts),
    parties: some(sheet.parties, MAX_ITEMS).map(({ label, lines }) => ({
      label: cleanText(label),
      lines: some(
        lines.flatMap((line) => line.slice(0, MAX_NOTE).split('\n')).map((line) => cleanText(line)),
        MAX_ITEMS,
      ).filter((line) => line !== ''),
    })),
    head,
    rows: sheet.rows.map((row) =>
      head.map((_, column) => cleanText(row[column] ?? '', column === 0 ? MAX_TEXT : MAX_NUMBER)),
    ),
    totals: pairs(sheet.totals),
    notes: some(sheet.notes, MAX_ITEMS).map((note) => cleanText(note, MAX_NOTE)),
    issuer: cleanText(sheet.issuer),
  }
}

const some = <Item>(items: Item[], max: number): Item[] => items.slice(0, max)
