/** Asks whether to give up a seat, with the exact sum that goes back. A form, so that it works without scripts. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/cohorts'
import { ResultPage } from '../../bookings/results/result-page.tsx'
import { Alert } from '../../controls/alert.tsx'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { rich } from '../../rich.tsx'

/** `shown`: the sum of `refund` in minor units, which the form sends along: if less goes back by then, it asks again. */
export type GiveUpQuestion = { reference: string; title: string; refund: string; shown: number; button: string }

/** `changed`: the sum is another one than before. */
export function GiveUpPage({ question, changed }: { question: GiveUpQuestion; changed: boolean }) {
  const busy = useNavigation().state !== 'idle'
  const { reference, title, refund, shown, button } = question
  return (
    <ResultPage title={m.giveUpTitle()} finished={false}>
      {changed && (
        <Alert>
          <p className="font-semibold">{m.refundChangedGiveUp()}</p>
        </Alert>
      )}
      <p className="text-lg wrap-anywhere">
        {rich(
          m.seatAndReference({
            title,
            reference,
            code: (text) => <span className="whitespace-nowrap tabular-nums">{text}</span>,
          }),
        )}
      </p>
      <p className="text-lg font-semibold">{refund}</p>
      <p>{m.giveUpEffect()}</p>
      <Form method="post" className="button-row">
        <input type="hidden" name="shown" value={shown} />
        <Button type="submit" disabled={busy}>
          {busy ? m.givingUp() : button}
        </Button>
        <ButtonLink to={`/seats/${reference}`} variant="secondary">
          {m.keepSeat()}
        </ButtonLink>
      </Form>
    </ResultPage>
  )
}
