/** Asks whether to give up a seat, with the exact sum that goes back. A form, so that it works without scripts. */
import { Form, useNavigation } from 'react-router'
import { ResultPage } from '../../bookings/results/result-page.tsx'
import { Alert } from '../../controls/alert.tsx'
import { Button, ButtonLink } from '../../controls/button.tsx'

/** `shown`: the sum of `refund` in pence, which the form sends along: if less goes back by then, it asks again. */
export type GiveUpQuestion = { reference: string; title: string; refund: string; shown: number; button: string }

/** `changed`: the sum is another one than before. */
export function GiveUpPage({ question, changed }: { question: GiveUpQuestion; changed: boolean }) {
  const busy = useNavigation().state !== 'idle'
  const { reference, title, refund, shown, button } = question
  return (
    <ResultPage title="Give up your seat?" finished={false}>
      {changed && (
        <Alert>
          <p className="font-semibold">You still have your seat: the refund amount changed while this page was open.</p>
        </Alert>
      )}
      <p className="text-lg wrap-anywhere">
        {title}, booking <span className="whitespace-nowrap tabular-nums">{reference}</span>.
      </p>
      <p className="text-lg font-semibold">{refund}</p>
      <p>Your seat becomes available to others, and you’ll get an email.</p>
      <Form method="post" className="button-row">
        <input type="hidden" name="shown" value={shown} />
        <Button type="submit" disabled={busy}>
          {busy ? 'Giving it up...' : button}
        </Button>
        <ButtonLink to={`/seats/${reference}`} variant="secondary">
          Keep the seat
        </ButtonLink>
      </Form>
    </ResultPage>
  )
}
