/** The form with the prices of a mentor's packages, beside their session types. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/packages'
import { Alert } from '../controls/alert.tsx'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'

/** `title`: of the session type. `value`: the price as typed, without its sign; empty for a package that is not sold. */
export type PackageField = {
  name: string
  title: string
  label: string
  hint: string
  value: string
  currency: string
}

/** What came back when nothing was saved: errors by field. */
export type PackagesResult = { typed: Record<string, string>; packageErrors: Record<string, string> }

type DeskPackagesProps = { path: string; packages: PackageField[]; result: PackagesResult | null }

export function DeskPackages({ path, packages, result }: DeskPackagesProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <section aria-labelledby="packages-head" className="mt-10 grid max-w-4xl gap-4 text-base">
      <h2 id="packages-head" className="text-xl font-semibold">
        {m.deskHeading()}
      </h2>
      <p className="max-w-prose text-ink-2">{packages.length === 0 ? m.deskNone() : m.deskLead()}</p>
      {result && (
        <Alert>
          <p className="font-semibold">{m.deskNotSaved()}</p>
        </Alert>
      )}
      {packages.length > 0 && (
        <Form method="post" action={path} noValidate className="grid gap-5">
          {[...Map.groupBy(packages, ({ name }) => name.split('.')[1])].map(([id, fields]) => (
            <fieldset key={id} className="grid min-w-0 gap-3">
              <legend className="mb-2 font-semibold wrap-anywhere">{fields[0]!.title}</legend>
              <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
                {fields.map(({ name, label, hint, value, currency }) => (
                  <Field
                    key={name}
                    id={name}
                    name={name}
                    label={`${label} (${currency})`}
                    hint={hint}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={14}
                    defaultValue={result?.typed[name] ?? value}
                    error={result?.packageErrors[name]}
                  />
                ))}
              </div>
            </fieldset>
          ))}
          <div>
            <Button type="submit" name="intent" value="packages" variant="secondary" disabled={busy}>
              {m.deskSave()}
            </Button>
          </div>
        </Form>
      )}
    </section>
  )
}
