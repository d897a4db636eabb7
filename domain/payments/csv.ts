/** Tables as CSV (RFC 4180), safe to open in a spreadsheet. */

/**
 * A cell that begins with one of these is a formula to a spreadsheet, which would run what a user typed as their name:
 * it gets an apostrophe before it.
 */
const FORMULA = /^[=+\-@\t\r]/

const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

type Row = (string | number)[]

/** Rows of a table, each with its line end. */
const csvRows = (rows: Row[]): string => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** With the byte order mark by which spreadsheets know that it is UTF-8. */
export const csvHead = (head: string[]): string => `\u{FEFF}${csvRows([head])}`

export const writeCsv = (head: string[], rows: Row[]): string => csvHead(head) + csvRows(rows)
