/** Joins the waitlist for a cohort for one's crossing. */
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/cohorts'
import { Alert } from '../controls/alert.tsx'
import { Button, buttonClass } from '../controls/button.tsx'
import { Field, Select } from '../controls/field.tsx'
import { useFocusOnChange } from '../waitlist/focus-on-change.ts'

/** Countries by name, and months: "January 2027" for 2027-01. */
export type CrossingWaitlistChoices = {
  countries: { code: string; name: string }[]
  months: { value: string; label: string }[]
}

/** In place of the form. */
export type JoinedCrossingWaitlist = { title: string; lead: string; way?: { to: string; label: string } }

/** By name of field: what was typed, and messages. `tooMany`: a sentence. */
export type CrossingWaitlistFormResult = {
  typed: Record<string, string>
  errors?: Record<string, string>
  tooMany?: string
  result?: JoinedCrossingWaitlist
}

type CrossingWaitlistFormProps = {
  choices: CrossingWaitlistChoices
  /** Of the account, to start with. */
  email: string
  /** Whether some cohorts are open already. */
  others: boolean
  result: CrossingWaitlistFormResult | undefined
}

export function CrossingWaitlistForm({
  choices: { countries, months },
  email,
  others,
  result: answer,
}: CrossingWaitlistFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const { typed = {}, errors = {}, tooMany, result } = answer ?? {}
  const part = useFocusOnChange(result?.title ?? '')
  const field = (name: string) => ({ id: `notify-${name}`, name, error: errors[name], required: true })
  const choice = (name: string) => ({ ...field(name), defaultValue: typed[name] ?? '' })
  const none = <option value="">{m.choose()}</option>
  const names = countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ))
  return (
    <section id="notify" aria-labelledby="notify-title" className="line max-w-3xl rounded-card p-5 md:p-8">
      <div {...part} className="outline-none">
        <h2 id="notify-title" className="text-2xl">
          {result?.title ?? m.notifyWhenOpen()}
        </h2>
        <p className="mt-1 max-w-prose wrap-anywhere text-ink-2">{result?.lead ?? m.interestLead({ others })}</p>
        {result?.way && (
          <Link to={result.way.to} reloadDocument className={`${buttonClass('primary')} mt-4`}>
            {result.way.label}
          </Link>
        )}
      </div>
      {!result && (
        <Form method="post" action="/cohorts#notify" noValidate className="form-fields mt-5">
          {tooMany && (
            <Alert>
              <p className="font-semibold">{tooMany}</p>
            </Alert>
          )}
          <Field
            {...field('email')}
            type="email"
            label={m.email()}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typed['email'] ?? email}
            maxLength={254}
          />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Select {...choice('from')} label={m.from()}>
              {none}
              {names}
            </Select>
            <Select {...choice('to')} label={m.to()}>
              {none}
              {names}
            </Select>
            <Select {...choice('intake')} label={m.intake()}>
              {none}
              {months.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <Button type="submit" disabled={busy} className="min-h-12 sm:mt-7.5">
              {busy ? m.sending() : m.notifyMe()}
            </Button>
          </div>
          <p className="note max-w-prose">{m.addressKept()}</p>
        </Form>
      )}
    </section>
  )
}
