/** The profile form of the specification. It works without scripts. */
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { MAX_TRANSLATIONS } from '#domain/mentors/content'
import * as m from '#messages/mentors'
import { localPath } from '#words/local-path'
import { currencySign } from '#words/prices'
import { AccountPart } from '../accounts/account-frame.tsx'
import { useFocusFirst } from '../accounts/focus-first.ts'
import { Button } from '../controls/button.tsx'
import { Field, Select, TextArea } from '../controls/field.tsx'
import { CurrencyOptions } from '../payments/currency-options.tsx'

/** `choices` in order of name. `detected`: the language that the texts seem to be in, if any. */
export type TextsLanguages = { choices: Language[]; detected: string | null }

type Language = { code: string; name: string }

type ProfileFormProps = {
  typed: Record<string, string>
  fields: Record<string, string>
  /** A volunteer's sessions are free. */
  volunteer: boolean
  textsLanguages: TextsLanguages | null
  /** Those to write further texts in; null before there is a record to keep them. */
  translations: Language[] | null
  /** In which they can price, ISO 4217; the site's own first. */
  currencies: readonly string[]
  /** Why it cannot be saved now; null if it can. */
  closed: string | null
}

export function ProfileForm({
  typed,
  fields,
  volunteer,
  textsLanguages,
  translations,
  currencies,
  closed,
}: ProfileFormProps) {
  const [site = ''] = currencies
  const [currency, setCurrency] = useState(currencies.find((code) => code === typed['currency']) ?? site)
  const form = useFocusFirst(fields)
  const { formAction, state } = useNavigation()
  const busy = state !== 'idle' && formAction === localPath('/profile')
  const of = (name: string) => ({
    id: `profile-${name}`,
    name,
    defaultValue: typed[name] ?? '',
    error: fields[name],
    disabled: closed !== null,
  })
  return (
    <Form ref={form} method="post" action="/profile" noValidate>
      <AccountPart id="profile-you" title={m.you()} hint={m.shownOnPage()}>
        <Field {...of('fullName')} label={m.fullName()} autoComplete="name" required maxLength={120} />
        <Field {...of('jobTitle')} label={m.jobTitle()} autoComplete="organization-title" required maxLength={120} />
        <Field {...of('company')} label={m.company()} autoComplete="organization" required maxLength={120} />
        <Field {...of('university')} label={m.university()} required maxLength={160} />
        <Field
          {...of('linkedin')}
          label={m.linkedinUrl()}
          hint={m.linkedinHint()}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={2_048}
        />
      </AccountPart>
      <AccountPart id="profile-words" title={m.whatYouTalkAbout()}>
        <TextArea {...of('fieldsHelp')} label={m.fieldsHelp()} hint={m.fieldsHelpHint()} rows={2} optional />
        <Bio {...of('bio')} />
        <TextArea {...of('whyMentor')} label={m.whyMentor()} rows={4} required maxLength={2_000} />
        {textsLanguages && (
          <Select {...of('textsLanguage')} label={m.textsLanguage()} hint={m.textsLanguageHint()}>
            <option value="">
              {textsLanguages.detected
                ? m.textsLanguageDetected({ language: textsLanguages.detected })
                : m.textsLanguageUnknown()}
            </option>
            {textsLanguages.choices.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </AccountPart>
      {translations && (
        <AccountPart id="profile-translations" title={m.translations()} hint={m.translationsHint()}>
          <Translations typed={typed} fields={fields} languages={translations} of={of} />
        </AccountPart>
      )}
      <AccountPart id="profile-price" title={m.price()}>
        {currencies.length > 1 && (
          <Select
            {...of('currency')}
            defaultValue={currency}
            onChange={({ target }) => setCurrency(target.value)}
            label={m.currency()}
          >
            <CurrencyOptions currencies={currencies} />
          </Select>
        )}
        <Field
          {...of('sessionPrice')}
          label={m.sessionPrice({ sign: currencySign(currency) })}
          hint={volunteer ? m.volunteerPrice() : m.sessionPriceHint()}
          inputMode="decimal"
          required
          maxLength={12}
        />
      </AccountPart>
      <AccountPart id="profile-more" title={m.moreAboutYou()} hint={m.onlyWeSee()}>
        <Field {...of('phone')} label={m.phone()} type="tel" autoComplete="tel" optional maxLength={40} />
        <Field {...of('specialization')} label={m.specialization()} optional maxLength={120} />
        <Field {...of('qualification')} label={m.qualification()} optional maxLength={160} />
        <Field {...of('availability')} label={m.availability()} inputMode="numeric" optional maxLength={2} />
      </AccountPart>
      <div className="grid gap-3 border-t border-hair py-8 md:ps-[18.5rem]">
        {closed && <p className="text-ink-2">{closed}</p>}
        <div>
          <Button type="submit" disabled={busy || closed !== null}>
            {busy ? m.saving() : m.saveProfile()}
          </Button>
        </div>
      </div>
    </Form>
  )
}

type FieldOf = (name: string) => {
  id: string
  name: string
  defaultValue: string
  error: string | undefined
  disabled: boolean
}
type TranslationsProps = {
  typed: Record<string, string>
  fields: Record<string, string>
  languages: Language[]
  of: FieldOf
}

/** Those that there are, and an empty one as long as another fits. */
function Translations({ typed, fields, languages, of }: TranslationsProps) {
  const places = Array.from({ length: MAX_TRANSLATIONS }, (_, place) => `translations.${place}`)
  const isWritten = (place: string) => [`${place}.about`, `${place}.whyMentor`].some((name) => typed[name]?.trim())
  const written = places.findLastIndex(isWritten) + 1
  return places.slice(0, written + 1).map((place) => {
    const language = languages.find(({ code }) => code === typed[`${place}.language`])
    const own = { ...(language && { lang: language.code }), dir: 'auto' } as const
    const isOpen = Object.keys(fields).some((name) => name.startsWith(`${place}.`))
    return (
      <details key={place} open={isOpen || undefined} className="border-b border-hair pb-4">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
          <span className="link">{isWritten(place) && language ? language.name : m.addTranslation()}</span>
        </summary>
        <div className="mt-3 grid gap-5">
          <Select {...of(`${place}.language`)} label={m.translationLanguage()}>
            <option value="">{m.chooseTranslationLanguage()}</option>
            {languages.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          <TextArea {...of(`${place}.about`)} {...own} label={m.bio()} rows={6} maxLength={4_000} />
          <TextArea {...of(`${place}.whyMentor`)} {...own} label={m.whyMentor()} rows={4} maxLength={2_000} />
        </div>
      </details>
    )
  })
}

/** The bio with its words counted as one types: 100 to 200 are advised, and nothing else is refused for it. */
function Bio(bio: { id: string; name: string; defaultValue: string; error: string | undefined; disabled: boolean }) {
  const [words, setWords] = useState(() => countWords(bio.defaultValue))
  return (
    <div className="grid gap-1.5">
      <TextArea
        {...bio}
        label={m.bio()}
        hint={m.bioHint()}
        rows={8}
        required
        maxLength={4_000}
        onChange={({ currentTarget }) => setWords(countWords(currentTarget.value))}
      />
      <output htmlFor={bio.id} className="note tabular-nums">
        {describeLength(words)}
      </output>
    </div>
  )
}

function describeLength(words: number): string {
  if (words < 100) return m.bioTooShort({ words, missing: 100 - words })
  return words > 200 ? m.bioTooLong({ words, over: words - 200 }) : m.bioGoodLength({ words })
}

const countWords = (text: string) => text.trim().split(/\s+/).filter(Boolean).length
