import { describe, expect, it } from 'vitest'
import { inline } from './inline-messages.ts'
import { compileCatalog, writeModule } from './messages.ts'

const compile = (catalog: Record<string, unknown>) => writeModule(compileCatalog('test', catalog))

describe('a compiled message', () => {
  it.each([
    ['Book Now', 'export const text = (): string => `Book Now`'],
    ['From {price}', 'export const text = (i: { price: string }): string => `From ${i.price}`'],
    ["`{a}` costs $'{'5", 'export const text = (i: { a: string }): string => `\\`${i.a}\\` costs \\${5`'],
    [
      '{isNew, select, true {New} other {Old}}',
      'export const text = (i: { isNew: boolean }): string => `${i.isNew ? `New` : `Old`}`',
    ],
    [
      '{side, select, mentor {Mentor} mentee {Mentee} other {Admin}}',
      "export const text = (i: { side: 'mentor' | 'mentee' | 'other' }): string => `${i.side === 'mentor' ? `Mentor` : i.side === 'mentee' ? `Mentee` : `Admin`}`",
    ],
    [
      'Read <link>the terms of {site}</link>.',
      'export const text = <Part>(i: { link: (text: string) => Part; site: string }): (string | Part)[] => [`Read `, i.link(`the terms of ${i.site}`), `.`]',
    ],
  ])('“%s” is a function of its parameters', (message, code) => {
    expect(compile({ text: message })).toBe(`${code}\n`)
  })

  it('chooses by the plural rules of its language, and formats the number', () => {
    const code = compile({ text: '{n, plural, =0 {None} one {# seat} other {# seats}}' })
    expect(code).toContain("import { formatNumber, selectPlural } from '../runtime.ts'")
    expect(code).toContain(
      'selectPlural(i.n, { "=0": `None`, "one": `${formatNumber(i.n)} seat`, "other": `${formatNumber(i.n)} seats` })',
    )
  })

  it.each([
    [{ text: 'From {price' }, 'test: text'],
    [{ delete: 'Delete' }, 'test: delete is no message'],
    [{ 'two words': 'Two' }, 'test: two words is no message'],
    [{ '@text': { description: 'A button' } }, 'test: @text describes no message'],
    [{ text: '{n} of {n, plural, other {#}}' }, 'test: text: {n} is string and number'],
    [{ text: 'On {day, date}' }, 'test: text: dates'],
  ])('%j is refused by its name', (catalog, error) => {
    expect(() => compile(catalog)).toThrow(error)
  })
})

describe('a module of the browser', () => {
  const catalog = compileCatalog('home', { play: 'Play', from: 'From {price}', unused: 'Unused' })
  const code = `import * as m from '#messages/home'\nexport const words = [m.play(), m.play, m.from({ price }), item.m.play]\n`

  it('has the messages that it uses, and no others', () => {
    expect(inline(code, catalog, 'words.ts')).toBe(
      'export const words = [`Play`, message_play, message_from({ price }), item.m.play]\n' +
        '\nfunction message_play() { return `Play` }' +
        '\nfunction message_from(i) { return `From ${i.price}` }',
    )
  })

  it('is refused with a message that does not exist', () => {
    expect(() => inline(`${code}m.gone()`, catalog, 'words.ts')).toThrow('words.ts: there is no message gone')
  })
})
