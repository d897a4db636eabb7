import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { equivalents } from './equivalent.ts'
import { applyMutant, findLines, listMutants } from './mutants.ts'
import { readImports, testsReaching } from './reaching-tests.ts'

/** The change of each mutant of a text. */
const applyAll = (text: string) => listMutants('some.ts', text).map((mutant) => applyMutant(text, mutant))

describe('listMutants', () => {
  it.each([
    ['a condition', 'if (a) act()', ['if (!(a)) act()', 'if (a) ;', ';']],
    ['a boundary', 'const x = a < b', ['const x = a <= b']],
    ['a default', 'const x = a ?? b', ['const x = a']],
    [
      'a query',
      "const q = db.selectFrom('b').where('at', '<=', now).forUpdate()",
      [
        "const q = db.selectFrom('b').where('at', '<', now).forUpdate()",
        "const q = db.selectFrom('b').forUpdate()",
        "const q = db.selectFrom('b').where('at', '<=', now)",
      ],
    ],
    [
      'SQL',
      'const q = sql<number>`select 1 where a <= b and c is null for update`',
      [
        'const q = sql<number>`select 1 where a < b and c is null for update`',
        'const q = sql<number>`select 1 where a <= b or c is null for update`',
        'const q = sql<number>`select 1 where a <= b and c is not null for update`',
        'const q = sql<number>`select 1 where a <= b and c is null `',
      ],
    ],
  ])('change %s', (_what, text, made) => {
    expect(applyAll(text).toSorted()).toEqual(made.toSorted())
  })

  it('identifies a mutant by its line and the change', () => {
    const text = 'one()\n  if (a <\n    b) two()\n'
    const [mutant] = listMutants('some.ts', text).filter(({ kind }) => kind === 'operator')
    expect(mutant).toMatchObject({ file: 'some.ts', line: 2 })
    expect(findLines(text, mutant!)).toEqual({ from: 'if (a <\nb) two()', to: 'if (a <= b) two()' })
  })
})

describe('an equivalent mutant', () => {
  it('can still be drawn, and has a reason', () => {
    const stale = equivalents.filter(({ file, from, to }) => {
      if (!existsSync(file)) return true
      const text = readFileSync(file, 'utf8')
      return !listMutants(file, text)
        .map((mutant) => findLines(text, mutant))
        .some((lines) => lines.from === from && lines.to === to)
    })
    expect(stale).toEqual([])
    expect(equivalents.filter(({ why }) => why.length < 20)).toEqual([])
  })
})

describe('testsReaching', () => {
  it('puts the test beside a file first, and leaves out tests that do not import it', () => {
    const imports = readImports()
    expect(testsReaching('domain/payments/money.ts', imports)[0]).toBe('domain/payments/money.test.ts')
    const ofSweep = testsReaching('server/bookings/sweep/sweep.ts', imports)
    expect(ofSweep).toContain('server/bookings/settlement/settle.test.ts')
    expect(ofSweep).not.toContain('domain/payments/money.test.ts')
  })
})
