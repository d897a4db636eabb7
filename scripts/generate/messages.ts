/**
 * node scripts/generate/messages.ts
 *
 * Compiles the catalogs of messages to TypeScript: `messages/<language>/bookings.json` to `messages/compiled/bookings.ts`, each
 * message to a function with typed parameters that speaks the current language. A page needs no parser of messages. They
 * are in ICU MessageFormat (unicode-org.github.io/icu/userguide/format_parse/messages); catalogs are in ARB, JSON in which
 * "@name" describes the message "name" for translators. Decision 0065.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { FALLBACK, LANGUAGES, TRANSLATIONS, type LanguageFacts } from '../../messages/languages.ts'
import { isolateParameters } from './isolate-parameters.ts'
import { translateToPseudo } from './pseudo-language.ts'

export const CATALOGS = 'messages'
const COMPILED = 'messages/compiled'

const NAME = /^[a-z][A-Za-z0-9]*$/
/** Names that a module cannot export as a function. */
const RESERVED = new Set(['case', 'catch', 'class', 'default', 'delete', 'do', 'else', 'export', 'for', 'if', 'import'])

/** Parameters by name, with their types. */
type Parameters = Map<string, string>

type Translate = (elements: MessageFormatElement[]) => MessageFormatElement[]

/** `code` is an expression of the parameters, which are properties of `i`. `isRich`: it is an array of parts. */
export type Compiled = { name: string; parameters: Parameters; isRich: boolean; code: string }

/**
 * The messages of a catalog, translated by `translate`. `area` is named in errors. Throws on a message that cannot be compiled, with
 * its name.
 */
export function compileCatalog(
  area: string,
  catalog: Record<string, unknown>,
  translate: Translate = (elements) => elements,
): Compiled[] {
  return Object.entries(catalog).flatMap(([name, message]) => {
    if (name.startsWith('@')) {
      if (!Object.hasOwn(catalog, name.slice(1))) throw new Error(`${area}: ${name} describes no message`)
      return []
    }
    if (typeof message !== 'string' || !NAME.test(name) || RESERVED.has(name))
      throw new Error(`${area}: ${name} is no message`)
    try {
      return compileMessage(name, translate(parse(message, { captureLocation: false })))
    } catch (error) {
      throw new Error(`${area}: ${name}: ${(error as Error).message}`, { cause: error })
    }
  })
}

function compileMessage(name: string, elements: MessageFormatElement[]): Compiled {
  const parameters: Parameters = new Map()
  const isRich = elements.some(({ type }) => type === TYPE.tag)
  const code = isRich ? compileParts(elements, parameters) : compileText(elements, parameters)
  return { name, parameters, isRich, code }
}

/** What the code of messages imports of `messages/runtime.ts`. */
const findHelpers = (messages: Compiled[]): string[] =>
  ['formatNumber', 'selectPlural'].filter((helper) => messages.some(({ code }) => code.includes(`${helper}(`)))

/**
 * A module that exports the messages as functions, which speak the language of the moment. `others`: the messages of other languages;
 * what is missing there is English.
 */
export function writeModule(messages: Compiled[], others: Map<string, Compiled[]> = new Map()): string {
  const translated = [...others].filter(([, own]) => own.length > 0)
  const helpers = [
    ...findHelpers([messages, ...others.values()].flat()),
    ...(translated.length > 0 ? ['currentLanguage'] : []),
  ]
  const head = helpers.length > 0 ? [`import { ${helpers.join(', ')} } from '../runtime.ts'\n`] : []
  if (translated.length === 0)
    return [...head, ...messages.map((message) => `export const ${message.name} = ${writeFunction(message)}`), ''].join(
      '\n',
    )
  const english = new Map(messages.map((message) => [message.name, message]))
  const tables = translated.map(([language, own]) => {
    const lines = own.map(
      (message) => `    ${message.name}: ${writeFunction({ ...english.get(message.name)!, code: message.code })},`,
    )
    return [`  ${JSON.stringify(language)}: {`, ...lines, '  },'].join('\n')
  })
  return [
    ...head,
    'const english = {',
    ...messages.map((message) => `  ${message.name}: ${writeFunction(message)},`),
    '}\n',
    'const others: Partial<Record<string, Partial<typeof english>>> = {',
    ...tables,
    '}\n',
    ...messages.map(({ name, parameters, isRich }) => {
      const input = writeInput(parameters)
      const given = parameters.size > 0 ? 'i' : ''
      const type = isRich ? `<Part>(${input}): (string | Part)[]` : `(${input}): string`
      return `export const ${name} = ${type} => (others[currentLanguage()]?.${name} ?? english.${name})(${given})`
    }),
    '',
  ].join('\n')
}

function writeInput(parameters: Parameters): string {
  const types = [...parameters].map(([parameter, type]) => `${parameter}: ${type}`).join('; ')
  return parameters.size > 0 ? `i: { ${types} }` : ''
}

const writeFunction = ({ parameters, isRich, code }: Compiled): string =>
  isRich
    ? `<Part>(${writeInput(parameters)}): (string | Part)[] => ${code}`
    : `(${writeInput(parameters)}): string => ${code}`

/** An array of texts and of what its caller makes of the tags, which have text inside and no other tags. */
function compileParts(elements: MessageFormatElement[], parameters: Parameters): string {
  const parts: string[] = []
  let text: MessageFormatElement[] = []
  const endText = () => {
    if (text.length > 0) parts.push(compileText(text, parameters))
    text = []
  }
  for (const element of elements) {
    if (element.type !== TYPE.tag) {
      text.push(element)
      continue
    }
    endText()
    declare(parameters, element.value, '(text: string) => Part')
    parts.push(`i.${element.value}(${compileText(element.children, parameters)})`)
  }
  endText()
  return `[${parts.join()}]`
}

/** A template literal. `plural`: the parameter that "#" stands for. */
function compileText(elements: MessageFormatElement[], parameters: Parameters, plural?: string): string {
  const code = elements.map((element) => {
    switch (element.type) {
      case TYPE.literal:
        return element.value.replaceAll(/[\\`]|\$\{/g, '\\$&')
      case TYPE.argument:
        declare(parameters, element.value, 'string')
        return `\${i.${element.value}}`
      case TYPE.number:
        declare(parameters, element.value, 'number')
        return `\${formatNumber(i.${element.value})}`
      case TYPE.pound:
        return `\${formatNumber(i.${plural})}`
      case TYPE.plural: {
        declare(parameters, element.value, 'number')
        const forms = Object.entries(element.options).map(
          ([form, { value }]) => `${writeKey(form)}:${compileText(value, parameters, element.value)}`,
        )
        return `\${selectPlural(i.${element.value},{${forms.join()}})}`
      }
      case TYPE.select:
        return compileSelect(element.value, element.options, parameters, plural)
      default:
        throw new Error('dates, times and tags in tags are formatted by the caller')
    }
  })
  return `\`${code.join('')}\``
}

/** A form of a plural as the key of an object: `other`, or `"=0"`. */
const writeKey = (form: string) => (/^\w+$/.test(form) ? form : JSON.stringify(form))

/** A select of "true" and "other" takes a boolean, any other one of its options. */
function compileSelect(
  name: string,
  options: Record<string, { value: MessageFormatElement[] }>,
  parameters: Parameters,
  plural: string | undefined,
): string {
  const keys = Object.keys(options).filter((key) => key !== 'other')
  const isBoolean = keys.length === 1 && keys[0] === 'true'
  declare(parameters, name, isBoolean ? 'boolean' : [...keys.map((key) => `'${key}'`), "'other'"].join(' | '))
  const other = compileText(options['other']!.value, parameters, plural)
  const code = keys.reduceRight((rest, key) => {
    const condition = isBoolean ? `i.${name}` : `i.${name}==='${key}'`
    return `${condition}?${compileText(options[key]!.value, parameters, plural)}:${rest}`
  }, other)
  return `\${${code}}`
}

function declare(parameters: Parameters, name: string, type: string): void {
  const known = parameters.get(name)
  // A number may be both formatted and chosen by; a text is no number.
  if (known !== undefined && known !== type) throw new Error(`{${name}} is ${known} and ${type}`)
  parameters.set(name, type)
}

/** The compiled English messages of an area. LANDFALL_PSEUDO in the environment: in the pseudo-language. */
export const compileArea = (area: string): Compiled[] =>
  compileCatalog(area, readCatalog(FALLBACK, area), process.env['LANDFALL_PSEUDO'] ? translateToPseudo : undefined)

/** The compiled messages of an area in other languages than English, those of each that it has. */
export const compileTranslations = (area: string): Map<string, Compiled[]> =>
  new Map(
    TRANSLATIONS.map((language) => {
      const { rightToLeft }: LanguageFacts = LANGUAGES[language]
      return [language, compileCatalog(area, readCatalog(language, area), rightToLeft && isolateParameters)]
    }),
  )

/** Empty for an area that a language lacks. */
export function readCatalog(language: string, area: string): Record<string, unknown> {
  const file = join(CATALOGS, language, `${area}.json`)
  if (language !== FALLBACK && !existsSync(file)) return {}
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
}

/** Writes the modules of all catalogs, and removes those of catalogs that are gone. */
export function compileAll(): void {
  mkdirSync(COMPILED, { recursive: true })
  const areas = readdirSync(join(CATALOGS, FALLBACK)).map((file) => basename(file, '.json'))
  for (const file of readdirSync(COMPILED)) if (!areas.includes(basename(file, '.ts'))) rmSync(join(COMPILED, file))
  for (const area of areas)
    writeFileSync(join(COMPILED, `${area}.ts`), writeModule(compileArea(area), compileTranslations(area)))
}

/**
 * The text of a file, without the translations if it is a compiled catalog: only the bundle speaks other languages. What Node runs
 * beside it, such as operators' commands, is in English.
 */
export function readInEnglish(file: string): string {
  const [, area] = /^messages\/compiled\/([\w-]+)\.ts$/.exec(file) ?? []
  return area ? writeModule(compileCatalog(area, readCatalog(FALLBACK, area))) : readFileSync(file, 'utf8')
}

if (import.meta.main) compileAll()
