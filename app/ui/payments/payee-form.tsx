/** Whom a mentor's money goes to. Changing it asks who they are first. */
import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/accounts'
import { ConfirmAgain } from '../accounts/confirm-again.tsx'
import { Button, ButtonLink } from '../controls/button.tsx'
import { Field, Select } from '../controls/field.tsx'
import type { DeskMoneyPage, PayeeResult, PayeeFields } from './desk-money.ts'

const CONFIRM = `/account/confirm?next=${encodeURIComponent('/desk/money')}`
const EMPTY: PayeeFields = { name: '', country: '', account: '', bankCode: '', address: '' }

export function PayeeForm({ page, result }: { page: DeskMoneyPage; result: PayeeResult | null }) {
  const { payee, proven, countries, account } = page
  return (
    <section className="desk-part" aria-labelledby="payee-head">
      <div className="desk-part-head">
        <h2 id="payee-head">{m.whereWePayYou()}</h2>
        <span className="desk-aside">{m.payeeAside()}</span>
      </div>
      <div className="grid max-w-xl gap-4 pt-3 text-base">
        <p>
          {payee
            ? m.paidTo({ name: payee.name, country: payee.country, account: payee.account })
            : account?.takesTransfers
              ? m.bankDetailsUnused()
              : m.noBankDetailsYet()}
        </p>
        {payee && account?.takesTransfers && <p>{m.bankDetailsUnused()}</p>}
        {result?.unproven && <ConfirmAgain confirm={CONFIRM} />}
        {proven || result ? (
          <PayeeFieldset
            key={JSON.stringify(payee)}
            typed={payee?.typed ?? EMPTY}
            result={result}
            countries={countries}
          />
        ) : (
          <p>
            <ButtonLink to={CONFIRM} variant="secondary">
              {payee ? m.confirmToChange() : m.confirmToEnter()}
            </ButtonLink>
          </p>
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
        label={m.nameOnAccount()}
        autoComplete="name"
        maxLength={140}
        defaultValue={typed.name}
        error={errors.name}
      />
      <Select
        id="payee-country"
        name="country"
        label={m.countryYouLiveIn()}
        defaultValue={typed.country}
        error={errors.country}
      >
        <option value="">{m.chooseCountryOption()}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Field
        id="payee-account"
        name="account"
        label={m.bankAccount()}
        hint={m.bankAccountHint()}
        autoComplete="off"
        maxLength={60}
        defaultValue={typed.account}
        error={errors.account}
      />
      <Field
        id="payee-bank"
        name="bankCode"
        label={m.bankCode()}
        hint={m.bankCodeHint()}
        optional
        autoComplete="off"
        maxLength={30}
        defaultValue={typed.bankCode}
        error={errors.bankCode}
      />
      <Field
        id="payee-address"
        name="address"
        label={m.yourAddress()}
        hint={m.yourAddressHint()}
        optional
        autoComplete="street-address"
        maxLength={300}
        defaultValue={typed.address}
        error={errors.address}
      />
      <p>
        <Button type="submit" disabled={busy}>
          {busy ? m.saving() : m.save()}
        </Button>
      </p>
    </Form>
  )
}
