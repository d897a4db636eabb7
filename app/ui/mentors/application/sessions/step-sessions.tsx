/** The third step: prices, the sessions that people can book, of which one is open at a time, and a usual week. */
import type { RightToEarn } from '#domain/mentors/content'
import { toMajorUnits } from '#domain/payments/money'
import * as m from '#messages/application'
import { currencySign, formatPrice } from '#words/prices'
import { Field, Select } from '../../../controls/field.tsx'
import { CurrencyOptions } from '../../../payments/currency-options.tsx'
import { type ApplicationFields } from '../application-fields.ts'
import type { ApplicationOffer } from '../application-offer.ts'
import { HoursChoice } from './hours-choice.tsx'
import { SessionList } from './session-list.tsx'
import { fieldId } from '../../../forms/typed-fields.ts'

type StepSessionsProps = {
  fields: ApplicationFields
  offer: ApplicationOffer
  /** The key of the open session; null when all are closed. */
  open: number | null
  onOpen: (key: number | null) => void
}

export function StepSessions({ fields, offer, open, onOpen }: StepSessionsProps) {
  const { typed } = fields
  const volunteer = typed['rightToEarn'] === 'no' || typed['rightToEarn'] === 'not_sure'
  const bounds = offer.bounds.find(({ currency }) => currency === typed['currency']) ?? offer.bounds[0]!
  const several = offer.bounds.length > 1
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <RightToEarnChoice fields={fields} />
      <div className={several ? 'grid gap-4 sm:grid-cols-2 sm:items-end' : 'max-w-72'}>
        {several ? (
          <Select {...fields.field('currency')} label={m.currency()}>
            <CurrencyOptions currencies={offer.bounds.map((each) => each.currency)} />
          </Select>
        ) : (
          <input type="hidden" name="currency" value={bounds.currency} />
        )}
        <Field
          {...fields.field(
            'price',
            volunteer
              ? m.volunteersAreFree()
              : m.priceHint({
                  least: formatPrice(bounds.least, bounds.currency),
                  most: formatPrice(bounds.most, bounds.currency),
                }),
          )}
          label={m.priceOfSession({ sign: currencySign(bounds.currency) })}
          inputMode="decimal"
          placeholder={String(toMajorUnits(bounds.least, bounds.currency) * 10)}
          required
          maxLength={12}
        />
      </div>
      <SessionList {...{ fields, volunteer, open, onOpen }} />
      <HoursChoice fields={fields} />
    </div>
  )
}

const RIGHTS: [RightToEarn, () => string][] = [
  ['yes', m.rightYes],
  ['not_sure', m.rightNotSure],
  ['no', m.rightNo],
]

function RightToEarnChoice({ fields }: { fields: ApplicationFields }) {
  const { typed, errors, change } = fields
  const id = fieldId('rightToEarn')
  const error = errors['rightToEarn']
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={`${id}-hint`} className="min-w-0 outline-none">
      <legend className="mb-1.5 font-semibold">{m.mayYouEarn()}</legend>
      <div className="segmented">
        {RIGHTS.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="rightToEarn"
              value={value}
              checked={typed['rightToEarn'] === value}
              onChange={() => change('rightToEarn', value)}
            />
            {label()}
          </label>
        ))}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 note">
        {m.mayYouEarnHint()}
      </p>
      {error && <p className="mt-1 text-sm font-medium text-danger">{error}</p>}
    </fieldset>
  )
}
