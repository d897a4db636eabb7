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
      title={anew ? 'Start again' : 'Set it up'}
      hint={
        anew
          ? 'You get a new QR code and new backup codes. The previous ones stop working.'
          : 'Use any authenticator app. Nothing changes until you enter a code from it.'
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
      <AccountPart id="scan" title="1. Add it to the app" hint="Scan the QR code, or enter the text below it.">
        <img
          src={setup.picture}
          alt="QR code for your authenticator app; the same text is below"
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
        title="2. Save your backup codes"
        hint="Each code signs you in once if you can’t use the app. We show them only now."
      >
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- So that the keyboard can select it.
          tabIndex={0}
          aria-label="Backup codes"
          className="line rounded-card bg-shoal-1 px-5 py-4 text-base/7 whitespace-pre-wrap select-all"
        >
          {setup.backupCodes.join('\n')}
        </pre>
        <p className="text-ink-2">Copy them to a private place, or print this page.</p>
      </AccountPart>
      <ConfirmSecondStep fields={fields} busy={busy} title="3. Enter a code from the app" />
    </>
  )
}

export function ConfirmSecondStep({ title, fields, busy }: FormProps & { title: string }) {
  const form = useFocusFirst(fields)
  return (
    <AccountPart id="confirm" title={title} hint="The app shows a new code every 30 seconds.">
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
            Turn on second step
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
        <p>After your password, you enter a code from your app or a backup code.</p>
      </Notice>
      <div className="mt-8">
        <AccountPart id="end" title="End it" hint={required ? null : 'Then you sign in with your password alone.'}>
          {required ? (
            <p>Admins need a second step, so you can’t turn it off.</p>
          ) : (
            <Form ref={form} method="post" noValidate className="form-fields">
              <input type="hidden" name="intent" value="end" />
              <PasswordField id="step-password" label="Your password" error={fields['password']} />
              <div>
                <Button type="submit" variant="secondary" disabled={busy}>
                  Turn off second step
                </Button>
              </div>
            </Form>
          )}
        </AccountPart>
      </div>
    </>
  )
}
