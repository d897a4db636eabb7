/** Joins the waitlist for a mentor's time, or for a seat in a cohort. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/bookings'
import { AccountPage } from '../accounts/sign-in/account-page.tsx'
import { Alert } from '../controls/alert.tsx'
import { Button, ButtonLink } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { useFocusOnChange } from './focus-on-change.ts'

/** A card in place of the form, with a way on. */
export type AskResult = { title: string; lead: string; to: string; label: string }

/** `kept`: what becomes of the address. `result`: there is nothing to ask for. `email`: of the account, to start with. */
export type AskView = { title: string; lead: string; kept: string; email: string; result: AskResult | null }

/** `error`: about the address. `tooMany`: a sentence. */
export type WaitlistResult = { typed: string; error?: string | undefined; tooMany?: string; result?: AskResult }

export function AskPage({ view, result: answer }: { view: AskView; result: WaitlistResult | undefined }) {
  const busy = useNavigation().formMethod === 'POST'
  const result = answer?.result ?? view.result
  const part = useFocusOnChange(result?.title ?? '')
  if (result) {
    return (
      <AccountPage title={result.title}>
        <div {...part} className="grid gap-5 outline-none">
          <p className="wrap-anywhere">{result.lead}</p>
          <ButtonLink to={result.to} reloadDocument className="w-full wrap-anywhere">
            {result.label}
          </ButtonLink>
        </div>
      </AccountPage>
    )
  }
  return (
    <AccountPage title={view.title} lead={view.lead} below={<p className="note">{view.kept}</p>}>
      <Form method="post" noValidate className="form-fields">
        {answer?.tooMany && (
          <Alert>
            <p className="font-semibold">{answer.tooMany}</p>
          </Alert>
        )}
        <Field
          id="waiting-email"
          name="email"
          type="email"
          label={m.yourEmail()}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={answer?.typed ?? view.email}
          error={answer?.error}
          required
          maxLength={254}
        />
        <Button type="submit" disabled={busy} className="w-full">
          {busy ? m.sending() : m.notifyMe()}
        </Button>
      </Form>
    </AccountPage>
  )
}
