/** The page of settings, and what its forms do. Server side. */
import { CANCEL_POLICIES, type CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import { figuresAsText } from '#domain/mentors/figures'
import { computeFee, toPence } from '#domain/payments/money'
import {
  isAdvice,
  needsConfirmation,
  readSetting,
  parseSettingName,
  type SettingErrors,
  type SettingFields,
  type SettingName,
} from '#domain/site-settings'
import { timeIn } from '#domain/time/clock'
import type { App } from '#server/context'
import type { Typed } from '#server/platform/http/form'
import type { Actor } from '#server/accounts/audit'
import { countryName, isCountry, listCountries } from '#server/platform/reference/countries'
import { listSettings } from '#server/site-settings/settings-queries'
import { changeSetting } from '#server/site-settings/site-settings'
import * as m from '#messages/admin'
import { POLICY_NAMES, POLICY_SENTENCES } from '#words/policies'
import { dateIn } from '#words/time'
import { describeSettingError } from '#words/setting-errors'
import { describeAdvice } from '#words/advice'
import { formatPence } from '#words/prices'
import type { SettingResult, SettingsPage, SettingView } from '../../ui/admin/settings/settings.ts'

type Stored = Awaited<ReturnType<typeof listSettings>>[number]

const PLAIN: SettingName[] = ['site_name', 'figures', 'fee', 'new_mentors', 'review_days']
const VARIABLES: Record<string, () => string> = {
  site_name: () => 'SITE_NAME',
  figures: m.figuresVariables,
  fee: () => 'FEE_PERCENT',
  new_mentors: m.newMentorVariables,
  review_days: () => 'REVIEW_DAYS',
}

/** `country`: a destination without a notice of its own, to write one for. Times are on the clock of `zone`. */
export async function readSettings(app: App, zone: string, country: string): Promise<SettingsPage> {
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
      title: code === 'general' ? m.allOtherDestinations() : countryName(code),
    })),
    policies: CANCEL_POLICIES.map((value) => ({
      value,
      name: POLICY_NAMES[value](),
      sentence: POLICY_SENTENCES[value](),
    })),
    countries: listCountries().filter(({ code }) => !codes.has(code)),
  }
}

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
  if (!stored) return m.settingFrom(origin)
  const { value, changedByName, changedAt } = stored
  const by = { who: changedByName ?? m.deletedAccount(), date: dateIn(changedAt, zone), time: timeIn(changedAt, zone) }
  return value == null ? m.settingReset({ ...origin, ...by }) : m.settingSet({ ...origin, ...by })
}

/** The fields as the environment would fill them in. */
function environmentFields({ environment: { config, advice } }: App, name: SettingName): SettingFields {
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
  const conflict = m.settingConflict({ who: stored?.changedByName ?? m.someoneElse(), now })
  return result({ conflict, version: stored?.version ?? 0 }, 409)
}

const describeErrors = (errors: SettingErrors): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, describeSettingError(error)]))

function questionAbout({ config }: App, name: SettingName, fields: SettingFields): string {
  if (name === 'fee') {
    const [before, after] = [config.FEE_PERCENT, Number(fields['percent'])]
    const of = (percent: number) => formatPence(computeFee(toPence(4_500), percent))
    return m.feeQuestion({ before, after, feeAfter: of(after), feeBefore: of(before) })
  }
  const policy = POLICY_NAMES[fields['policy'] as CancelPolicy]()
  return m.newMentorsQuestion({ policy, hours: Number(fields['noticeHours']) })
}
