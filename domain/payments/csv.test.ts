import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/payments/csv'

const row = (...cells: (string | number)[]) => writeCsv(['a'], [cells]).split('\r\n')[1]

describe('a table as CSV', () => {
  it('begins with the mark of UTF-8 and its head, and ends each row with a line break', () => {
    expect(writeCsv(['Name', 'Amount'], [['Ada', 1]])).toBe('\u{FEFF}Name,Amount\r\nAda,1\r\n')
  })

  it('quotes commas, quotes and line breaks', () => {
    expect(writeCsv(['a'], [['Lovelace, Ada', 'the "first"', 'two\r\nlines']])).toBe(
      '\u{FEFF}a\r\n"Lovelace, Ada","the ""first""","two\r\nlines"\r\n',
    )
  })

  it.each(['=1+1', '+44', '-1', '@SUM(A1)', '\tx', '\rx'])('takes the formula out of %j', (text) => {
    expect(writeCsv(['a'], [[text]])).toContain(`"'${text}"`)
  })

  it('leaves numbers numbers, negative ones too', () => {
    expect(row(-20.5, 0)).toBe('-20.5,0')
  })

  /** What a spreadsheet reads of a table with one row: its cells, quotes taken off. */
  function parseCells(text: string): string[] {
    const cells = ['']
    let isQuoted = false
    for (const character of text.slice('\u{FEFF}a\r\n'.length, -'\r\n'.length)) {
      if (character === '"') isQuoted = !isQuoted
      else if (character === ',' && !isQuoted) cells.push('')
      else cells.push(`${cells.pop()}${character}`)
    }
    return cells
  }

  test.prop([fc.array(fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n,'aé ") }), { minLength: 1 })])(
    'is read back as it was, and no cell is a formula',
    (cells) => {
      const read = parseCells(writeCsv(['a'], [cells]))
      expect(read.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))).toEqual(
        cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, '')),
      )
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    },
  )
})
