import { describe, expect, it } from 'vitest'
import { inline } from './inline-messages.ts'
import { compileCatalog, writeModule } from './messages.ts'
import { translateToPseudo } from './pseudo-language.ts'

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

describe('a message in the pseudo-language', () => {
  const translate = (message: string) => writeModule(compileCatalog('test', { text: message }, translateToPseudo))

  it('has its letters marked, in brackets and 40 % longer, and its parameters and tags as they are', () => {
    expect(translate('From {price}')).toBe(
      'export const text = (i: { price: string }): string => `[Ḟŕöṁ ${i.price} ~~]`\n',
    )
    expect(translate('Read <link>the terms of {site}</link>.')).toContain(
      '=> [`[Ŕëäḋ `, i.link(`ťḧë ťëŕṁš öḟ ${i.site}`), `. ~~~~~ ~~~~~]`]',
    )
  })

  it('has each form of a plural marked, and is as much longer as the last', () => {
    expect(translate('{n, plural, =0 {None} one {# seat} other {# seats}}')).toContain(
      '{ "=0": `Ñöñë`, "one": `${formatNumber(i.n)} šëäť`, "other": `${formatNumber(i.n)} šëäťš` })} ~~]`',
    )
  })

  it('is no longer when it has no letters', () => {
    expect(translate('{price} ({about})')).toContain('`[${i.price} (${i.about})]`')
  })
})

describe('a module of the browser', () => {
  const catalog = compileCatalog('home', {
    play: 'Play',
    from: 'From {price}',
    seats: '{n, plural, one {# seat} other {# seats}}',
    terms: 'Read <link>the terms</link>',
    unused: 'Unused',
  })
  const build = (expression: string) =>
    inline(`import * as m from '#messages/home'\nexport const x = ${expression}\n`, catalog, 'x.tsx')

  it.each([
    ['m.play()', 'export const x = `Play`\n'],
    ['m.from({ price })', 'export const x = `From ${(price)}`\n'],
    ['m.from({ price: m.from({ price: m.play() }) })', 'export const x = `From ${(`From ${(`Play`)}`)}`\n'],
    ['item.m.play', 'export const x = item.m.play\n'],
    ['{ play: m.play }', 'export const x = { play: message_play }\n\nfunction message_play() { return `Play` }'],
    [
      'm.terms({ link: (text) => <a title={m.play()}>{text}</a> })',
      'export const x = message_terms({ link: (text) => <a title={`Play`}>{text}</a> })\n' +
        '\nfunction message_terms(i) { return [`Read `, i.link(`the terms`)] }',
    ],
  ])('has %s in place, and no other message', (expression, code) => {
    expect(build(expression)).toBe(code)
  })

  it('defines a message that names a parameter twice', () => {
    expect(build('m.seats({ n: count() })')).toMatch(/message_seats\(\{ n: count\(\) \}\)[^]*selectPlural\(i\.n/)
  })

  it('is refused with a message that does not exist', () => {
    expect(() => build('m.gone()')).toThrow('x.tsx: there is no message gone')
  })
})
