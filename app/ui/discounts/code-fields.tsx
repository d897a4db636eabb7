/** The fields of a code that operators and mentors share. They work without scripts. */
import type { ComponentType, ReactNode } from 'react'
import { MAX_USES, MAX_USES_EACH, SCOPES, type CodeScope } from '#domain/discounts/code-terms'
import * as m from '#messages/codes'
import { Checkbox, describedBy, Field, FieldError, Select } from '../controls/field.tsx'
import { CurrencyOptions } from '../payments/currency-options.tsx'
import type { CodeFormResult, CodeOffer, CodeOption } from './codes.ts'

type FieldsProps = { offer: CodeOffer; form: CodeFormResult }

/** What a control of this field is called, shows first and says is wrong. */
export const controlOf = ({ typed, errors }: CodeFormResult, name: string, byDefault = '') => ({
  id: `code-${name}`,
  name,
  defaultValue: typed[name] ?? byDefault,
  error: errors[name],
})

type ChoiceProps = {
  form: CodeFormResult
  name: string
  legend: string
  options: [value: string, label: ReactNode][]
}

/** Radio buttons. The first is chosen until another is. */
export function Choice({ form: { typed, errors }, name, legend, options }: ChoiceProps) {
  const chosen = typed[name] ?? options[0]![0]
  const id = `code-${name}`
  return (
    <fieldset className="grid min-w-0" {...describedBy({ id, error: errors[name] })}>
      <legend className="font-semibold">{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            className="mt-0.5 size-5 shrink-0 accent-magenta"
          />
          <span className="min-w-0">{label}</span>
        </label>
      ))}
      <FieldError id={id} error={errors[name]} />
    </fieldset>
  )
}

/** The name of a code, which people type. */
export const CodeField = ({ form }: { form: CodeFormResult }) => (
  <Field
    {...controlOf(form, 'code')}
    label={m.code()}
    hint={m.codeHint()}
    optional
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={40}
  />
)

/** How much it takes off. The fields of the other kind are hidden by style alone, so what was typed into them stays. */
export function DiscountFields({ offer: { currencies }, form }: FieldsProps) {
  const [only] = currencies
  return (
    <div className="code-choice form-fields">
      <Choice
        form={form}
        name="kind"
        legend={m.discount()}
        options={[
          ['percent', m.percentage()],
          ['amount', m.fixedAmount()],
        ]}
      />
      <div className="if-percent">
        <Field
          {...controlOf(form, 'percent')}
          label={m.percent()}
          hint={m.percentHint()}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
        />
      </div>
      <div className="if-amount form-fields">
        <Field
          {...controlOf(form, 'amount')}
          label={m.amount()}
          hint={m.amountHint()}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
        />
        {currencies.length > 1 ? (
          <Select {...controlOf(form, 'currency', only)} label={m.currency()}>
            <CurrencyOptions currencies={currencies} />
          </Select>
        ) : (
          <input type="hidden" name="currency" value={only} />
        )}
      </div>
    </div>
  )
}

const SCOPE_WORDS: Record<CodeScope, () => string> = {
  both: m.sessionsAndCohorts,
  sessions: m.sessionsOnly,
  cohorts: m.cohortsOnly,
}

/** What it is valid for. Single ones are chosen only where the form knows some. */
export function ScopeFields({ offer: { sessions, cohorts }, form }: FieldsProps) {
  return (
    <div className="code-choice form-fields">
      <Choice
        form={form}
        name="appliesTo"
        legend={m.appliesTo()}
        options={SCOPES.map((scope) => [scope, SCOPE_WORDS[scope]()])}
      />
      <Options form={form} name="session" legend={m.someSessions()} options={sessions} className="if-sessions" />
      <Options form={form} name="cohort" legend={m.someCohorts()} options={cohorts} className="if-cohorts" />
    </div>
  )
}

type OptionsProps = { form: CodeFormResult; name: string; legend: string; options: CodeOption[]; className?: string }

export function Options({ form: { typed, errors }, name, legend, options, className = '' }: OptionsProps) {
  if (options.length === 0) return null
  const chosen = new Set((typed[name] ?? '').split(','))
  const id = `code-${name}`
  return (
    <fieldset className={`min-w-0 ${className}`} {...describedBy({ id, hint: m.noneTicked(), error: errors[name] })}>
      <legend className="font-semibold">{legend}</legend>
      <p id={`${id}-hint`} className="note">
        {m.noneTicked()}
      </p>
      {options.map((option) => (
        <Checkbox
          key={option.id}
          id={`${id}-${option.id}`}
          name={name}
          value={option.id}
          label={option.title}
          defaultChecked={chosen.has(option.id)}
        />
      ))}
      <FieldError id={id} error={errors[name]} />
    </fieldset>
  )
}

type DayProps = ReturnType<typeof controlOf> & { label: string; hint: string }

/** The browser's own field. */
const NativeDay = (day: DayProps) => <Field {...day} type="date" />

/** From when until when. `Day`: the field of a date. */
export function DateFields({ offer, form, Day = NativeDay }: FieldsProps & { Day?: ComponentType<DayProps> }) {
  return (
    <div className="grid gap-3">
      <div className="grid gap-5 sm:grid-cols-2">
        <Day {...controlOf(form, 'from')} label={m.firstDay()} hint={m.firstDayHint()} />
        <Day {...controlOf(form, 'until')} label={m.lastDay()} hint={m.lastDayHint()} />
      </div>
      <p className="note">{m.datesIn({ place: offer.place })}</p>
    </div>
  )
}

/** How often it can be used. */
export function UseFields({ form }: { form: CodeFormResult }) {
  const number = { inputMode: 'numeric', autoComplete: 'off', hint: m.usesHint() } as const
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field {...controlOf(form, 'total')} {...number} label={m.totalUses()} maxLength={String(MAX_USES).length} />
      <Field
        {...controlOf(form, 'perPerson', '1')}
        {...number}
        label={m.usesEach()}
        maxLength={String(MAX_USES_EACH).length}
      />
    </div>
  )
}
