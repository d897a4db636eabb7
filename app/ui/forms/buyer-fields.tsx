/** Who buys: the fields of the forms that need no scripts, for a seat in a cohort and for a package. */
import * as m from '#messages/cohorts'
import { Field } from '../controls/field.tsx'

export type TypedBuyer = { name: string; email: string; phone: string }

type BuyerFieldsProps = {
  /** Begins the ids of the fields. */
  id: string
  typed: TypedBuyer
  errors: Record<string, string>
  /** What email address and phone number are for. */
  hints: { email: string; phone: string }
}

/** For a form of two columns, from a tablet's width on. */
export function BuyerFields({ id, typed, errors, hints }: BuyerFieldsProps) {
  const field = (name: keyof TypedBuyer) => ({
    id: `${id}-${name}`,
    name,
    defaultValue: typed[name],
    error: errors[name],
    required: true,
  })
  return (
    <>
      <div className="sm:col-span-2">
        <Field {...field('name')} label={m.fullName()} autoComplete="name" maxLength={120} hint={m.fullNameHint()} />
      </div>
      <Field
        {...field('email')}
        label={m.email()}
        hint={hints.email}
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <Field {...field('phone')} label={m.phone()} hint={hints.phone} type="tel" autoComplete="tel" maxLength={40} />
    </>
  )
}
