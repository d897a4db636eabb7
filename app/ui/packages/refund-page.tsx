/** Asks whether to refund what is left of a package, with the exact sum. A form, so that it works without scripts. */
import { Form, useNavigation } from 'react-router'
import * as form from '#messages/cohorts'
import * as m from '#messages/packages'
import { ResultPage } from '../bookings/results/result-page.tsx'
import { Alert } from '../controls/alert.tsx'
import { Button, ButtonLink } from '../controls/button.tsx'

/** `shown`: `amount` in minor units, which the form sends along: if less goes back by then, it asks again. */
export type RefundQuestion = { reference: string; sum: string; amount: string; shown: number }

/** `changed`: the sum is another one than before. */
export function RefundPage({ question, changed }: { question: RefundQuestion; changed: boolean }) {
  const busy = useNavigation().state !== 'idle'
  const { reference, sum, amount, shown } = question
  return (
    <ResultPage title={m.refundTitle()} finished={false}>
      {changed && (
        <Alert>
          <p className="font-semibold">{m.refundChanged()}</p>
        </Alert>
      )}
      <p className="text-lg font-semibold">{sum}</p>
      <p>{m.refundEffect()}</p>
      <Form method="post" className="button-row">
        <input type="hidden" name="shown" value={shown} />
        <Button type="submit" disabled={busy}>
          {busy ? form.processing() : m.refundAmount({ amount })}
        </Button>
        <ButtonLink to={`/packages/${reference}`} variant="secondary">
          {m.keepPackage()}
        </ButtonLink>
      </Form>
    </ResultPage>
  )
}
