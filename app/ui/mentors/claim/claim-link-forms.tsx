import { Form, useNavigation } from 'react-router'
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
          label="Their email"
          hint={email ? 'From the import. Check that it’s still theirs.' : 'Not in the import.'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={result?.error ? result.typed : email}
          error={result?.error ?? undefined}
          required
          maxLength={254}
        />
        <Button type="submit" disabled={busy} className="w-full">
          Email a link
        </Button>
      </Form>
      <Form method="post" className="grid gap-3 border-t border-hair pt-5">
        <input type="hidden" name="how" value="copy" />
        <p className="note">Or send it yourself through a channel you trust.</p>
        <Button type="submit" variant="secondary" disabled={busy} className="w-full">
          Create a link to copy
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
          The link
        </label>
        <p id="claim-url-hint" className="note">
          Copy it now: it isn’t shown again. Earlier links no longer work.
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
  if (result?.mailedTo)
    return <Notice good>A link is on its way to {result.mailedTo}. Earlier ones no longer work.</Notice>
  if (!open) return null
  return (
    <Notice>
      {open.email ? `A link was emailed to ${open.email}.` : 'A link was created to copy.'} It works until {open.until}.
      A new link replaces it.
    </Notice>
  )
}
