import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { createInterned, internNext, limitInterned, readString, toText } from '#server/search/engine/interned'

const NEW_LINE = 10

/** The numbers of the lines of a text. */
function read(known: ReturnType<typeof createInterned>, string: string): number[] {
  const [text, numbers] = [toText(string), [] as number[]]
  while (text.start <= text.end) numbers.push(internNext(known, text, NEW_LINE))
  return numbers
}

describe('interned strings', () => {
  const line = fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), fc.constantFrom('', 'a', 'é', 'ناشا'))
  const lines = fc.array(
    line.map((string) => string.replaceAll('\n', '').toWellFormed()),
    { minLength: 1, maxLength: 300 },
  )
  property.prop([lines])('have a number each, by which they are found again, however many they are', (all) => {
    const known = createInterned()
    const numbers = read(known, all.join('\n'))
    expect(numbers.map((number) => readString(known, number))).toEqual(all)
    expect(numbers).toEqual(all.map((string) => numbers[all.indexOf(string)]))
    expect(read(known, all.join('\n'))).toEqual(numbers)
  })

  it('are told apart when their checksums are the same', () => {
    // Known collisions of 32-bit FNV-1a.
    const all = ['costarring', 'liquid', 'declinate', 'macallums', 'costarring', 'liquid']
    expect(read(createInterned(), all.join('\n'))).toEqual([0, 1, 2, 3, 0, 1])
  })

  it('are forgotten once they are too many, and get numbers anew', () => {
    const known = createInterned()
    const many = Array.from({ length: 50_001 }, (_, n) => `line ${n}`)
    expect(new Set(read(known, many.join('\n'))).size).toBe(many.length)
    limitInterned(known)
    expect(read(known, 'line 7\nline 3\nline 7')).toEqual([0, 1, 0])
  })
})
