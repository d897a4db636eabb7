/** English in a product whose messages are in the pseudo-language (`scripts/generate/pseudo-language.ts`): it comes from no catalog. */
import { globSync, readFileSync } from 'node:fs'
import { rawTimeZones } from '@vvo/tzdb'
import { sql } from 'kysely'
import { formatCountry, formatShortCountry, listCountries } from '#server/platform/reference/countries'
import { currencyName, listCurrencyNames } from '#server/platform/reference/currencies'
import { listLanguages } from '#server/platform/reference/languages'
import { listZonePlaces } from '#server/platform/reference/zones'
import { describeAuditEvent } from '../../app/views/admin/audit-words.ts'
import { BROWSER_FACTS } from '../../app/views/legal/privacy-facts.ts'
import { openDataFolder } from './accounts/written-people.ts'

/** Names, which are the same in every language, and a state of disputes as the payment service calls it. */
const NAMES =
  'Landfall, UTC, GMT, Chrome, Linux, Google, Google Calendar, Outlook, Apple iCloud, European Central Bank, British pounds, GET, POST, needs response'

/** What has letters and no words: addresses, identifiers, numbers of receipts, time zones, initials, and fields in the audit log. */
const NO_WORDS =
  /\S+@\S+|https?:\/\/\S+|\b[a-z\d-]+(\.[a-z]{2,})+\b|\w*_\w*|\b[BS]-[\dA-Z]{4}-[\dA-Z]{4}\b|\b[A-Z]{1,2}-[\dA-F]{6}-\d{4}-\d{6}\b|\b[a-z]+(-[a-z]+){2,}\b|\b[A-Z]\w+\/\w+|\/[a-z][\w/-]+|^[A-Z]{2}$|^[a-z]\w*: .*/gm
/** Plain words separated by spaces. A marked letter, a digit or a full stop ends the run. */
const RUN = /[A-Za-z](?:[A-Za-z'’ ]*[A-Za-z])?/g

/** `short`: the words of names and other values of few words. `runs`: of all values; `all`: the same as one text. */
export type Data = { short: Set<string>; runs: Set<string>; all: string }

const splitRuns = (text: string) => text.replaceAll(NO_WORDS, '|').replaceAll(/\s+/g, ' ').match(RUN) ?? []
const splitWords = (run: string) => run.split(' ').filter((word) => word.length > 1)

/** All texts that are data: of the database in a folder, and names that `Intl` and tables of reference know. */
export async function readData(folder: string): Promise<Data> {
  const db = await openDataFolder(folder)
  const cookies = BROWSER_FACTS.map(({ name }) => name)
  const texts = [...NAMES.split(', '), ...cookies, ...listReferenceTexts(), ...listAuditEvents()]
  for (const { name, schema } of await db.introspection.getTables()) {
    if (schema !== 'public') continue // The sandbox keeps emails that were sent.
    const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db)
    texts.push(...rows.flatMap(({ row }) => listTexts(row)).filter((text) => !/^[a-z_]+$/.test(text))) // Codes are not shown.
  }
  await db.destroy()
  const values = [...new Set(texts.flatMap((text) => [text, ...text.split('\n')]))].map(splitRuns)
  const short = values.filter((runs) => runs.flatMap(splitWords).length <= 3)
  return {
    short: new Set(short.flat().flatMap(splitWords)),
    runs: new Set(values.flat()),
    all: values.flat().join('|'),
  }
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

function listReferenceTexts(): string[] {
  const formats = ['en-GB', 'en-US'].flatMap((language) =>
    (['long', 'short'] as const).map(
      (length) => new Intl.DateTimeFormat(language, { weekday: length, month: length, timeZone: 'UTC' }),
    ),
  )
  const days = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2025, 0, day + 1)))
  const ofDays = days.flatMap((day) => formats.flatMap((format) => format.formatToParts(day).map(({ value }) => value)))
  return [
    ...ofDays.flatMap((name) => [name, name.slice(0, 2)]), // A calendar has "Mo".
    ...listCountries().flatMap(({ code }) => [code, formatCountry(code), formatShortCountry(code)]),
    ...[...listCountries(), ...listLanguages(), ...listCurrencyNames()].flatMap(({ code, name }) => [code, name]),
    currencyName('GBP'),
    ...listTexts(listZonePlaces()),
    ...rawTimeZones.map(({ name }) => name.split('/')[0]!), // Above the zones of a list.
  ]
}

/** The audit log shows its codes with spaces in them, since it is searched by them. */
function listAuditEvents(): string[] {
  const sources = globSync('{server,scripts}/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const codes = sources.flatMap((source) => source.match(/(?<=')[a-z_]+\.[a-z_]+(?=')/g) ?? [])
  return codes.map(describeAuditEvent)
}

/**
 * The runs of words that are no data. One or two words, which stand in biographies too, are data where they are a whole value or the
 * words of names.
 */
export function findEnglish(text: string, { short, runs, all }: Data): string[] {
  return splitRuns(text).filter((run) => {
    const words = splitWords(run)
    const items = run.split(/ (?:and|or) /) // Of a list, by `Intl.ListFormat`.
    if (words.length === 0 || items.every((item) => runs.has(item))) return false
    return words.length > 2 ? !all.includes(run) : !words.every((word) => short.has(word))
  })
}

/**
 * Everything in a document that a person reads or hears, but code and what is typed. React Aria has words of its own, in the language of
 * its provider: a button at the end of a calendar, the parts of a date, and what it says of the chosen day. Runs in the browser.
 */
export function readTexts(html: string): string[] {
  const shown = new DOMParser().parseFromString(html, 'text/html')
  const others = [
    'script, style, code, tbody:has([href*="audit?about="])', // The audit log has codes.
    'body [lang]', // What says that it is in another language, such as the names of languages.
    '[class*="last-child]:hidden"] > :last-child, [role=spinbutton], [data-live-announcer], [id^=react-aria-description]',
  ].join()
  for (const other of shown.querySelectorAll(others)) other.remove()
  for (const typed of shown.querySelectorAll('textarea')) typed.textContent = ''
  const names = /^(title|alt|placeholder|label|aria-(label|description|roledescription|valuetext))$/
  const attributes = [...shown.querySelectorAll('*')].flatMap((element) => {
    const isDescription = element.matches('meta:is([name=description], [property$=title], [property$=description])')
    const isButton = element.matches('input:is([type=submit], [type=button])')
    return [...element.attributes].filter(
      ({ name }) => names.test(name) || (name === 'content' && isDescription) || (name === 'value' && isButton),
    )
  })
  const texts = shown.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
  const said = attributes.map(({ value }) => value)
  while (texts.nextNode()) said.push(texts.currentNode.textContent!)
  return said
}
