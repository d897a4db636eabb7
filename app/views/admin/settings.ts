/** The page of settings, and what its forms do. Server side. */
import { POLICY_NAMES, POLICY_SENTENCES } from '#domain/bookings/refunds/policy-sentences'
import { CANCEL_POLICIES, type CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import type { AdviceNotice } from '#domain/mentors/advice'
import { figuresAsText } from '#domain/mentors/figures'
import { computeFee, formatPence, toPence } from '#domain/payments/money'
import {
  isAdvice,
  needsConfirmation,
  readSetting,
  parseSettingName,
  type SettingFields,
  type SettingName,
} from '#domain/site-settings'
import { dateIn, timeIn } from '#domain/time/clock'
import type { App } from '#server/context'
import type { Typed } from '#server/platform/http/form'
import type { Actor } from '#server/accounts/audit'
import { countryName, isCountry, listCountries } from '#server/platform/reference/countries'
import { listSettings } from '#server/site-settings/settings-queries'
import { changeSetting } from '#server/site-settings/site-settings'
import type { SettingResult, SettingsPage, SettingView } from '../../ui/admin/settings/settings.ts'

type Stored = Awaited<ReturnType<typeof listSettings>>[number]

const PLAIN: SettingName[] = ['site_name', 'figures', 'fee', 'new_mentors', 'review_days']
const VARIABLES: Record<string, string> = {
  site_name: 'SITE_NAME',
  figures: 'FIGURES, ABOUT_FIGURES and FIGURES_AS_OF',
  fee: 'FEE_PERCENT',
  new_mentors: 'NEW_MENTOR_POLICY and NEW_MENTOR_NOTICE_HOURS',
  review_days: 'REVIEW_DAYS',
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
      title: code === 'general' ? 'All other destinations' : countryName(code),
    })),
    policies: CANCEL_POLICIES.map((value) => ({ value, name: POLICY_NAMES[value], sentence: POLICY_SENTENCES[value] })),
    countries: listCountries().filter(({ code }) => !codes.has(code)),
  }
}

function settingView(app: App, name: SettingName, stored: Stored | undefined, zone: string): SettingView {
  const environment = environmentFields(app, name)
  const isSet = stored?.value != null
  const says = isAdvice(name)
    ? 'ADVICE_FILE, or the default text'
    : `the environment (${VARIABLES[name]}), or its default`
  const by =
    stored &&
    `${stored.changedByName ?? 'A deleted account'} on ${dateIn(stored.changedAt, zone)} at ${timeIn(stored.changedAt, zone)}`
  return {
    name,
    version: stored?.version ?? 0,
    fields: stored?.value ?? environment,
    isSet,
    source: isSet ? `Set by ${by}. The default comes from ${says}.` : `From ${says}.${by ? ` Reset by ${by}.` : ''}`,
  }
}

/** The fields as the environment would fill them in. */
function environmentFields({ environment: { config, advice } }: App, name: SettingName): SettingFields {
  if (isAdvice(name)) {
    const code = name.slice('advice.'.length)
    const notice: AdviceNotice = (code !== 'general' && advice.countries[code]) || advice.general
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
  if (!isBack && !read.ok) return result({ errors: read.error }, 400)
  if (needsConfirmation(name) && confirmed !== 'yes') return result({ question: questionAbout(app, name, fields) }, 200)
  const changed = await changeSetting(app, actor, { name, version: Number(version), value: isBack ? null : typed })
  if (changed.ok) return { done: true }
  if (changed.error.code === 'invalid') return result({ errors: changed.error.fields }, 400)
  const stored = (await listSettings(app.db)).find((each) => each.name === name)
  const byDefault = environmentFields(app, name)
  const value = stored?.value ?? byDefault
  // In the order of the form, which the database does not keep.
  const now = Object.keys(byDefault)
    .map((field) => value[field])
    .filter(Boolean)
    .join(', ')
  const conflict = `${stored?.changedByName ?? 'Someone else'} changed this while you were editing. It’s now “${now}”. We kept what you typed. Save again to replace it.`
  return result({ conflict, version: stored?.version ?? 0 }, 409)
}

function questionAbout({ config }: App, name: SettingName, fields: SettingFields): string {
  if (name === 'fee') {
    const [before, after] = [config.FEE_PERCENT, Number(fields['percent'])]
    const of = (percent: number) => formatPence(computeFee(toPence(4_500), percent))
    return `The platform fee changes from ${before} % to ${after} %: ${of(after)} of a £45.00 session instead of ${of(before)}. It applies to new bookings; existing bookings keep theirs.`
  }
  const policy = POLICY_NAMES[fields['policy'] as CancelPolicy]
  return `New applicants start with the policy “${policy}” and ${fields['noticeHours']} hours of notice. Existing mentors and bookings keep theirs.`
}
