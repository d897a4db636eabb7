/** Props of the settings page, made by `app/views/admin/settings.ts`. */

/** `version`: of what the form is made from. `source`: where the value comes from, in words. */
export type SettingView = {
  name: string
  version: number
  fields: Record<string, string>
  /** Whether an admin has set it. */
  isSet: boolean
  source: string
}

/** `outdated`: the English text has changed since, so that readers see it instead. */
export type TranslationView = SettingView & { outdated: boolean }

/** The operator's texts in one language. `languages`: all that the site offers beside English. */
export type TranslationsView = {
  language: string
  tag: string
  languages: { code: string; name: string }[]
  figures: TranslationView
  terms: TranslationView
  privacy: TranslationView
  /** Null if the operator has written none of their own. */
  notices: (TranslationView & { own: OwnNotice[] }) | null
}

/** A notice of the operator's own, in English. `title`: its destination. */
type OwnNotice = { code: string; title: string; sentence: string }

export type SettingsPage = {
  settings: Record<string, SettingView>
  /** The notices for sessions about visas, by destination. */
  advice: (SettingView & { title: string })[]
  policies: { value: string; name: string; sentence: string }[]
  /** Those without a notice of their own. */
  countries: { code: string; name: string }[]
  /** Null if the site has English alone. */
  translations: TranslationsView | null
}

/** What comes back when a form did not simply set something. `question`: what has to be confirmed. */
export type SettingResult = {
  name: string
  typed: Record<string, string>
  intent: string
  errors?: Record<string, string>
  /** `version`: of what it was changed to. */
  conflict?: string
  version?: number
  question?: string
}
