/** English on pages in another language: a message that its catalogs miss, or a text that is in no catalog. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { ENGLISH_AREAS, FALLBACK, type Language } from '../../messages/languages.ts'
import { findEnglish, type Data } from './plain-english.ts'

/** Words that make a part of a message English wherever it stands; fewer may be a name, or the same in two languages. */
const MIN_WORDS = 4

/** The texts of a language's messages, without their parameters, and those of several paragraphs as the page divides them. */
function listTexts(language: Language): string[] {
  const areas = readdirSync(`messages/${FALLBACK}`).filter((file) => !ENGLISH_AREAS.includes(file.replace('.json', '')))
  return areas
    .map((file) => `messages/${language}/${file}`)
    .filter((file) => existsSync(file))
    .flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>))
    .flatMap(([name, message]) => (name.startsWith('@') ? [] : listLiterals(parse(String(message)))))
    .flatMap((text) => text.split('\n'))
    .map((line) => line.replace(/^# /, '').trim())
}

function listLiterals(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
        return [element.value]
      case TYPE.tag:
        return listLiterals(element.children)
      case TYPE.plural:
      case TYPE.select:
        return Object.values(element.options).flatMap(({ value }) => listLiterals(value))
      default:
        return []
    }
  })
}

/** A function that gives the English in a text. `data`: names and people's own words, which are the same in every language. */
export function untranslatedIn(language: Language, data: Data): (text: string) => string[] {
  const translations = listTexts(language)
  const isLatin = new Intl.Locale(language).maximize().script === 'Latn'
  if (!isLatin) {
    const words = translations.flatMap((text) => text.match(/[A-Za-z]+/g) ?? [])
    const known = { ...data, short: new Set([...data.short, ...words]), all: [data.all, ...translations].join('|') }
    return (text) => findEnglish(text, known)
  }
  const own = new Set(translations)
  const english = listTexts(FALLBACK).filter(
    (text) => /[a-z]{3}/.test(text) && !own.has(text) && !data.all.includes(text),
  )
  const [whole, parts] = [
    new Set(english),
    english.filter((text) => (text.match(/[A-Za-z’]+/g)?.length ?? 0) >= MIN_WORDS),
  ]
  return (text) => (whole.has(text.trim()) ? [text.trim()] : parts.filter((part) => text.includes(part)))
}
