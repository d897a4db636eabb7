/** English in a product whose messages are in the pseudo-language (`scripts/generate/pseudo-language.ts`): sentences in no catalog. */
import { sql } from 'kysely'
import { formatCountry, formatShortCountry, listCountries } from '#server/platform/reference/countries'
import { currencyName, listCurrencyNames } from '#server/platform/reference/currencies'
import { listLanguages } from '#server/platform/reference/languages'
import { rawTimeZones } from '@vvo/tzdb'
import { demoTerms, DEMO_PRIVACY } from '../../app/views/legal/demo-texts.ts'
import { openDataFolder } from './accounts/written-people.ts'

/** Words that stay as they are in every language. */
const SAME_EVERYWHERE = new Set(
  'Landfall UTC GMT Chrome Linux Google Calendar Outlook Apple iCloud European Central Bank'.split(' '),
)

/** What has letters and no words: addresses, references, names of files. */
const NO_WORDS = /\S+@\S+|https?:\/\/\S+|\b[BS]-[\dA-Z]{4}-[\dA-Z]{4}\b|\b[a-z\d-]+(\.[a-z]{2,})+\b/g
/** Words with spaces between them, and nothing else: a marked letter ends one, and so does a full stop or a figure. */
const RUN = /[A-Za-z](?:[A-Za-z'’ ]*[A-Za-z])?/g

export type Data = { short: Set<string>; runs: Set<string>; all: string }

const splitRuns = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(NO_WORDS, '|').match(RUN) ?? []
const splitWords = (run: string) => run.split(' ').filter((word) => word.length > 1)

/** All texts that are data: of the database in a folder, and names that `Intl` and the tables of reference know. */
export async function readData(folder: string): Promise<Data> {
  const db = await openDataFolder(folder)
  const tables = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db)
  const texts = listReferenceTexts()
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db)
    texts.push(...rows.flatMap(({ row }) => listTexts(row)))
  }
  await db.destroy()
  const values = [...new Set(texts.flatMap((text) => [text, ...text.split('\n')]))].filter(
    (text) => !/^[a-z_]+$/.test(text),
  ) // A code is not shown.
  const runs = values.map(splitRuns)
  const isShort = (each: string[]) => each.flatMap(splitWords).length <= 3
  return {
    short: new Set(runs.filter(isShort).flat().flatMap(splitWords)),
    runs: new Set(runs.flat()),
    all: runs.flat().join('|'),
  }
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

function listReferenceTexts(): string[] {
  const days = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2025, 0, day + 1)))
  const dates = (['long', 'short'] as const).map(
    (length) => new Intl.DateTimeFormat('en-GB', { weekday: length, month: length, timeZone: 'UTC' }),
  )
  return [
    ...days.flatMap((day) =>
      dates.flatMap((format) => format.formatToParts(day).flatMap(({ value }) => [value, value.slice(0, 2)])),
    ),
    ...listCountries().flatMap(({ code }) => [formatCountry(code), formatShortCountry(code)]),
    ...[...listCountries(), ...listLanguages(), ...listCurrencyNames()].flatMap(({ code, name }) => [code, name]),
    currencyName('GBP'),
    demoTerms(),
    DEMO_PRIVACY,
    ...rawTimeZones.flatMap(({ name, mainCities }) => [...name.split('/'), ...mainCities]),
  ]
}

/** The runs of words in texts that are no data. Of one or two words, which biographies have too, as they stand in the data alone. */
export function findEnglish(text: string, { short, runs, all }: Data): string[] {
  return splitRuns(text).filter((run) => {
    const words = splitWords(run)
    const parts = run.split(/ (?:and|or) /) // Of a list, by `Intl.ListFormat`.
    if (words.every((word) => SAME_EVERYWHERE.has(word)) || parts.every((part) => runs.has(part))) return false
    return words.length > 2 ? !all.includes(run) : !words.every((word) => short.has(word) || SAME_EVERYWHERE.has(word))
  })
}

/** Everything in a document that a person reads or hears. Runs in the browser. */
export function readTexts(html: string): string[] {
  const shown = new DOMParser().parseFromString(html, 'text/html')
  for (const code of shown.querySelectorAll('script, style, [data-plain]')) code.remove()
  const attributes = [
    'title',
    'alt',
    'placeholder',
    'label',
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
  ]
  const said = [...shown.querySelectorAll('*')].flatMap((element) => [
    ...attributes.map((name) => element.getAttribute(name)),
    element.matches('meta[name=description], meta[property$=title], meta[property$=description], meta[property$=alt]')
      ? element.getAttribute('content')
      : null,
    element.matches('input[type=submit], input[type=button], input[type=reset]') ? element.getAttribute('value') : null,
  ])
  const nodes = shown.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) said.push(nodes.currentNode.textContent)
  return said.filter((text) => text !== null)
}
