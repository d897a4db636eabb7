/** The choice of a cancellation policy: each with its sentence and an example. */
import { Form, useNavigation } from 'react-router'
import type { CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import * as m from '#messages/mentors'
import { POLICY_NAMES, POLICY_SENTENCES } from '#words/bookings/policies'
import { formatMajorPrice } from '#words/prices'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'

/** Of a session that costs 40, on a Friday at 18:00. */
const EXAMPLES: Record<CancelPolicy, (sums: { price: string; half: string }) => string> = {
  flexible: m.flexibleExample,
  moderate: m.moderateExample,
  firm: m.firmExample,
}

const POLICIES = Object.keys(EXAMPLES) as CancelPolicy[]

type PolicyFormProps = {
  path: string
  saved: CancelPolicy
  /** Of the mentor's prices. */
  currency: string
  unknown: boolean
}

export function PolicyForm({ path, saved, currency, unknown }: PolicyFormProps) {
  const sums = { price: formatMajorPrice(40, currency), half: formatMajorPrice(20, currency) }
  const busy = useNavigation().state !== 'idle'
  return (
    <section aria-labelledby="policy-head" className="mt-10 grid max-w-4xl gap-4 text-base">
      <h2 id="policy-head" className="text-xl font-semibold">
        {m.whenCancelled()}
      </h2>
      <p className="max-w-prose text-ink-2">{m.policyIntro()}</p>
      {unknown && (
        <Alert>
          <p className="font-semibold">{m.policyNotSaved()}</p>
        </Alert>
      )}
      <Form key={saved} method="post" action={path} className="grid gap-4">
        <fieldset className="grid min-w-0 gap-3">
          <legend className="sr-only">{m.cancellationPolicy()}</legend>
          {POLICIES.map((policy) => (
            <div
              key={policy}
              className="relative flex gap-3 rounded-control border border-hair p-4 has-checked:border-ink has-checked:bg-shoal-1"
            >
              <input
                id={`policy-${policy}`}
                type="radio"
                name="policy"
                value={policy}
                defaultChecked={policy === saved}
                aria-describedby={`policy-${policy}-says`}
                className="relative z-10 mt-0.5 size-5 shrink-0 accent-magenta"
              />
              <div className="grid min-w-0 gap-1">
                <label htmlFor={`policy-${policy}`} className="font-semibold after:absolute after:inset-0">
                  {POLICY_NAMES[policy]()}
                </label>
                <div id={`policy-${policy}-says`} className="grid gap-1">
                  <p>{POLICY_SENTENCES[policy]()}</p>
                  <p className="note">{EXAMPLES[policy](sums)}</p>
                </div>
              </div>
            </div>
          ))}
        </fieldset>
        <div>
          <Button type="submit" name="intent" value="policy" variant="secondary" disabled={busy}>
            {m.savePolicy()}
          </Button>
        </div>
      </Form>
    </section>
  )
}
