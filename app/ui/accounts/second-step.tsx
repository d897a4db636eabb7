/** Sets up the second step of signing in with an authenticator app, and ends it. */
import { Form } from 'react-router'
import { PasswordField } from './sign-in/password-field.tsx'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { Notice } from '../controls/notice.tsx'
import { AccountPart } from './account-frame.tsx'
import { useFocusFirst } from './focus-first.ts'

/** `picture`: the address of the QR code. `secret`: the same, to be typed. */
export type SecondStepSetup = { picture: string; secret: string; backupCodes: string[] }

type FormProps = { fields: Record<string, string>; busy: boolean }

/** `anew`: it was begun before, and its code was wrong. */
export function BeginSecondStep({ anew, fields, busy }: FormProps & { anew: boolean }) {
  const form = useFocusFirst(fields)
  return (
    <AccountPart
      id="begin"
      title={anew ? 'Or begin anew' : 'Set it up'}
      hint={
        anew
          ? 'With another QR code and other backup codes. Those you were shown before are worth nothing then.'
          : 'Any authenticator app will do. Nothing changes until you have typed a code that it shows.'
      }
    >
      <Form ref={form} method="post" noValidate className="form-fields">
        <input type="hidden" name="intent" value="begin" />
        <PasswordField id="step-password" label="Your password" error={fields['password']} />
        <div>
          <Button type="submit" disabled={busy}>
            Go on
          </Button>
        </div>
      </Form>
    </AccountPart>
  )
}

export function SetUpSecondStep({ setup, fields, busy }: FormProps & { setup: SecondStepSetup }) {
  return (
    <>
      <AccountPart id="scan" title="1. Add it to the app" hint="Scan the code, or type the letters below it.">
        <img
          src={setup.picture}
          alt="QR code for your authenticator app; the same is written below"
          width={208}
          height={208}
          className="line rounded-card bg-white"
        />
        <div className="grid gap-1">
          <p className="note" id="secret-label">
            For typing
          </p>
          <code aria-labelledby="secret-label" className="text-lg wrap-anywhere select-all">
            {setup.secret}
          </code>
        </div>
      </AccountPart>
      <AccountPart
        id="codes"
        title="2. Keep these codes"
        hint="Each opens your account once, should you be without the app. They are shown only now."
      >
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- So that the keyboard can select it.
          tabIndex={0}
          aria-label="Backup codes"
          className="line rounded-card bg-shoal-1 px-5 py-4 text-base/7 whitespace-pre-wrap select-all"
        >
          {setup.backupCodes.join('\n')}
        </pre>
        <p className="text-ink-2">
          Copy them to a place that is yours alone: one press selects them all. Or print this page.
        </p>
      </AccountPart>
      <ConfirmSecondStep fields={fields} busy={busy} title="3. Enter a code from the app" />
    </>
  )
}

export function ConfirmSecondStep({ title, fields, busy }: FormProps & { title: string }) {
  const form = useFocusFirst(fields)
  return (
    <AccountPart id="confirm" title={title} hint="The app shows a new one every half minute.">
      <Form ref={form} method="post" noValidate className="form-fields">
        <input type="hidden" name="intent" value="confirm" />
        <Field
          id="step-code"
          name="code"
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={fields['code']}
          required
          maxLength={40}
        />
        <div>
          <Button type="submit" disabled={busy}>
            Turn the second step on
          </Button>
        </div>
      </Form>
    </AccountPart>
  )
}

/** `required`: the person is an admin of a live site, who must have a second step. */
export function EndSecondStep({ required, fields, busy }: FormProps & { required: boolean }) {
  const form = useFocusFirst(fields)
  return (
    <>
      <Notice good>
        <p className="font-semibold">Your second step is on.</p>
        <p>After your password, signing in asks for a code of your app or one of your backup codes.</p>
      </Notice>
      <div className="mt-8">
        <AccountPart
          id="end"
          title="End it"
          hint={required ? null : 'Your password alone will then open your account.'}
        >
          {required ? (
            <p>Admins need a second step, so you can’t turn it off.</p>
          ) : (
            <Form ref={form} method="post" noValidate className="form-fields">
              <input type="hidden" name="intent" value="end" />
              <PasswordField id="step-password" label="Your password" error={fields['password']} />
              <div>
                <Button type="submit" variant="secondary" disabled={busy}>
                  End the second step
                </Button>
              </div>
            </Form>
          )}
        </AccountPart>
      </div>
    </>
  )
}
