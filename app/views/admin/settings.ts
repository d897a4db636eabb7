/** The page of settings, and what its forms do. Server side. */
import { CANCEL_POLICIES, type CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import { listOwnNotices, type AdviceNotice } from '#domain/mentors/advice'
import { figuresAsText, figuresVersion } from '#domain/mentors/figures'
import { computeFee, toMinorUnits } from '#domain/payments/money'
import {
  isAdvice,
  needsConfirmation,
  readSetting,
  parseSettingName,
  parseTranslationName,
  sourceField,
  type SettingErrors,
  type SettingFields,
  type SettingName,
  type TranslatedName,
} from '#domain/site-settings'
import { timeIn } from '#domain/time/clock'
import type { App } from '#server/context'
import type { Typed } from '#server/platform/http/form'
import type { Actor } from '#server/accounts/audit'
import { countryName, isCountry, listCountries } from '#server/platform/reference/countries'
import { priceBounds } from '#server/mentors/price-bounds'
import { listSettings } from '#server/site-settings/settings-queries'
import { changeSetting } from '#server/site-settings/site-settings'
import * as m from '#messages/admin'
import { POLICY_NAMES, POLICY_SENTENCES } from '#words/bookings/policies'
import { dateIn } from '#words/time'
import { describeSettingError } from '#words/setting-errors'
import { describeAdvice } from '#words/mentors/advice'
import { formatMoney } from '#words/prices'
import { FALLBACK, LANGUAGES, type Language } from '../../../messages/languages.ts'
import { enteredFigures } from '../home/figures.ts'
import type { SettingResult, SettingsPage, SettingView } from '../../ui/admin/settings/settings.ts'

/** Texts whose translation is of one version as a whole. */
type VersionedName = Exclude<TranslatedName, 'notices'>

type Stored = Awaited<ReturnType<typeof listSettings>>[number]

const PLAIN: SettingName[] = ['site_name', 'figures', 'fee', 'seller', 'new_mentors', 'review_days']
const VARIABLES: Record<string, () => string> = {
  site_name: () => 'SITE_NAME',
  figures: m.figuresVariables,
  fee: () => 'FEE_PERCENT',
  seller: m.sellerVariables,
  new_mentors: m.newMentorVariables,
  review_days: () => 'REVIEW_DAYS',
}

/** Of a value in a conflict: longer ones are cut. */
const MAX_SHOWN = 1_200

/**
 * `country`: a destination without a notice of its own, to write one for. `language`: whose texts can be written; the first one
 * offered beside English if this is none. Times are on the clock of `zone`.
 */
export async function readSettings(
  app: App,
  { zone, country, language }: { zone: string; country: string; language: string },
): Promise<SettingsPage> {
  const stored = new Map((await listSettings(app.db)).map((each) => [each.name, each]))
  const codes = new Set(Object.keys(app.texts.advice.countries))
  if (isCountry(country)) codes.add(country)
  const view = (name: SettingName) => settingView(app, name, stored.get(name), zone)
  const settings = PLAIN.map(view)
  const advice = ['general', ...[...codes].toSorted((a, b) => countryName(a).localeCompare(countryName(b), 'en'))]
  return {
    settings: Object.fromEntries(settings.map((each) => [each.name, each])),
    advice: advice.map((code) => ({
      ...view(`advice.${code}`),
      title: destinationName(code),
    })),
    policies: CANCEL_POLICIES.map((value) => ({
      value,
      name: POLICY_NAMES[value](),
      sentence: POLICY_SENTENCES[value](),
    })),
    countries: listCountries().filter(({ code }) => !codes.has(code)),
    translations: viewTranslations(app, stored, { zone, language }),
  }
}

const destinationName = (code: string): string => (code === 'general' ? m.allOtherDestinations() : countryName(code))

const listTranslations = ({ config }: App): Language[] => config.LANGUAGES.filter((each) => each !== FALLBACK)

/** The forms of one language. Null if the site has English alone. */
function viewTranslations(
  app: App,
  stored: Map<string, Stored>,
  { zone, language }: { zone: string; language: string },
): SettingsPage['translations'] {
  const languages = listTranslations(app)
  const chosen = languages.find((each) => each === language) ?? languages[0]
  if (!chosen) return null
  const viewNotices = (own: [string, AdviceNotice][]) => {
    const row = stored.get(`notices.${chosen}`)
    const isOutdated = ([code, { sentence }]: [string, AdviceNotice]) =>
      row?.value?.[code] && row.value[sourceField(code)] !== sentence
    return {
      ...settingView(app, `notices.${chosen}`, row, zone),
      outdated: own.some(isOutdated),
      own: own.map(([code, { sentence }]) => ({ code, title: destinationName(code), sentence })),
    }
  }
  const ownNotices = listOwnNotices(app.texts.advice)
  const view = (text: VersionedName) => {
    const name: SettingName = `${text}.${chosen}`
    const sourceVersion = findEnglishVersion(app, text)
    const row = stored.get(name)
    const plain = settingView(app, name, row, zone)
    return {
      ...plain,
      fields: { ...plain.fields, sourceVersion },
      outdated: plain.isSet && row?.value?.['sourceVersion'] !== sourceVersion,
    }
  }
  return {
    language: chosen,
    tag: LANGUAGES[chosen].tag,
    languages: languages.map((code) => ({ code, name: LANGUAGES[code].name })),
    figures: view('figures'),
    terms: view('terms'),
    privacy: view('privacy'),
    notices: ownNotices.length > 0 ? viewNotices(ownNotices) : null,
  }
}

/** Of an English text: which one a translation is of. */
const findEnglishVersion = ({ config }: App, text: VersionedName): string =>
  text === 'figures' ? figuresVersion(enteredFigures(config)) : config.TERMS_VERSION

function settingView(app: App, name: SettingName, stored: Stored | undefined, zone: string): SettingView {
  const environment = environmentFields(app, name)
  const isSet = stored?.value != null
  return {
    name,
    version: stored?.version ?? 0,
    fields: stored?.value ?? environment,
    isSet,
    source: describeSource(name, stored, zone),
  }
}

function describeSource(name: SettingName, stored: Stored | undefined, zone: string): string {
  const origin = { isAdvice: isAdvice(name), variables: VARIABLES[name]?.() ?? '' }
  const isTranslation = parseTranslationName(name) !== null
  if (!stored) return isTranslation ? m.translationMissing() : m.settingFrom(origin)
  const { value, changedByName, changedAt } = stored
  const by = { who: changedByName ?? m.deletedAccount(), date: dateIn(changedAt, zone), time: timeIn(changedAt, zone) }
  if (isTranslation) return value == null ? m.translationRemoved(by) : m.translationSet(by)
  return value == null ? m.settingReset({ ...origin, ...by }) : m.settingSet({ ...origin, ...by })
}

/** The fields as the environment would fill them in. */
function environmentFields({ environment: { config, advice }, texts }: App, name: SettingName): SettingFields {
  const translation = parseTranslationName(name)
  if (translation?.text === 'notices')
    return Object.fromEntries(listOwnNotices(texts.advice).map(([code]) => [code, '']))
  if (translation) return translation.text === 'figures' ? { home: '', about: '' } : { text: '' }
  if (isAdvice(name)) {
    const code = name.slice('advice.'.length)
    const notice = describeAdvice((code !== 'general' && advice.countries[code]) || advice.general)
    return {
      sentence: notice.sentence,
      register: notice.register?.name ?? '',
      address: notice.register?.address ?? '',
    }
  }
  switch (name) {
    case 'site_name':
      return { name: config.SITE_NAME }
    case 'figures':
      return {
        home: figuresAsText(config.FIGURES ?? []),
        about: figuresAsText(config.ABOUT_FIGURES ?? []),
        asOf: config.FIGURES_AS_OF ?? '',
      }
    case 'fee':
      return { percent: String(config.FEE_PERCENT) }
    case 'seller':
      return {
        seller: config.SELLER,
        name: config.SELLER_NAME ?? '',
        address: config.SELLER_ADDRESS ?? '',
        taxNumber: config.SELLER_TAX_NUMBER ?? '',
        vatPercent: String(config.VAT_PERCENT),
      }
    case 'new_mentors':
      return { policy: config.NEW_MENTOR_POLICY, noticeHours: String(config.NEW_MENTOR_NOTICE_HOURS) }
    case 'review_days':
      return { days: String(config.REVIEW_DAYS) }
    default:
      return {}
  }
}

/** Null for a form that none of our pages sends. `done`: it is set. */
export async function handleSettingsForm(
  app: App,
  actor: Actor,
  { setting = '', version = '', intent = '', confirmed, ...typed }: Typed,
): Promise<{ done: true } | { result: SettingResult; status: number } | null> {
  const name = parseSettingName(setting)
  const isBack = intent === 'back'
  if (!name || !/^\d{1,9}$/.test(version) || (intent !== 'save' && !isBack)) return null
  if (isAdvice(name) && name !== 'advice.general' && !isCountry(name.slice('advice.'.length))) return null
  const translation = parseTranslationName(name)
  if (translation && !listTranslations(app).some((each) => each === translation.language)) return null
  const result = (more: Partial<SettingResult>, status: number) => ({
    result: { name, typed, intent, ...more },
    status,
  })
  const fields = isBack ? environmentFields(app, name) : typed
  const read = readSetting(name, fields)
  if (!isBack && !read.ok) return result({ errors: describeErrors(read.error) }, 400)
  if (needsConfirmation(name) && confirmed !== 'yes') return result({ question: questionAbout(app, name, fields) }, 200)
  const changed = await changeSetting(app, actor, { name, version: Number(version), value: isBack ? null : typed })
  if (changed.ok) return { done: true }
  if (changed.error.code === 'invalid') return result({ errors: describeErrors(changed.error.fields) }, 400)
  const stored = (await listSettings(app.db)).find((each) => each.name === name)
  const byDefault = environmentFields(app, name)
  const value = stored?.value ?? byDefault
  // In the order of the form, which the database does not keep.
  const now = Object.keys(byDefault)
    .map((field) => value[field])
    .filter(Boolean)
    .join(', ')
  const shown = now.length > MAX_SHOWN ? `${now.slice(0, MAX_SHOWN)}…` : now
  const conflict = m.settingConflict({ who: stored?.changedByName ?? m.someoneElse(), now: shown })
  return result({ conflict, version: stored?.version ?? 0 }, 409)
}

const describeErrors = (errors: SettingErrors): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, describeSettingError(error)]))

/** An example's price is this many times the least one: £50. */
const SAMPLE_TIMES = 10

function questionAbout(app: App, name: SettingName, fields: SettingFields): string {
  if (name === 'fee') {
    const { FEE_PERCENT: before, CURRENCY } = app.config
    const after = Number(fields['percent'])
    const price = toMinorUnits(priceBounds(app, CURRENCY).least * SAMPLE_TIMES)
    const of = (percent: number) => formatMoney(computeFee(price, percent, CURRENCY), CURRENCY)
    return m.feeQuestion({
      before,
      after,
      price: formatMoney(price, CURRENCY),
      feeAfter: of(after),
      feeBefore: of(before),
    })
  }
  if (name === 'seller') {
    const operator = fields['name']?.trim() || app.config.SITE_NAME
    const seller = fields['seller'] === 'operator' ? 'operator' : 'other'
    return m.sellerQuestion({ seller, operator, percent: Number(fields['vatPercent']) })
  }
  const policy = POLICY_NAMES[fields['policy'] as CancelPolicy]()
  return m.newMentorsQuestion({ policy, hours: Number(fields['noticeHours']) })
}
