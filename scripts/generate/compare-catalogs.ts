/** What the catalogs of a language lack or have otherwise than the English ones. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { ENGLISH_AREAS, FALLBACK, LANGUAGES, type Language } from '../../messages/languages.ts'
import { CATALOGS, readCatalog } from './messages.ts'

/** Names of messages as "area.name", `wrong` with what is wrong. A missing message is shown in English. */
type Comparison = { total: number; missing: string[]; wrong: string[] }

export function compareCatalogs(language: Language): Comparison {
  const comparison: Comparison = { total: 0, missing: [], wrong: [] }
  for (const area of listAreas(language).filter((own) => ENGLISH_AREAS.includes(own)))
    comparison.wrong.push(`${area}: the area is English in every language`)
  for (const area of listAreas(FALLBACK).filter((each) => !ENGLISH_AREAS.includes(each))) {
    const own = compareCatalog(language, readCatalog(FALLBACK, area), readCatalog(language, area))
    comparison.total += own.total
    comparison.missing.push(...own.missing.map((name) => `${area}.${name}`))
    comparison.wrong.push(...own.wrong.map((name) => `${area}.${name}`))
  }
  return comparison
}

const listAreas = (language: Language) =>
  readdirSync(join(CATALOGS, language))
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))

type Catalog = Record<string, unknown>

/** Compares one catalog with the English one of its area. */
export function compareCatalog(language: Language, english: Catalog, own: Catalog): Comparison {
  const names = Object.keys(english).filter((name) => !name.startsWith('@'))
  const missing = names.filter((name) => !Object.hasOwn(own, name))
  const unknown = Object.keys(own).filter((name) => !Object.hasOwn(english, name))
  const wrong = names
    .filter((name) => Object.hasOwn(own, name))
    .flatMap((name) =>
      compareMessage(language, String(english[name]), String(own[name])).map((what) => `${name} ${what}`),
    )
  return { total: names.length, missing, wrong: [...unknown.map((name) => `${name} is not in English`), ...wrong] }
}

function compareMessage(language: Language, english: string, own: string): string[] {
  try {
    const [wanted, found] = [readShape(parse(english)), readShape(parse(own))]
    const forms = pluralForms(language)
    return [
      ...[...wanted.kinds].flatMap(([name, kind]) =>
        found.kinds.get(name) === kind ? [] : [`has ${name} as ${found.kinds.get(name) ?? 'nothing'}, not as ${kind}`],
      ),
      ...[...found.kinds.keys()]
        .filter((name) => !wanted.kinds.has(name))
        .map((name) => `has ${name}, which English lacks`),
      ...found.plurals.flatMap(({ name, keys }) =>
        forms.filter((form) => !keys.includes(form)).map((form) => `lacks the form “${form}” of ${name}`),
      ),
    ]
  } catch (error) {
    return [`cannot be read: ${(error as Error).message}`]
  }
}

const knownForms = new Map<Language, string[]>()

/** The forms that a language has for numbers up to a thousand. Those of millions are as "other". Tried out once: it takes half a millisecond. */
function pluralForms(language: Language): string[] {
  let forms = knownForms.get(language)
  if (!forms) {
    const rules = new Intl.PluralRules(LANGUAGES[language].tag)
    forms = [...new Set(Array.from({ length: 1_001 }, (_, count) => rules.select(count)))]
    knownForms.set(language, forms)
  }
  return forms
}

/** `kinds`: "text", "number", "tag", or the keys of a select, by parameter. A plural is a number. */
type Shape = { kinds: Map<string, string>; plurals: { name: string; keys: string[] }[] }

function readShape(elements: MessageFormatElement[], shape: Shape = { kinds: new Map(), plurals: [] }): Shape {
  for (const element of elements) {
    if (element.type === TYPE.argument) shape.kinds.set(element.value, 'text')
    if (element.type === TYPE.number) shape.kinds.set(element.value, 'number')
    if (element.type === TYPE.tag) {
      shape.kinds.set(element.value, 'tag')
      readShape(element.children, shape)
    }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) continue
    const keys = Object.keys(element.options)
    if (element.type === TYPE.plural) shape.plurals.push({ name: element.value, keys })
    shape.kinds.set(element.value, element.type === TYPE.plural ? 'number' : `one of ${keys.toSorted().join(', ')}`)
    for (const { value } of Object.values(element.options)) readShape(value, shape)
  }
  return shape
}
