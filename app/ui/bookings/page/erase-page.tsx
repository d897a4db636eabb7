/** Asks a guest whether to erase what one booking says of them. A form, so that it works without scripts. */
import { Form, useNavigation } from 'react-router'
import { Alert } from '../../controls/alert.tsx'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { ResultPage } from '../results/result-page.tsx'

/**
 * `booked`: a session with a mentor, or a seat in a cohort, `title` being its name. `cancelled`: what goes back for one that is
 * still to come; null for another. `shown`: that sum in minor units, which the form sends along. `waits`: it is not settled,
 * so that nothing can be erased now.
 */
export type EraseQuestion = {
  booked: 'session' | 'seat'
  reference: string
  title: string
  cancelled: string | null
  shown: number
  waits: boolean
}

export function ErasePage({ question, refused }: { question: EraseQuestion; refused: string | null }) {
  const { booked, reference, title, cancelled, waits } = question
  const seat = booked === 'seat'
  return (
    <ResultPage title="Erase my data?" finished={false}>
      {refused && (
        <Alert>
          <p className="font-semibold">{refused}</p>
        </Alert>
      )}
      <p className="text-lg wrap-anywhere">
        {title}, booking <span className="whitespace-nowrap tabular-nums">{reference}</span>.
      </p>
      {waits ? (
        <p>
          {seat
            ? 'The cohort has begun and is not over, and its mentor may still need to reach you. Come back two days after its last day.'
            : 'The session is not settled yet, and the other side may still need to reach you. Come back two days after it, or once we have decided about a problem that was reported.'}
        </p>
      ) : (
        <>
          {cancelled && (
            <p className="text-lg font-semibold">
              {seat ? 'You give up the seat first.' : 'The session is cancelled first.'} {cancelled}
            </p>
          )}
          <ul className="grid list-disc gap-2 ps-5">
            {seat ? (
              <li>
                Your name, email address and phone are erased at once, with your questions and the tasks you ticked.
              </li>
            ) : (
              <>
                <li>Your name, email address, phone, subject and all messages of this booking are erased at once.</li>
                <li>Feedback that you gave stays, signed “A mentee”.</li>
              </>
            )}
            <li>Time and amounts stay for the accounts, without anything that names you.</li>
            <li>The links in our emails open this booking no longer, and you get no more email about it.</li>
          </ul>
          <p>
            This cannot be undone. Other bookings that you made stay: open each by its own link. What you gave the
            payment provider stays there.
          </p>
        </>
      )}
      <Buttons question={question} />
    </ResultPage>
  )
}

const GIVE_UP = { session: 'Cancel', seat: 'Give up the seat' }

function Buttons({ question: { booked, reference, shown, cancelled, waits } }: { question: EraseQuestion }) {
  const busy = useNavigation().state !== 'idle'
  const back = (
    <ButtonLink to={booked === 'seat' ? `/seats/${reference}` : `/bookings/${reference}`} variant="secondary">
      {waits ? 'Back to the booking' : 'Keep it'}
    </ButtonLink>
  )
  if (waits) return <p className="button-row">{back}</p>
  return (
    <Form method="post" className="button-row">
      <input type="hidden" name="shown" value={shown} />
      <Button type="submit" disabled={busy}>
        {busy ? 'Erasing...' : cancelled ? `${GIVE_UP[booked]} and erase my data` : 'Erase my data'}
      </Button>
      {back}
    </Form>
  )
}
