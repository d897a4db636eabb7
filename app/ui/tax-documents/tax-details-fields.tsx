/** The fields of tax details, in the groups in which they are shown. */
import type { ComponentProps } from 'react'
import { MAX_NAME, type TaxDetailsFields } from '#domain/tax-documents/tax-details'
import * as accounts from '#messages/accounts'
import * as m from '#messages/tax'
import { Checkbox, describedBy, Field, FieldError, Select } from '../controls/field.tsx'
import type { TaxDetailsPart } from './tax-details-part.ts'

type FieldsProps = Pick<TaxDetailsPart, 'countries' | 'typed'> & { errors: Partial<TaxDetailsFields> }

/** What a control of this field is called, shows first and says is wrong. */
const controlOf = ({ typed, errors }: FieldsProps, name: keyof TaxDetailsFields) => ({
  id: `tax-${name}`,
  name,
  defaultValue: typed[name],
  error: errors[name],
})

const KINDS = [
  ['individual', m.asPerson],
  ['business', m.asBusiness],
] as const

export function KindChoice({ typed, errors }: FieldsProps) {
  return (
    <fieldset className="grid min-w-0 gap-1" {...describedBy({ id: 'tax-kind', error: errors.kind })}>
      <legend className="mb-1 font-semibold">{m.sellAs()}</legend>
      {KINDS.map(([kind, label]) => (
        <label key={kind} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
          <input
            type="radio"
            name="kind"
            value={kind}
            defaultChecked={typed.kind === kind}
            className="mt-0.5 size-5 shrink-0 accent-magenta"
          />
          {label()}
        </label>
      ))}
      <FieldError id="tax-kind" error={errors.kind} />
    </fieldset>
  )
}

export function PersonFields({ today, ...fields }: FieldsProps & { today: string }) {
  return (
    <div className="tax-person form-fields">
      <Field
        {...controlOf(fields, 'firstNames')}
        label={m.firstNames()}
        hint={m.firstNamesHint()}
        optional
        autoComplete="given-name"
        maxLength={MAX_NAME}
      />
      <Field {...controlOf(fields, 'lastName')} label={m.lastName()} autoComplete="family-name" maxLength={MAX_NAME} />
      <Field
        {...controlOf(fields, 'birthDate')}
        label={m.birthDate()}
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        max={today}
      />
    </div>
  )
}

export function BusinessFields(fields: FieldsProps) {
  return (
    <div className="tax-business form-fields">
      <Field
        {...controlOf(fields, 'businessName')}
        label={m.businessName()}
        autoComplete="organization"
        maxLength={MAX_NAME}
      />
      <Field
        {...controlOf(fields, 'registrationNumber')}
        label={m.registrationNumber()}
        autoComplete="off"
        maxLength={100}
      />
    </div>
  )
}

export function PlaceFields(fields: FieldsProps) {
  return (
    <>
      <Field {...controlOf(fields, 'street')} label={m.street()} autoComplete="address-line1" maxLength={MAX_NAME} />
      <Field {...controlOf(fields, 'city')} label={m.city()} autoComplete="address-level2" maxLength={MAX_NAME} />
      <Field
        {...controlOf(fields, 'postcode')}
        label={m.postcode()}
        optional
        autoComplete="postal-code"
        maxLength={20}
      />
      <CountrySelect fields={fields} name="country" label={m.country()} hint={m.countryHint()} autoComplete="country" />
    </>
  )
}

export function TinFields(fields: FieldsProps) {
  return (
    <>
      <CountrySelect fields={fields} name="tinCountry" label={m.tinCountry()} />
      <Field {...controlOf(fields, 'tin')} label={m.tin()} hint={m.tinHint()} autoComplete="off" maxLength={100} />
      <Checkbox id="tax-noTin" name="noTin" label={m.noTin()} defaultChecked={fields.typed.noTin === 'on'} />
      <div className="tax-birthplace form-fields">
        <Field {...controlOf(fields, 'birthCity')} label={m.birthCity()} autoComplete="off" maxLength={MAX_NAME} />
        <CountrySelect fields={fields} name="birthCountry" label={m.birthCountry()} />
      </div>
    </>
  )
}

export function VatFields(fields: FieldsProps) {
  return (
    <>
      <Field
        {...controlOf(fields, 'vatNumber')}
        label={m.vatNumber()}
        hint={m.vatNumberHint()}
        optional
        autoComplete="off"
        maxLength={30}
      />
      <Field
        {...controlOf(fields, 'vatPercent')}
        label={m.vatPercent()}
        hint={m.vatPercentHint()}
        optional
        autoComplete="off"
        inputMode="decimal"
        maxLength={8}
      />
      <Checkbox
        id="tax-onReceipts"
        name="onReceipts"
        label={m.onReceipts()}
        hint={m.onReceiptsHint()}
        defaultChecked={fields.typed.onReceipts === 'on'}
      />
    </>
  )
}

type CountrySelectProps = Omit<ComponentProps<typeof Select>, 'id' | 'error' | 'defaultValue' | 'children'> & {
  fields: FieldsProps
  name: keyof TaxDetailsFields
}

function CountrySelect({ fields, name, ...select }: CountrySelectProps) {
  return (
    <Select {...controlOf(fields, name)} {...select}>
      <option value="">{accounts.chooseCountryOption()}</option>
      {fields.countries.map(({ code, name: country }) => (
        <option key={code} value={code}>
          {country}
        </option>
      ))}
    </Select>
  )
}
