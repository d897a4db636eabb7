/** The profile form of the specification. It works without scripts. */
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/mentors'
import { localPath } from '#words/local-path'
import { AccountPart } from '../accounts/account-frame.tsx'
import { useFocusFirst } from '../accounts/focus-first.ts'
import { Button } from '../controls/button.tsx'
import { Field, Select, TextArea } from '../controls/field.tsx'

/** `choices` in order of name. `detected`: the language that the texts seem to be in, if any. */
export type TextsLanguages = { choices: { code: string; name: string }[]; detected: string | null }

type ProfileFormProps = {
  typed: Record<string, string>
  fields: Record<string, string>
  /** A volunteer's sessions are free. */
  volunteer: boolean
  textsLanguages: TextsLanguages | null
  /** Why it cannot be saved now; null if it can. */
  closed: string | null
}

export function ProfileForm({ typed, fields, volunteer, textsLanguages, closed }: ProfileFormProps) {
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
      <AccountPart id="profile-price" title={m.price()}>
        <Field
          {...of('sessionPrice')}
          label={m.sessionPrice()}
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
