/** Sets up the second step of signing in with an authenticator app, and ends it. */
import { Form } from 'react-router'
import * as m from '#messages/accounts'
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
      title={anew ? m.startAgain() : m.setItUp()}
      hint={anew ? m.startAgainHint() : m.setItUpHint()}
    >
      <Form ref={form} method="post" noValidate className="form-fields">
        <input type="hidden" name="intent" value="begin" />
        <PasswordField id="step-password" label={m.yourPassword()} error={fields['password']} />
        <div>
          <Button type="submit" disabled={busy}>
            {m.goOn()}
          </Button>
        </div>
      </Form>
    </AccountPart>
  )
}

export function SetUpSecondStep({ setup, fields, busy }: FormProps & { setup: SecondStepSetup }) {
  return (
    <>
      <AccountPart id="scan" title={m.stepAddToApp()} hint={m.stepAddToAppHint()}>
        <img src={setup.picture} alt={m.qrCode()} width={208} height={208} className="line rounded-card bg-white" />
        <div className="grid gap-1">
          <p className="note" id="secret-label">
            {m.forTyping()}
          </p>
          <code aria-labelledby="secret-label" className="text-lg wrap-anywhere select-all">
            {setup.secret}
          </code>
        </div>
      </AccountPart>
      <AccountPart id="codes" title={m.stepSaveCodes()} hint={m.stepSaveCodesHint()}>
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- So that the keyboard can select it.
          tabIndex={0}
          aria-label={m.backupCodes()}
          className="line rounded-card bg-shoal-1 px-5 py-4 text-base/7 whitespace-pre-wrap select-all"
        >
          {setup.backupCodes.join('\n')}
        </pre>
        <p className="text-ink-2">{m.copyOrPrint()}</p>
      </AccountPart>
      <ConfirmSecondStep fields={fields} busy={busy} title={m.stepEnterCode()} />
    </>
  )
}

export function ConfirmSecondStep({ title, fields, busy }: FormProps & { title: string }) {
  const form = useFocusFirst(fields)
  return (
    <AccountPart id="confirm" title={title} hint={m.stepEnterCodeHint()}>
      <Form ref={form} method="post" noValidate className="form-fields">
        <input type="hidden" name="intent" value="confirm" />
        <Field
          id="step-code"
          name="code"
          label={m.code()}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={fields['code']}
          required
          maxLength={40}
        />
        <div>
          <Button type="submit" disabled={busy}>
            {m.turnOnSecondStep()}
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
        <p className="font-semibold">{m.secondStepOn()}</p>
        <p>{m.secondStepOnDetails()}</p>
      </Notice>
      <div className="mt-8">
        <AccountPart id="end" title={m.endIt()} hint={required ? null : m.endItHint()}>
          {required ? (
            <p>{m.secondStepRequired()}</p>
          ) : (
            <Form ref={form} method="post" noValidate className="form-fields">
              <input type="hidden" name="intent" value="end" />
              <PasswordField id="step-password" label={m.yourPassword()} error={fields['password']} />
              <div>
                <Button type="submit" variant="secondary" disabled={busy}>
                  {m.turnOffSecondStep()}
                </Button>
              </div>
            </Form>
          )}
        </AccountPart>
      </div>
    </>
  )
}
