/** The browser's scripts in each language: the texts of messages in place of the marks that the build left for them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { FALLBACK, TRANSLATIONS } from '../../messages/languages.ts'
import { isSharedScript } from '../../server/platform/language/shared-scripts.ts'
import { HELPERS, MARK } from './mark-messages.ts'
import { compileArea, compileTranslations, type Compiled } from './messages.ts'

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Marked = { start: number; end: number; key: string; args: Node[] }
/** Messages by "area$name". */
type Texts = Map<string, Compiled>

/**
 * Writes the scripts of `folder` (`assets`) in English in their place, and in each other language into a folder with its name. What all
 * languages share stays in one place.
 */
export function localize(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const scripts = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const marks = new Map([...scripts].map(([name, code]) => [name, findMarks(name, code)]))
  const own = names.filter((name) => !isSharedScript(name))
  const strays = names.filter((name) => isSharedScript(name) && marks.get(name)!.length > 0)
  if (strays.length > 0) throw new Error(`${strays.join(', ')} is for all languages, and has messages`)
  const { english, translations } = readTexts()
  for (const language of [FALLBACK, ...TRANSLATIONS]) {
    const texts = new Map([...english, ...(translations.get(language) ?? [])])
    const languageFolder = language === FALLBACK ? folder : join(folder, language)
    mkdirSync(languageFolder, { recursive: true })
    for (const name of own) {
      const code = fillMarks(scripts.get(name)!, marks.get(name)!, texts, english)
      writeFileSync(join(languageFolder, name), language === FALLBACK ? code : redirect(code, names, language))
    }
  }
}

function readTexts(): { english: Texts; translations: Map<string, Texts> } {
  const english: Texts = new Map()
  const translations = new Map(TRANSLATIONS.map((language) => [language as string, new Map() as Texts]))
  for (const file of readdirSync(join('messages', FALLBACK))) {
    const area = file.replace('.json', '')
    for (const message of compileArea(area)) english.set(`${area}$${message.name}`, message)
    for (const [language, messages] of compileTranslations(area))
      for (const message of messages) translations.get(language)!.set(`${area}$${message.name}`, message)
  }
  return { english, translations }
}

/** Imports between scripts of a language stay; those of scripts that all languages share lead out of its folder. */
function redirect(code: string, names: string[], language: string): string {
  return code
    .replaceAll(/(["'`])\.\/([\w.-]+\.js)\1/g, (all, quote: string, name: string) =>
      names.includes(name) && isSharedScript(name) ? `${quote}../${name}${quote}` : all,
    )
    .replaceAll(/(["'`]\/?)assets\/([\w.-]+\.js)/g, (all, before: string, name: string) =>
      names.includes(name) && !isSharedScript(name) ? `${before}assets/${language}/${name}` : all,
    )
    .replace(/(["'`]\/assets\/)(?=["'`])/, `$1${language}/`) // Of the table of routes.
}

export function findMarks(name: string, code: string): Marked[] {
  return code.includes(MARK) ? walk(parseSync(name, code).program) : []
}

/** The marked calls of a syntax tree, the outer before the inner. */
function walk(tree: unknown): Marked[] {
  if (Array.isArray(tree)) return tree.flatMap(walk)
  if (typeof tree !== 'object' || tree === null) return []
  const node = tree as Node
  const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : null
  if (callee?.type === 'Identifier' && String(callee['name']).startsWith(MARK)) {
    const args = node['arguments'] as Node[]
    return [{ start: node.start, end: node.end, key: String(callee['name']).slice(MARK.length), args }, ...walk(args)]
  }
  return Object.values(node).flatMap(walk)
}

/** The script with texts in place of its marks. */
export function fillMarks(source: string, marks: Marked[], texts: Texts, english: Texts): string {
  const rewrite = (start: number, end: number): string => {
    const marked = marks.find((each) => each.start >= start && each.end <= end)
    if (!marked) return source.slice(start, end)
    return source.slice(start, marked.start) + write(marked) + rewrite(marked.end, end)
  }
  const write = ({ key, args: [input, ...helpers] }: Marked): string => {
    const { code, isRich } = texts.get(key)!
    const { parameters } = english.get(key)!
    if (parameters.size === 0) return code
    const values = input && readValues(input)
    const read = ({ start, end }: Node) => rewrite(start, end)
    const isPlain = (name: string) => {
      const value = values?.get(name)
      return countUses(code, name) <= 1 || (value && isName(read(value)))
    }
    if (!isRich && values && [...parameters.keys()].every(isPlain))
      return nameHelpers(code, helpers.map(read)).replaceAll(/\bi\.(\w+)/g, (all, name: string) => {
        const value = values.get(name) ? read(values.get(name)!) : all
        return isName(value) ? value : `(${value})`
      })
    const given = [input!, ...helpers].map(read).join()
    return `((${['i', ...SHORT.slice(0, helpers.length)].join()})=>${nameHelpers(code, SHORT)})(${given})`
  }
  return rewrite(0, source.length)
}

/** What the helpers are called within a message. */
const SHORT = ['p', 'n']

const nameHelpers = (code: string, names: string[]) =>
  HELPERS.reduce((all, helper, n) => all.replaceAll(`${helper}(`, () => `${names[n]}(`), code)

/** Whether this reads the same each time and needs no brackets: a variable, or a property of one. */
const isName = (source: string) => /^[\w$]+(\.[\w$]+)*$/.test(source)

const countUses = (code: string, name: string) => code.match(new RegExp(`\\bi\\.${name}\\b`, 'g'))?.length ?? 0

/** The values of an object literal by name. Null if it is no plain literal. */
function readValues(argument: Node): Map<string, Node> | null {
  if (argument.type !== 'ObjectExpression') return null
  const properties = argument['properties'] as Node[]
  if (properties.some(({ type, computed }) => type !== 'Property' || computed)) return null
  return new Map(properties.map(({ key, value }) => [(key as { name: string }).name, value as Node]))
}
