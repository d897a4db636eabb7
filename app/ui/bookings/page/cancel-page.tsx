/** Asks whether to cancel, with the exact sum that goes back. A form, so that it works without scripts. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/bookings'
import { Alert } from '../../controls/alert.tsx'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { TextArea } from '../../controls/field.tsx'
import { ResultPage } from '../results/result-page.tsx'
import { ClocksCard } from './clocks-card.tsx'
import type { Clocks } from './page-parts.ts'
import { rich } from '../../rich.tsx'

/** `shown`: the sum of `refund` in minor units, which the form sends along: if less goes back by then, it asks again. */
export type CancelQuestion = {
  reference: string
  session: string
  clocks: Clocks
  refund: string
  shown: number
  button: string
  after: string
  /** A mentor may write to the mentee: their first name, and how many characters. */
  message?: { to: string; max: number }
}

/** What was typed in a form that came back. `error`: about the message. */
export type TypedMessage = { message: string; error?: string | undefined }

type CancelPageProps = { question: CancelQuestion; changed: boolean; typed: TypedMessage | undefined }

/** `changed`: the sum is another one than before. */
export function CancelPage({ question, changed, typed }: CancelPageProps) {
  const busy = useNavigation().state !== 'idle'
  const { reference, session, clocks, refund, shown, button, after, message } = question
  return (
    <ResultPage title={m.cancelTitle()} finished={false}>
      {changed && (
        <Alert>
          <p className="font-semibold">{m.refundChangedCancel()}</p>
        </Alert>
      )}
      <p className="text-lg">
        {rich(
          m.sessionAndReference({
            session,
            reference,
            code: (text) => <span className="whitespace-nowrap tabular-nums">{text}</span>,
          }),
        )}
      </p>
      <ClocksCard clocks={clocks} join={null} calendar={null} />
      <p className="text-lg font-semibold">{refund}</p>
      <p>
        {after} {m.cannotUndo()}
      </p>
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="shown" value={shown} />
        {message && (
          <TextArea
            id="cancel-message"
            name="message"
            label={m.messageTo({ name: message.to })}
            hint={m.messageToHint()}
            optional
            rows={4}
            maxLength={message.max}
            defaultValue={typed?.message}
            error={typed?.error}
          />
        )}
        <div className="button-row">
          <Button type="submit" disabled={busy}>
            {busy ? m.cancelling() : button}
          </Button>
          <ButtonLink to={`/bookings/${reference}`} variant="secondary">
            {m.keepSession()}
          </ButtonLink>
        </div>
      </Form>
    </ResultPage>
  )
}
