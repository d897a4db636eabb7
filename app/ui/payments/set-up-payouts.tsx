/** A mentor's account at the payment service: its state, what is still required, and buttons that lead there. */
import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/payouts'
import { Alert } from '../controls/alert.tsx'
import { Button, ButtonLink } from '../controls/button.tsx'
import { Select } from '../controls/field.tsx'
import type { PayoutAccountPart, PayoutAccountProblem } from './payout-account.ts'

const PATH = '/desk/money'
const CONFIRM = `/account/confirm?next=${encodeURIComponent(PATH)}`

type SetUpPayoutsProps = {
  part: PayoutAccountPart
  /** Of the form that was just sent. */
  problem: PayoutAccountProblem | null
  /** Why the browser came back from the service without having been there. */
  notice: string | null
}

export function SetUpPayouts({ part, problem, notice }: SetUpPayoutsProps) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) alert.current?.focus()
  }, [problem])
  const sentence = problem?.sentence ?? notice
  const isOpen = part.proven && !problem?.unproven
  return (
    <section className="desk-part" aria-labelledby="set-up-head">
      <div className="desk-part-head">
        <h2 id="set-up-head">{m.setUpPayouts()}</h2>
        <span className="desk-aside">{m.withStripe()}</span>
      </div>
      <div className="grid max-w-xl gap-4 pt-3 text-base">
        {sentence && !problem?.field && (
          <Alert ref={alert}>
            <p className="font-semibold">{sentence}</p>
          </Alert>
        )}
        <p>{part.sentence}</p>
        {part.reason && <p>{part.reason}</p>}
        {part.required.length > 0 && <Required head={part.requiredHead} required={part.required} />}
        {part.notServed && <p>{part.notServed}</p>}
        {isOpen ? (
          <Buttons part={part} problem={problem} />
        ) : (
          (part.setUp || part.hasDashboard) && (
            <p>
              <ButtonLink to={CONFIRM} variant="secondary">
                {m.confirmToContinue()}
              </ButtonLink>
            </p>
          )
        )}
      </div>
    </section>
  )
}

function Required({ head, required }: { head: string; required: string[] }) {
  return (
    <div>
      <h3 className="font-semibold">{head}</h3>
      <ul className="mt-1 list-disc ps-6">
        {required.map((words) => (
          <li key={words} className="first-letter:uppercase">
            {words}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Buttons({ part, problem }: Pick<SetUpPayoutsProps, 'part' | 'problem'>) {
  const { countries, setUp, hasDashboard } = part
  const { state, formData } = useNavigation()
  const opened = state === 'idle' ? null : formData?.get('intent')
  return (
    <>
      {setUp && (
        <Form method="post" action={PATH} noValidate className="form-fields">
          {countries && (
            <Select
              key={problem?.country}
              id="account-country"
              name="accountCountry"
              label={m.countryOfAccount()}
              hint={m.countryStays()}
              defaultValue={problem?.country || part.country}
              error={problem?.field ?? undefined}
            >
              <option value="">{m.chooseOption()}</option>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
          <p>
            <Button type="submit" name="intent" value="set-up" disabled={state !== 'idle'}>
              {opened === 'set-up' ? m.openingStripe() : setUp}
            </Button>
          </p>
        </Form>
      )}
      {hasDashboard && (
        <Form method="post" action={PATH}>
          <Button type="submit" name="intent" value="dashboard" variant="secondary" disabled={state !== 'idle'}>
            {opened === 'dashboard' ? m.openingStripe() : m.openDashboard()}
          </Button>
        </Form>
      )}
    </>
  )
}
