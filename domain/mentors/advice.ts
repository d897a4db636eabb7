/**
 * The notice on sessions that touch visas or permits: mentors share experience and give no immigration advice, and where
 * the official register of those who may is. In several countries paid advice without a licence is an offence. Pure.
 */
import { err, ok, type Result } from '#domain/result'
import { oneLine } from '#domain/one-line'
import { readWebAddress } from '#domain/web-address'

/**
 * As it is shown. `register`: of people who may give immigration advice; null where we know of none. `langAttributes`: of a sentence that
 * is not in the language of the page.
 */
export type AdviceNotice = {
  sentence: string
  register: { name: string; address: string } | null
  langAttributes?: { lang: string; dir?: 'auto' }
}

/** The official registers of people who may give immigration advice, by destination. */
export const REGISTERS = {
  AU: 'https://portal.mara.gov.au/search-the-register-of-migration-agents/',
  CA: 'https://college-ic.ca/protecting-the-public/find-an-immigration-consultant',
  GB: 'https://www.gov.uk/find-an-immigration-adviser',
  NZ: 'https://iaa.ewr.govt.nz/PublicRegister/Search.aspx',
} as const

/** The product's own notices: one for each register, and `general` for all other destinations. `#words/advice` has their words. */
export type KnownNotice = 'general' | keyof typeof REGISTERS

/** A notice of the product's own, or one that the operator wrote. */
export type Notice = KnownNotice | AdviceNotice

/** By destination, ISO 3166-1 alpha-2; `general` for all others. */
export type Advice = { general: Notice; countries: Readonly<Record<string, Notice>> }

export const ADVICE: Advice = {
  general: 'general',
  countries: { AU: 'AU', CA: 'CA', GB: 'GB', NZ: 'NZ' },
}

/** The notice for a destination. `country`: null if it is not known. */
export function adviceFor({ general, countries }: Advice, country: string | null): Notice {
  return (country !== null && Object.hasOwn(countries, country) && countries[country]) || general
}

/** The notices that the operator wrote, by destination and `general`. */
export const listOwnNotices = ({ general, countries }: Advice): [code: string, notice: AdviceNotice][] =>
  Object.entries({ general, ...countries }).flatMap(([code, notice]): [string, AdviceNotice][] =>
    typeof notice === 'string' ? [] : [[code, notice]],
  )

/** With these notices, by the same codes, in place of others. */
export function withNotices(advice: Advice, notices: (readonly [code: string, notice: AdviceNotice])[]): Advice {
  const { general = advice.general, ...countries } = Object.fromEntries(notices)
  return { general, countries: { ...advice.countries, ...countries } }
}

/** The code of a notice: `general`, or a destination. Whether it exists is not looked at. */
export const isNoticeCode = (text: string): boolean => /^(general|[A-Z]{2})$/.test(text)

/** Characters of a sentence or a name: it stands in a line or two. */
export const MAX_NOTICE_LENGTH = 300

/**
 * What is wrong with an operator's notices. `country`: a key that is no code of a country. `sentence`, `register`: not as it has
 * to be in the notice at `where`, which is a country or `general`.
 */
export type AdviceError =
  | { code: 'no_json' | 'no_object' | 'no_countries' }
  | { code: 'unknown_key'; key: string }
  | { code: 'country'; key: string }
  | { code: 'sentence' | 'register'; where: string }

/**
 * An operator's own notices, as JSON: `{"general": {"sentence": "…"}, "countries": {"GB": {"sentence": "…", "register":
 * {"name": "…", "address": "https://…"}}}}`. What it leaves out stays as it is in `ADVICE`.
 */
export function parseAdvice(json: string): Result<Advice, AdviceError> {
  let read: unknown
  try {
    read = JSON.parse(json)
  } catch {
    return err({ code: 'no_json' })
  }
  if (!isObject(read)) return err({ code: 'no_object' })
  const unknown = Object.keys(read).find((key) => key !== 'general' && key !== 'countries')
  if (unknown !== undefined) return err({ code: 'unknown_key', key: unknown })
  const general = read['general'] === undefined ? ok(ADVICE.general) : readNotice(read['general'], 'general')
  if (!general.ok) return general
  const given = read['countries'] ?? {}
  if (!isObject(given)) return err({ code: 'no_countries' })
  const countries = { ...ADVICE.countries }
  for (const [code, value] of Object.entries(given)) {
    if (!/^[A-Z]{2}$/.test(code)) return err({ code: 'country', key: code })
    const notice = readNotice(value, code)
    if (!notice.ok) return notice
    countries[code] = notice.value
  }
  return ok({ general: general.value, countries })
}

function readNotice(value: unknown, where: string): Result<AdviceNotice, AdviceError> {
  if (!isObject(value) || !isShortText(value['sentence'])) {
    return err({ code: 'sentence', where })
  }
  const { register = null } = value
  const sentence = oneLine(value['sentence'] as string)
  if (register === null) return ok({ sentence, register })
  const address = isObject(register) && typeof register['address'] === 'string' && readWebAddress(register['address'])
  if (!isObject(register) || !isShortText(register['name']) || !address) {
    return err({ code: 'register', where })
  }
  return ok({ sentence, register: { name: register['name'] as string, address } })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isShortText = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_NOTICE_LENGTH && value.isWellFormed()
