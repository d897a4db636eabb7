/** Who a mentor is by law. Changing it asks who they are first. */
import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import * as accounts from '#messages/accounts'
import * as m from '#messages/tax'
import { ConfirmAgain } from '../accounts/confirm-again.tsx'
import { Button, ButtonLink } from '../controls/button.tsx'
import { BusinessFields, KindChoice, PersonFields, PlaceFields, TinFields, VatFields } from './tax-details-fields.tsx'
import type { TaxDetailsPart, TaxDetailsResult } from './tax-details-part.ts'

const CONFIRM = `/account/confirm?next=${encodeURIComponent('/desk/money')}`

export function TaxDetailsForm({ part, result }: { part: TaxDetailsPart; result: TaxDetailsResult | null }) {
  const { summary, proven, typed } = part
  return (
    <section className="desk-part" aria-labelledby="tax-head">
      <div className="desk-part-head">
        <h2 id="tax-head">{m.taxDetails()}</h2>
        <span className="desk-aside">{m.taxDetailsAside()}</span>
      </div>
      <div className="grid max-w-xl gap-4 pt-3 text-base">
        <p className={summary ? '' : 'font-semibold'}>{summary ?? m.detailsMissing()}</p>
        <p className="text-ink-2">
          {m.whyAsked()} {m.whoSees()}
        </p>
        {result?.unproven && <ConfirmAgain confirm={CONFIRM} />}
        {proven || result ? (
          <TaxDetailsFieldset key={JSON.stringify(typed)} part={part} result={result} />
        ) : (
          <p>
            <ButtonLink to={CONFIRM} variant="secondary">
              {summary ? accounts.confirmToChange() : accounts.confirmToEnter()}
            </ButtonLink>
          </p>
        )}
      </div>
    </section>
  )
}

/** Fields of the other kind are hidden by the style of `tax-form`, so they need no scripts. What was typed into them is kept. */
function TaxDetailsFieldset({ part, result }: { part: TaxDetailsPart; result: TaxDetailsResult | null }) {
  const typed = result?.typed ?? part.typed
  const errors = result?.errors ?? {}
  const wrong = Object.keys(errors)[0]
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state === 'submitting'
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [wrong])
  const fields = { typed, errors, countries: part.countries }
  return (
    <Form ref={form} method="post" action="/desk/money" noValidate className="tax-form form-fields">
      <input type="hidden" name="intent" value="tax-details" />
      <KindChoice {...fields} />
      <PersonFields {...fields} today={part.today} />
      <BusinessFields {...fields} />
      <PlaceFields {...fields} />
      <TinFields {...fields} />
      <VatFields {...fields} />
      <p>
        <Button type="submit" disabled={busy}>
          {busy ? accounts.saving() : m.saveTaxDetails()}
        </Button>
      </p>
    </Form>
  )
}
