import { describe, expect, it } from 'vitest'
import { compareCatalog } from './compare-catalogs.ts'
import { mark } from './mark-messages.ts'
import { fillMarks, findMarks } from './localize.ts'
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
      'export const text = (i: { isNew: boolean }): string => `${i.isNew?`New`:`Old`}`',
    ],
    [
      '{side, select, mentor {Mentor} mentee {Mentee} other {Admin}}',
      "export const text = (i: { side: 'mentor' | 'mentee' | 'other' }): string => `${i.side==='mentor'?`Mentor`:i.side==='mentee'?`Mentee`:`Admin`}`",
    ],
    [
      'Read <link>the terms of {site}</link>.',
      'export const text = <Part>(i: { link: (text: string) => Part; site: string }): (string | Part)[] => [`Read `,i.link(`the terms of ${i.site}`),`.`]',
    ],
  ])('“%s” is a function of its parameters', (message, code) => {
    expect(compile({ text: message })).toBe(`${code}\n`)
  })

  it('chooses by the plural rules of its language, and formats the number', () => {
    const code = compile({ text: '{n, plural, =0 {None} one {# seat} other {# seats}}' })
    expect(code).toContain("import { formatNumber, selectPlural } from '../runtime.ts'")
    expect(code).toContain(
      'selectPlural(i.n,{"=0":`None`,one:`${formatNumber(i.n)} seat`,other:`${formatNumber(i.n)} seats`})',
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
      '=> [`[Ŕëäḋ `,i.link(`ťḧë ťëŕṁš öḟ ${i.site}`),`. ~~~~~ ~~~~~]`]',
    )
  })

  it('has each form of a plural marked, and is as much longer as the last', () => {
    expect(translate('{n, plural, =0 {None} one {# seat} other {# seats}}')).toContain(
      '{"=0":`Ñöñë`,one:`${formatNumber(i.n)} šëäť`,other:`${formatNumber(i.n)} šëäťš`})} ~~]`',
    )
  })

  it('is no longer when it has no letters', () => {
    expect(translate('{price} ({about})')).toContain('`[${i.price} (${i.about})]`')
  })
})

describe('a compiled message in several languages', () => {
  const english = compileCatalog('test', { play: 'Play', seats: '{n, plural, one {# seat} other {# seats}}' })

  it('is that of the current language, or English', () => {
    const code = writeModule(english, new Map([['es', compileCatalog('test', { play: 'Jugar' })]]))
    expect(code).toContain("import { formatNumber, selectPlural, currentLanguage } from '../runtime.ts'")
    expect(code).toContain('"es": {\n    play: (): string => `Jugar`,\n  }')
    expect(code).toContain(
      'export const seats = (i: { n: number }): string => (others[currentLanguage()]?.seats ?? english.seats)(i)',
    )
  })
})

describe('a module of the browser', () => {
  const english = compileCatalog('home', {
    play: 'Play',
    from: 'From {price}',
    seats: '{n, plural, one {# seat} other {# seats}}',
    terms: 'Read <link>the terms</link>',
    unused: 'Unused',
  })
  const arabic = compileCatalog('home', { from: '{price} أو أكثر من {price}', play: 'تشغيل' })
  const marked = (expression: string) =>
    mark(`import * as m from '#messages/home'\nexport const x = ${expression}\n`, 'x.tsx', () => english)
  const texts = (messages: typeof english) => new Map(messages.map((message) => [`home$${message.name}`, message]))
  const localized = (expression: string, own: typeof english = []) => {
    const code = marked(expression)
    return fillMarks(code, findMarks('x.tsx', code), new Map([...texts(english), ...texts(own)]), texts(english))
  }

  it.each([
    ['m.play()', 'export const x = /* @__PURE__ */ m$home$play()\n'],
    ['m.from({ price })', 'export const x = /* @__PURE__ */ m$home$from({ price })\n'],
    ['item.m.play', 'export const x = item.m.play\n'],
    ['{ play: m.play }', 'export const x = { play: (() => /* @__PURE__ */ m$home$play()) }\n'],
    ['other ?? m.play', 'export const x = other ?? (() => /* @__PURE__ */ m$home$play())\n'],
  ])('has a mark for %s, and no message', (expression, code) => {
    expect(marked(expression)).toBe(code)
  })

  it.each([
    ['m.play()', '`Play`'],
    ['m.from({ price })', '`From ${price}`'],
    ['m.from({ price: m.from({ price: m.play() }) })', '`From ${(`From ${(`Play`)}`)}`'],
    [
      'm.terms({ link: (text) => [text, m.play()] })',
      '((i)=>[`Read `,i.link(`the terms`)])({ link: (text) => [text, /* @__PURE__ */ `Play`] })',
    ],
  ])('has %s in place in English', (expression, code) => {
    expect(localized(expression)).toBe(`export const x = /* @__PURE__ */ ${code}\n`)
  })

  it('has the message of its language in place, or the English one', () => {
    expect(localized('[m.play(), m.terms({ link })]', arabic)).toContain('`تشغيل`, /* @__PURE__ */ ((i)=>[`Read `')
  })

  it('reads a parameter once that a translation names twice', () => {
    expect(localized('m.from({ price: read() })', arabic)).toContain(
      '((i)=>`${i.price} أو أكثر من ${i.price}`)({ price: read() })',
    )
  })

  it.each([
    ['m.seats({ n: seats.left })', '`${$selectPlural(seats.left,{one:`${$formatNumber(seats.left)} seat`,'],
    ['m.seats({ n: count() })', '((i,p,n)=>`${p(i.n,{one:`${n(i.n)} seat`,'],
  ])('has the helpers of plurals for %s, and its number is computed once', (expression, code) => {
    expect(localized(expression)).toContain(code)
  })

  it('takes messages of several catalogs, each by its own name', () => {
    const imports = `import * as form from '#messages/forms'\nimport * as m from '#messages/home'\n`
    const code = mark(`${imports}export const x = [m.play(), form.play(), field.play()]\n`, 'x.tsx', () => english)
    expect(code).toBe(
      'export const x = [/* @__PURE__ */ m$home$play(), /* @__PURE__ */ m$forms$play(), field.play()]\n',
    )
  })

  it('is refused with a message that does not exist', () => {
    expect(() => marked('m.gone()')).toThrow('x.tsx: there is no message gone')
  })
})

describe('compareCatalog', () => {
  const english = {
    play: 'Play',
    from: 'From {price}',
    seats: '{n, plural, one {# seat} other {# seats}}',
    terms: 'Read <link>the terms</link>',
    side: '{side, select, mentor {Mentor} other {Admin}}',
  }
  const all = {
    ...english,
    seats: '{n, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}',
  }

  it('finds nothing wrong with a catalog that has all parameters, tags, options and plural forms', () => {
    expect(compareCatalog('ar', english, all)).toEqual({ total: 5, missing: [], wrong: [] })
  })

  it.each<[Record<string, string>, string]>([
    [{ from: 'Desde {precio}' }, 'from has price as nothing, not as text'],
    [{ from: 'Desde {price} {again}' }, 'from has again, which English lacks'],
    [{ from: 'Desde {price, number}' }, 'from has price as number, not as text'],
    [{ seats: '{n, plural, one {#} other {#}}' }, 'seats lacks the form “few” of n'],
    [{ terms: 'Lee las condiciones' }, 'terms has link as nothing, not as tag'],
    [
      { side: '{side, select, mentee {Mentee} other {Admin}}' },
      'side has side as one of mentee, other, not as one of mentor, other',
    ],
    [{ play: 'Jugar {' }, 'play cannot be read'],
    [{ gone: 'Nada' }, 'gone is not in English'],
  ])('reports %j', (changed, wrong) => {
    expect(compareCatalog('ar', english, { ...all, ...changed }).wrong.join('\n')).toContain(wrong)
  })

  it('lists missing messages', () => {
    const { play: _, ...rest } = all
    expect(compareCatalog('ar', english, rest)).toEqual({ total: 5, missing: ['play'], wrong: [] })
  })
})
