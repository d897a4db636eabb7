/** The forms that change password and email address. Both ask for the present password. */
import { Form } from 'react-router'
import * as m from '#messages/accounts'
import { PasswordField } from './sign-in/password-field.tsx'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { useFocusFirst } from './focus-first.ts'
import { rich } from '../rich.tsx'

type FormProps = { fields: Record<string, string>; busy: boolean }

/** `email` lets password managers match the password to its account. */
export function PasswordForm({ email, fields, busy }: FormProps & { email: string }) {
  const form = useFocusFirst(fields)
  return (
    <Form ref={form} method="post" noValidate className="form-fields">
      <input type="hidden" name="intent" value="password" />
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField id="security-current" name="current" label={m.passwordNow()} error={fields['current']} />
      <PasswordField id="security-next" name="next" label={m.newPassword()} fresh error={fields['next']} />
      <div>
        <Button type="submit" disabled={busy}>
          {m.changePassword()}
        </Button>
      </div>
    </Form>
  )
}

/** For people who sign in by Google or a passkey and have no password. */
export function NoPassword({ email, busy }: { email: string; busy: boolean }) {
  return (
    <Form method="post" className="form-fields">
      <input type="hidden" name="intent" value="set-password" />
      <p>
        {rich(
          m.noPasswordLink({
            email,
            strong: (text) => <strong className="font-semibold wrap-anywhere">{text}</strong>,
          }),
        )}
      </p>
      <div>
        <Button type="submit" variant="secondary" disabled={busy}>
          {m.setAPassword()}
        </Button>
      </div>
    </Form>
  )
}

export function EmailForm({ typed, fields, busy }: FormProps & { typed: string }) {
  const form = useFocusFirst(fields)
  return (
    <Form ref={form} method="post" noValidate className="form-fields">
      <input type="hidden" name="intent" value="email" />
      <Field
        id="security-email"
        name="email"
        type="email"
        label={m.newEmailAddress()}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={typed}
        error={fields['email']}
        required
        maxLength={254}
      />
      <PasswordField id="security-password" name="password" label={m.yourPassword()} error={fields['password']} />
      <div>
        <Button type="submit" disabled={busy}>
          {m.sendTheLink()}
        </Button>
      </div>
    </Form>
  )
}
