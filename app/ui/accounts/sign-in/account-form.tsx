/**
 * Email, password and, to sign up, a name. It is one form for both, so that switching between them keeps what was
 * typed.
 */
import { useEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import * as m from '#messages/accounts'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'
import { leadingTo, type AccountResult } from './answer.ts'
import { PasswordField } from './password-field.tsx'
import { RefusalAlert } from './refusal.tsx'

export type AccountMode = 'in' | 'up'

type AccountFormProps = {
  mode: AccountMode
  /** The path on this site to go to afterwards. */
  next: string
  result: AccountResult
  busy: boolean
  /** Called instead of posting the form to its page. */
  onSend?: (form: FormData) => void
  /** The ids of its fields begin with this, since the dialog may be open over a page with the same form. */
  id: string
}

const WORDS = {
  in: { page: '/sign-in', submit: m.signIn, busy: m.signingInBusy },
  up: { page: '/sign-up', submit: m.signUp, busy: m.signingUp },
} as const

export function AccountForm({ mode, next, result, busy, onSend, id }: AccountFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { typed, fields, refusal } = result
  const words = WORDS[mode]
  const signsUp = mode === 'up'

  // Focuses the first field that is wrong, so that screen readers read its message.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- After each refusal.
  }, [fields])

  return (
    <Form
      ref={form}
      method="post"
      action={leadingTo(words.page, next)}
      noValidate
      onSubmit={(event) => {
        if (!onSend) return
        event.preventDefault()
        onSend(new FormData(event.currentTarget))
      }}
      className="form-fields"
    >
      {refusal && <RefusalAlert refusal={refusal} next={next} />}
      <div hidden={!signsUp}>
        <Field
          id={`${id}-name`}
          name="name"
          label={m.name()}
          autoComplete="name"
          defaultValue={typed.name}
          error={fields['name']}
          required
          maxLength={120}
          disabled={!signsUp}
        />
      </div>
      <Field
        id={`${id}-email`}
        name="email"
        type="email"
        label={m.email()}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={signsUp && m.emailHint()}
        defaultValue={typed.email}
        error={fields['email']}
        required
        maxLength={254}
      />
      <div className="grid gap-1">
        <PasswordField id={`${id}-password`} fresh={signsUp} error={fields['password']} />
        {!signsUp && (
          <p>
            <Link to="/forgot-password" className="tall-link text-sm">
              {m.forgotPassword()}
            </Link>
          </p>
        )}
      </div>
      <Button type="submit" disabled={busy} className="w-full">
        {busy ? words.busy() : words.submit()}
      </Button>
    </Form>
  )
}
