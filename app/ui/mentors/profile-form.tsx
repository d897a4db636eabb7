/** The profile form of the specification. It works without scripts. */
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { plural } from '#domain/quantities'
import { AccountPart } from '../accounts/account-frame.tsx'
import { useFocusFirst } from '../accounts/focus-first.ts'
import { Button } from '../controls/button.tsx'
import { Field, TextArea } from '../controls/field.tsx'

type ProfileFormProps = {
  typed: Record<string, string>
  fields: Record<string, string>
  /** A volunteer's sessions are free. */
  volunteer: boolean
  /** Why it cannot be saved now; null if it can. */
  closed: string | null
}

export function ProfileForm({ typed, fields, volunteer, closed }: ProfileFormProps) {
  const form = useFocusFirst(fields)
  const { formAction, state } = useNavigation()
  const busy = state !== 'idle' && formAction === '/profile'
  const of = (name: string) => ({
    id: `profile-${name}`,
    name,
    defaultValue: typed[name] ?? '',
    error: fields[name],
    disabled: closed !== null,
  })
  return (
    <Form ref={form} method="post" action="/profile" noValidate>
      <AccountPart id="profile-you" title="You" hint="Shown on your page.">
        <Field {...of('fullName')} label="Full name" autoComplete="name" required maxLength={120} />
        <Field {...of('jobTitle')} label="Job title" autoComplete="organization-title" required maxLength={120} />
        <Field {...of('company')} label="Company" autoComplete="organization" required maxLength={120} />
        <Field {...of('university')} label="University" required maxLength={160} />
        <Field
          {...of('linkedin')}
          label="LinkedIn URL"
          hint="Such as https://www.linkedin.com/in/ada"
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={2_048}
        />
      </AccountPart>
      <AccountPart id="profile-words" title="What you talk about">
        <TextArea
          {...of('fieldsHelp')}
          label="Fields you help with"
          hint="Separate them by commas: visas, first flat, CV."
          rows={2}
          optional
        />
        <Bio {...of('bio')} />
        <TextArea {...of('whyMentor')} label="Why do you want to mentor?" rows={4} required maxLength={2_000} />
      </AccountPart>
      <AccountPart id="profile-price" title="Price">
        <Field
          {...of('sessionPrice')}
          label="Session price (£)"
          hint={
            volunteer
              ? 'You’re a volunteer mentor, so your sessions are free.'
              : 'Default price of your sessions; 0 for free.'
          }
          inputMode="decimal"
          required
          maxLength={12}
        />
      </AccountPart>
      <AccountPart id="profile-more" title="More about you" hint="Only we see this. It helps us to support you.">
        <Field {...of('phone')} label="Phone" type="tel" autoComplete="tel" optional maxLength={40} />
        <Field {...of('specialization')} label="Specialization" optional maxLength={120} />
        <Field {...of('qualification')} label="Qualification" optional maxLength={160} />
        <Field
          {...of('availability')}
          label="Availability, hours per week"
          inputMode="numeric"
          optional
          maxLength={2}
        />
      </AccountPart>
      <div className="grid gap-3 border-t border-hair py-8 md:ps-[18.5rem]">
        {closed && <p className="text-ink-2">{closed}</p>}
        <div>
          <Button type="submit" disabled={busy || closed !== null}>
            {busy ? 'Saving...' : 'Save profile'}
          </Button>
        </div>
      </div>
    </Form>
  )
}

/** The bio with its words counted as one types: 100 to 200 are advised, and nothing else is refused for it. */
function Bio(bio: { id: string; name: string; defaultValue: string; error: string | undefined; disabled: boolean }) {
  const [words, setWords] = useState(() => countWords(bio.defaultValue))
  const advice = words < 100 ? `${100 - words} more to 100` : words > 200 ? `${words - 200} over 200` : 'a good length'
  return (
    <div className="grid gap-1.5">
      <TextArea
        {...bio}
        label="Bio"
        hint="100 to 200 words: who you are, the move you made and what you learned."
        rows={8}
        required
        maxLength={4_000}
        onChange={({ currentTarget }) => setWords(countWords(currentTarget.value))}
      />
      <output htmlFor={bio.id} className="note tabular-nums">
        {plural(words, 'word')}, {advice}
      </output>
    </div>
  )
}

const countWords = (text: string) => text.trim().split(/\s+/).filter(Boolean).length
