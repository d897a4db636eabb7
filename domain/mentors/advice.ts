/**
 * The notice on sessions that touch visas or permits: mentors share experience and give no immigration advice, and where
 * the official register of those who may is. In several countries paid advice without a licence is an offence. Pure.
 */
import { err, ok, type Result } from '#domain/result'
import { readWebAddress } from '#domain/web-address'

/** `register`: of people who may give immigration advice; null where we know of none. */
export type AdviceNotice = { sentence: string; register: { name: string; address: string } | null }

/** By destination, ISO 3166-1 alpha-2; `general` for all others. */
export type Advice = { general: AdviceNotice; countries: Readonly<Record<string, AdviceNotice>> }

const SENTENCE = 'Experience, not immigration advice.'

export const ADVICE: Advice = {
  general: { sentence: `${SENTENCE} Ask the immigration authority of the country, or a lawyer.`, register: null },
  countries: {
    AU: {
      sentence: SENTENCE,
      register: {
        name: 'Register of migration agents (OMARA)',
        address: 'https://portal.mara.gov.au/search-the-register-of-migration-agents/',
      },
    },
    CA: {
      sentence: SENTENCE,
      register: {
        name: 'Register of the College of Immigration and Citizenship Consultants',
        address: 'https://college-ic.ca/protecting-the-public/find-an-immigration-consultant',
      },
    },
    GB: {
      sentence: SENTENCE,
      register: {
        name: 'Register of the Immigration Advice Authority',
        address: 'https://www.gov.uk/find-an-immigration-adviser',
      },
    },
    NZ: {
      sentence: SENTENCE,
      register: {
        name: 'Register of the Immigration Advisers Authority',
        address: 'https://iaa.ewr.govt.nz/PublicRegister/Search.aspx',
      },
    },
  },
}

/** The notice for a destination. `country`: null if it is not known. */
export function adviceFor({ general, countries }: Advice, country: string | null): AdviceNotice {
  return (country !== null && Object.hasOwn(countries, country) && countries[country]) || general
}

const MAX_LENGTH = 300 // Characters of a sentence or a name: it stands in a line or two.

/**
 * An operator's own notices, as JSON: `{"general": {"sentence": "…"}, "countries": {"GB": {"sentence": "…", "register":
 * {"name": "…", "address": "https://…"}}}}`. What it leaves out stays as it is in `ADVICE`. The error is for a person.
 */
export function parseAdvice(json: string): Result<Advice, string> {
  let read: unknown
  try {
    read = JSON.parse(json)
  } catch {
    return err('This is no JSON')
  }
  if (!isObject(read)) return err('Write an object with "general" and "countries"')
  const unknown = Object.keys(read).find((key) => key !== 'general' && key !== 'countries')
  if (unknown !== undefined) return err(`There is no "${unknown}", only "general" and "countries"`)
  const general = read['general'] === undefined ? ok(ADVICE.general) : readNotice(read['general'], 'general')
  if (!general.ok) return general
  const given = read['countries'] ?? {}
  if (!isObject(given)) return err('countries: write an object of countries')
  const countries = { ...ADVICE.countries }
  for (const [code, value] of Object.entries(given)) {
    if (!/^[A-Z]{2}$/.test(code)) return err(`countries: "${code}" is no code of a country, such as GB`)
    const notice = readNotice(value, code)
    if (!notice.ok) return notice
    countries[code] = notice.value
  }
  return ok({ general: general.value, countries })
}

function readNotice(value: unknown, where: string): Result<AdviceNotice, string> {
  if (!isObject(value) || !isShortText(value['sentence'])) {
    return err(`${where}: write a "sentence" of at most ${MAX_LENGTH} characters`)
  }
  const { sentence, register = null } = value
  if (register === null) return ok({ sentence: sentence as string, register })
  const address = isObject(register) && typeof register['address'] === 'string' && readWebAddress(register['address'])
  if (!isObject(register) || !isShortText(register['name']) || !address) {
    return err(`${where}: a "register" has a "name" and an "address" that begins with https://`)
  }
  return ok({ sentence: sentence as string, register: { name: register['name'] as string, address } })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isShortText = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_LENGTH && value.isWellFormed()
