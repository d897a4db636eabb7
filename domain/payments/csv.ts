/** Tables as CSV (RFC 4180), safe to open in a spreadsheet. */

/**
 * A cell that begins with one of these is a formula to a spreadsheet, which would run what somebody typed as their name:
 * it gets an apostrophe before it.
 */
const FORMULA = /^[=+\-@\t\r]/

const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** With the byte order mark by which spreadsheets know that it is UTF-8. */
export function writeCsv(head: string[], rows: (string | number)[][]): string {
  return `\u{FEFF}${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
