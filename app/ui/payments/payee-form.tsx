/** Whom a mentor's money goes to. Changing it asks who they are first. */
import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Alert } from '../controls/alert.tsx'
import { Button, ButtonLink } from '../controls/button.tsx'
import { Field, Select } from '../controls/field.tsx'
import type { DeskMoneyPage, PayeeResult, PayeeFields } from './desk-money.ts'

const CONFIRM = `/account/confirm?next=${encodeURIComponent('/desk/money')}`
const EMPTY: PayeeFields = { name: '', country: '', account: '', bankCode: '', address: '' }

export function PayeeForm({ page, result }: { page: DeskMoneyPage; result: PayeeResult | null }) {
  const { payee, proven, countries } = page
  return (
    <section className="desk-part" aria-labelledby="payee-head">
      <div className="desk-part-head">
        <h2 id="payee-head">Where we pay you</h2>
        <span className="desk-aside">encrypted; only you and the people who make transfers see it</span>
      </div>
      <div className="grid max-w-xl gap-4 pt-3 text-base">
        <p>
          {payee
            ? `To ${payee.name}, ${payee.country}, account ${payee.account}.`
            : 'We can’t pay you until you enter your bank details. You keep what’s due.'}
        </p>
        {!proven || result?.unproven ? (
          <>
            {result?.unproven && (
              <Alert>
                <p className="font-semibold">Not saved. Confirm that it’s you first.</p>
              </Alert>
            )}
            <p>
              <ButtonLink to={CONFIRM} variant="secondary">
                {payee ? 'Confirm that it’s you to change it' : 'Confirm that it’s you to enter it'}
              </ButtonLink>
            </p>
          </>
        ) : (
          <PayeeFieldset
            key={JSON.stringify(payee)}
            typed={payee?.typed ?? EMPTY}
            result={result}
            countries={countries}
          />
        )}
      </div>
    </section>
  )
}

type FieldsetProps = { typed: PayeeFields; result: PayeeResult | null; countries: DeskMoneyPage['countries'] }

function PayeeFieldset({ typed: known, result, countries }: FieldsetProps) {
  const typed = result?.typed ?? known
  const errors = result?.errors ?? {}
  const wrong = Object.keys(errors)[0]
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state === 'submitting'
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [wrong])
  return (
    <Form ref={form} method="post" action="/desk/money" noValidate className="form-fields">
      <Field
        id="payee-name"
        name="name"
        label="Name on the account"
        autoComplete="name"
        maxLength={140}
        defaultValue={typed.name}
        error={errors.name}
      />
      <Select
        id="payee-country"
        name="country"
        label="Country you live in"
        defaultValue={typed.country}
        error={errors.country}
      >
        <option value="">Choose</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Field
        id="payee-account"
        name="account"
        label="Account"
        hint="Your IBAN. In the United Kingdom also sort code and account number, elsewhere the account number."
        autoComplete="off"
        maxLength={60}
        defaultValue={typed.account}
        error={errors.account}
      />
      <Field
        id="payee-bank"
        name="bankCode"
        label="Bank code"
        hint="BIC, IFSC or routing number, if your bank has one."
        optional
        autoComplete="off"
        maxLength={30}
        defaultValue={typed.bankCode}
        error={errors.bankCode}
      />
      <Field
        id="payee-address"
        name="address"
        label="Your address"
        hint="Tax authorities require it in our yearly report of payments to mentors."
        optional
        autoComplete="street-address"
        maxLength={300}
        defaultValue={typed.address}
        error={errors.address}
      />
      <p>
        <Button type="submit" disabled={busy}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
      </p>
    </Form>
  )
}
