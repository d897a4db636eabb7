import { Form, useNavigation } from 'react-router'
import * as m from '#messages/application'
import { Button } from '../../controls/button.tsx'
import { control, Field } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'

type ClaimLinkFormsProps = {
  /** From the import; unconfirmed. */
  email: string
  open: { email: string | null; until: string } | null
  result: { url: string | null; mailedTo: string | null; typed: string; error: string | null } | null
}

/** Two ways to deliver a claim link: by email or by hand. A new link ends the earlier one. */
export function ClaimLinkForms({ email, open, result }: ClaimLinkFormsProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <div className="grid gap-6">
      <State open={open} result={result} />
      <Form method="post" noValidate className="form-fields">
        <input type="hidden" name="how" value="mail" />
        <Field
          id="claim-email"
          name="email"
          type="email"
          label={m.theirEmail()}
          hint={email ? m.emailFromImport() : m.emailNotImported()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={result?.error ? result.typed : email}
          error={result?.error ?? undefined}
          required
          maxLength={254}
        />
        <Button type="submit" disabled={busy} className="w-full">
          {m.emailLink()}
        </Button>
      </Form>
      <Form method="post" className="grid gap-3 border-t border-hair pt-5">
        <input type="hidden" name="how" value="copy" />
        <p className="note">{m.orSendYourself()}</p>
        <Button type="submit" variant="secondary" disabled={busy} className="w-full">
          {m.createLink()}
        </Button>
      </Form>
    </div>
  )
}

function State({ open, result }: Pick<ClaimLinkFormsProps, 'open' | 'result'>) {
  if (result?.url) {
    return (
      <div className="grid gap-1.5">
        <label htmlFor="claim-url" className="font-semibold">
          {m.theLink()}
        </label>
        <p id="claim-url-hint" className="note">
          {m.copyNow()}
        </p>
        <textarea
          id="claim-url"
          aria-describedby="claim-url-hint"
          readOnly
          rows={3}
          value={result.url}
          className={`${control} resize-none font-mono text-sm wrap-anywhere`}
        />
      </div>
    )
  }
  if (result?.mailedTo) return <Notice good>{m.linkOnItsWay({ email: result.mailedTo })}</Notice>
  if (!open) return null
  return <Notice>{m.linkOpen({ wasEmailed: Boolean(open.email), email: open.email ?? '', until: open.until })}</Notice>
}
