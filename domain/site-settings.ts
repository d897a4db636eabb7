/**
 * What admins may set on the page of settings, beside the environment: how each setting is read from its fields, and what it
 * sets. Pure. Decision 0036.
 */
import { CANCEL_POLICIES, type CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import { NOTICE_HOURS } from '#domain/bookings/availability'
import { isNoticeCode, MAX_NOTICE_LENGTH, withNotices, type Advice, type AdviceNotice } from '#domain/mentors/advice'
import { parseFigures, type Figure } from '#domain/mentors/figures'
import { err, ok, type Result } from '#domain/result'
import { isShown, oneLine } from '#domain/one-line'
import { MAX_SELLER_LENGTHS, MAX_VAT_PERCENT, SELLERS } from '#domain/tax-documents/tax-document'
import { readWebAddress } from '#domain/web-address'

/** A setting's fields, as they are typed and stored. */
export type SettingFields = Record<string, string>

/** What settings set of the configuration. What is absent stays as the environment says. */
type SiteOverrides = Partial<{
  SITE_NAME: string
  FIGURES: Figure[]
  ABOUT_FIGURES: Figure[]
  FIGURES_AS_OF: string
  FEE_PERCENT: number
  SELLER: (typeof SELLERS)[number]
  SELLER_NAME: string
  SELLER_ADDRESS: string
  SELLER_TAX_NUMBER: string
  VAT_PERCENT: number
  REVIEW_DAYS: number
  NEW_MENTOR_POLICY: CancelPolicy
  NEW_MENTOR_NOTICE_HOURS: number
}>

const NAMES = ['site_name', 'figures', 'fee', 'seller', 'new_mentors', 'review_days'] as const
type PlainName = (typeof NAMES)[number]

/** Texts of the operator that have a translation in each language. */
const TRANSLATED = ['figures', 'terms', 'privacy', 'notices'] as const
export type TranslatedName = (typeof TRANSLATED)[number]
type TranslationName = `${TranslatedName}.${string}`

/** `advice.general`, or `advice.GB` for a destination. `terms.es`: the terms in Spanish. */
export type SettingName = PlainName | `advice.${string}` | TranslationName

const TRANSLATION_NAME = new RegExp(`^(${TRANSLATED.join('|')})\\.[a-z]{2,3}(-[A-Za-z]{2,4})?$`)

export const isAdvice = (name: SettingName): name is `advice.${string}` => name.startsWith('advice.')

/** Null for anything else. Whether a destination or a language exists is not looked at. */
export function parseSettingName(text: string): SettingName | null {
  const plain = NAMES.find((name) => name === text)
  const isOther =
    (text.startsWith('advice.') && isNoticeCode(text.slice('advice.'.length))) || TRANSLATION_NAME.test(text)
  return plain ?? (isOther ? (text as SettingName) : null)
}

/** Of `terms.es`, the text and the language it is translated to. Null for other settings. */
export function parseTranslationName(name: SettingName): { text: TranslatedName; language: string } | null {
  const [first, language] = name.split('.')
  const text = TRANSLATED.find((each) => each === first)
  return text && language ? { text, language } : null
}

/** Terms or a privacy notice in another language than English. `sourceVersion`: that of the English text which was translated. */
type TranslatedText = { sourceVersion: string; text: string }
/** `sourceVersion`: `figuresVersion` of the English ones. A page that has none is null. */
type TranslatedFigures = { sourceVersion: string; home: Figure[] | null; about: Figure[] | null }

/** By destination and `general`. `source`: the English sentence that was translated. */
type TranslatedNotices = Record<string, { sentence: string; source: string }>

/** What an operator translated, by language. */
export type Translations = {
  figures: Record<string, TranslatedFigures>
  terms: Record<string, TranslatedText>
  privacy: Record<string, TranslatedText>
  notices: Record<string, TranslatedNotices>
}

export const NO_TRANSLATIONS: Translations = { figures: {}, terms: {}, privacy: {}, notices: {} }

/** Whether a change needs a confirmation, because it is about money. */
export const needsConfirmation = (name: SettingName): boolean => ['fee', 'seller', 'new_mentors'].includes(name)

/**
 * Why a field is invalid. The code names what the field must have: a name, a whole number, a web address. `min`, `max`: the limits of
 * a number; `max` also in characters of a text.
 */
export type SettingError =
  | { code: 'name' | 'sentence' | 'text' | 'too_long'; max: number }
  | { code: 'whole_number'; min: number; max: number }
  | { code: 'vat_percent'; max: number }
  | {
      code:
        | 'figures'
        | 'figures_day'
        | 'percent'
        | 'seller'
        | 'policy'
        | 'register_missing'
        | 'address_missing'
        | 'address'
    }

/** By field. */
export type SettingErrors = Record<string, SettingError>

type Read<Value> = Result<Value, SettingErrors>

const MAX_NAME = 60
const MAX_FIGURES = 400
const MAX_VERSION = 1_000 // Of statistics: the numbers of both pages and their day.
/** Of terms or a privacy notice in one language. Forms of this length are let in by `server/site/middleware.ts`. */
export const MAX_TRANSLATION = 20_000

const valueIn = (fields: SettingFields, name: string) => oneLine(fields[name] ?? '')

function whole(fields: SettingFields, name: string, { min, max }: { min: number; max: number }): Read<number> {
  const text = valueIn(fields, name)
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? ok(value) : err({ [name]: { code: 'whole_number', min, max } })
}

const readers: Record<PlainName, (fields: SettingFields) => Read<SiteOverrides>> = {
  site_name: (fields) => {
    const name = valueIn(fields, 'name')
    if (name === '' || name.length > MAX_NAME || !isShown(name)) return err({ name: { code: 'name', max: MAX_NAME } })
    return ok({ SITE_NAME: name })
  },
  figures: (fields) => {
    const home = figuresIn(fields, 'home')
    const about = figuresIn(fields, 'about')
    const asOf = valueIn(fields, 'asOf')
    const errors: SettingErrors = {
      ...(home.ok ? {} : home.error),
      ...(about.ok ? {} : about.error),
      ...(isDay(asOf) ? {} : { asOf: { code: 'figures_day' } }),
    }
    if (!home.ok || !about.ok || Object.keys(errors).length > 0) return err(errors)
    return ok({
      ...(home.value && { FIGURES: home.value }),
      ...(about.value && { ABOUT_FIGURES: about.value }),
      FIGURES_AS_OF: asOf,
    })
  },
  fee: (fields) => {
    const percent = percentIn(fields, 'percent')
    return percent <= 100 ? ok({ FEE_PERCENT: percent }) : err({ percent: { code: 'percent' } })
  },
  seller: (fields) => {
    const seller = SELLERS.find((known) => known === fields['seller'])
    const percent = percentIn(fields, 'vatPercent')
    const errors: SettingErrors = {
      ...(seller ? {} : { seller: { code: 'seller' } }),
      ...(percent <= MAX_VAT_PERCENT ? {} : { vatPercent: { code: 'vat_percent', max: MAX_VAT_PERCENT } }),
    }
    const [name, address, taxNumber] = (['name', 'address', 'taxNumber'] as const).map((field) => {
      const text = valueIn(fields, field)
      const max = MAX_SELLER_LENGTHS[field]
      if (text.length > max || (text && !isShown(text))) errors[field] = { code: 'too_long', max }
      return text
    }) as [string, string, string]
    if (!seller || Object.keys(errors).length > 0) return err(errors)
    return ok({
      SELLER: seller,
      SELLER_NAME: name,
      SELLER_ADDRESS: address,
      SELLER_TAX_NUMBER: taxNumber,
      VAT_PERCENT: percent,
    })
  },
  new_mentors: (fields) => {
    const policy = CANCEL_POLICIES.find((known) => known === fields['policy'])
    const notice = whole(fields, 'noticeHours', NOTICE_HOURS)
    const errors: SettingErrors = { ...(!policy && { policy: { code: 'policy' } }), ...(notice.ok ? {} : notice.error) }
    if (!policy || !notice.ok) return err(errors)
    return ok({ NEW_MENTOR_POLICY: policy, NEW_MENTOR_NOTICE_HOURS: notice.value })
  },
  review_days: (fields) => {
    const days = whole(fields, 'days', { min: 1, max: 60 })
    return days.ok ? ok({ REVIEW_DAYS: days.value }) : days
  },
}

/** 12.5 of "12.5", or NaN. */
function percentIn(fields: SettingFields, name: string): number {
  const text = valueIn(fields, name)
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
}

/** Null: nothing is typed, so that the environment's stay. */
function figuresIn(fields: SettingFields, name: string): Read<Figure[] | null> {
  const text = valueIn(fields, name)
  if (text === '') return ok(null)
  const parsed = parseFigures(text)
  const isLong = text.length > MAX_FIGURES || !isShown(text)
  return parsed.ok && !isLong ? ok(parsed.value) : err({ [name]: { code: 'figures' } })
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))

function adviceIn(fields: SettingFields): Read<AdviceNotice> {
  const [sentence, name, address] = ['sentence', 'register', 'address'].map((field) => valueIn(fields, field))
  const errors: SettingErrors = {}
  const isText = (text = '') => text.length <= MAX_NOTICE_LENGTH && isShown(text)
  if (!sentence || !isText(sentence)) errors['sentence'] = { code: 'sentence', max: MAX_NOTICE_LENGTH }
  const read = address ? readWebAddress(address) : null
  if (name && !isText(name)) errors['register'] = { code: 'too_long', max: MAX_NOTICE_LENGTH }
  if (name && !address) errors['address'] = { code: 'address_missing' }
  if (address && !read) errors['address'] = { code: 'address' }
  if (address && !name) errors['register'] = { code: 'register_missing' }
  if (Object.keys(errors).length > 0) return err(errors)
  return ok({ sentence: sentence ?? '', register: name && read ? { name, address: read } : null })
}

/** A text of several paragraphs. */
const textIn = (fields: SettingFields) => (fields['text'] ?? '').normalize('NFC').replaceAll(/\r\n?/g, '\n').trim()

function translatedTextIn(fields: SettingFields): Read<TranslatedText> {
  const text = textIn(fields)
  const isText = text.length <= MAX_TRANSLATION && isShown(text.replaceAll(/[\n\t]/g, ' '))
  return text && isText
    ? ok({ sourceVersion: valueIn(fields, 'sourceVersion').slice(0, MAX_VERSION), text })
    : err({ text: { code: 'text', max: MAX_TRANSLATION } })
}

function translatedFiguresIn(fields: SettingFields): Read<TranslatedFigures> {
  const [home, about] = [figuresIn(fields, 'home'), figuresIn(fields, 'about')]
  if (!home.ok || !about.ok) return err({ ...(home.ok ? {} : home.error), ...(about.ok ? {} : about.error) })
  if (!home.value && !about.value) return err({ home: { code: 'figures' } })
  return ok({
    sourceVersion: valueIn(fields, 'sourceVersion').slice(0, MAX_VERSION),
    home: home.value,
    about: about.value,
  })
}

/** The field of the English sentence that a notice's translation is of. */
export const sourceField = (code: string): string => `${code}.source`

/** Notices without a translation stay English. */
function translatedNoticesIn(fields: SettingFields): Read<TranslatedNotices> {
  const codes = Object.keys(fields).filter(isNoticeCode)
  const written = codes.filter((code) => valueIn(fields, code) !== '')
  const isSentence = (text: string) => text.length <= MAX_NOTICE_LENGTH && isShown(text)
  const wrong = written.length === 0 ? codes.slice(0, 1) : written.filter((code) => !isSentence(valueIn(fields, code)))
  if (written.length === 0 || wrong.length > 0)
    return err(Object.fromEntries(wrong.map((code) => [code, { code: 'sentence', max: MAX_NOTICE_LENGTH }])))
  const read = (code: string) => ({
    sentence: valueIn(fields, code),
    source: valueIn(fields, sourceField(code)).slice(0, MAX_NOTICE_LENGTH),
  })
  return ok(Object.fromEntries(written.map((code) => [code, read(code)])))
}

function translationIn(text: TranslatedName, fields: SettingFields): Read<Translations[TranslatedName][string]> {
  if (text === 'figures') return translatedFiguresIn(fields)
  return text === 'notices' ? translatedNoticesIn(fields) : translatedTextIn(fields)
}

/** Errors by field, or what is to be stored: the known fields alone, trimmed. */
export function readSetting(name: SettingName, fields: SettingFields): Read<SettingFields> {
  const read = readAny(name, fields)
  if (!read.ok) return read
  const stored = (field: string) => (field === 'text' ? textIn(fields) : valueIn(fields, field))
  return ok(Object.fromEntries(listFields(name, fields).map((field) => [field, stored(field)])))
}

function readAny(name: SettingName, fields: SettingFields): Read<unknown> {
  const translation = parseTranslationName(name)
  if (translation) return translationIn(translation.text, fields)
  return isAdvice(name) ? adviceIn(fields) : readers[name as PlainName](fields)
}

const FIELDS: Record<PlainName, string[]> = {
  site_name: ['name'],
  figures: ['home', 'about', 'asOf'],
  fee: ['percent'],
  seller: ['seller', 'name', 'address', 'taxNumber', 'vatPercent'],
  new_mentors: ['policy', 'noticeHours'],
  review_days: ['days'],
}

function listFields(name: SettingName, fields: SettingFields): string[] {
  const translation = parseTranslationName(name)
  if (translation?.text === 'figures') return ['home', 'about', 'sourceVersion']
  if (translation?.text === 'notices')
    return Object.keys(fields)
      .filter(isNoticeCode)
      .flatMap((code) => [code, sourceField(code)])
  if (translation) return ['text', 'sourceVersion']
  return isAdvice(name) ? ['sentence', 'register', 'address'] : FIELDS[name as PlainName]
}

type Stored = { name: string; value: SettingFields | null }

/** What stored settings set. Those that an older or newer version stored and this one cannot read are left out. */
export function readOverrides(stored: Stored[]): SiteOverrides {
  const read = stored.flatMap(({ name, value }) => {
    const known = NAMES.find((each) => each === name)
    const set = known && value && readers[known](value)
    return set && set.ok ? [set.value] : []
  })
  return Object.assign({}, ...read) as SiteOverrides
}

/** The notices, with those that are stored in place of theirs. */
export function adviceWith(advice: Advice, stored: Stored[]): Advice {
  const notices = stored.flatMap(({ name, value }) => {
    const known = parseSettingName(name)
    const read = known && isAdvice(known) && value && adviceIn(value)
    return read && read.ok ? [[name.slice('advice.'.length), read.value] as const] : []
  })
  return withNotices(advice, notices)
}

/** Those translations that are stored and can be read. */
export function readTranslations(stored: Stored[]): Translations {
  const read = stored.flatMap(({ name, value }) => {
    const known = parseSettingName(name)
    const translation = known && parseTranslationName(known)
    const own = translation && value && translationIn(translation.text, value)
    return own && own.ok ? [{ ...translation, own: own.value }] : []
  })
  const of = (text: TranslatedName) =>
    Object.fromEntries(read.filter((each) => each.text === text).map(({ language, own }) => [language, own]))
  return Object.fromEntries(TRANSLATED.map((text) => [text, of(text)])) as Translations
}
