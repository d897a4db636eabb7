/** Fields of the setting that says who sells sessions, and at which rate of VAT. */
import { MAX_SELLER_LENGTHS, SELLERS } from '#domain/tax-documents/tax-document'
import * as m from '#messages/admin'
import { Field, Select } from '../../controls/field.tsx'
import type { FieldOf } from './setting-form.tsx'

const SELLER_NAMES = { mentor: m.sellerMentor, operator: m.sellerOperator }

export const SellerFields = ({ field }: { field: FieldOf }) => (
  <>
    <Select {...field('seller')} label={m.seller()}>
      {SELLERS.map((seller) => (
        <option key={seller} value={seller}>
          {SELLER_NAMES[seller]()}
        </option>
      ))}
    </Select>
    <Field
      {...field('name')}
      label={m.registeredName()}
      hint={m.registeredNameHint()}
      optional
      maxLength={MAX_SELLER_LENGTHS.name}
    />
    <Field {...field('address')} label={m.registeredAddress()} optional maxLength={MAX_SELLER_LENGTHS.address} />
    <Field {...field('taxNumber')} label={m.taxNumber()} optional maxLength={MAX_SELLER_LENGTHS.taxNumber} />
    <Field
      {...field('vatPercent')}
      label={m.vatPercent()}
      hint={m.vatPercentHint()}
      inputMode="decimal"
      required
      maxLength={5}
    />
  </>
)
