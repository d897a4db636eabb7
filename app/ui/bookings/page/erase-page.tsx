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
    <ResultPage title="Delete my data?" finished={false}>
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
            ? 'The cohort is in progress, and its mentor may need to reach you. Come back two days after its last day.'
            : 'The session isn’t settled yet, and the other person may need to reach you. Come back two days after it, or when a reported problem is resolved.'}
        </p>
      ) : (
        <>
          {cancelled && (
            <p className="text-lg font-semibold">
              {seat ? 'You give up your seat.' : 'The session is cancelled.'} {cancelled}
            </p>
          )}
          <ul className="grid list-disc gap-2 ps-5">
            {seat ? (
              <li>We delete your name, email address and phone at once, with your questions and ticked tasks.</li>
            ) : (
              <>
                <li>We delete your name, email address, phone, topic and all messages of this booking at once.</li>
                <li>Feedback you gave stays, signed “A mentee”.</li>
              </>
            )}
            <li>Time and amounts stay in our accounts, without your details.</li>
            <li>Email links to this booking stop working, and you get no more emails about it.</li>
          </ul>
          <p>You can’t undo this. Your other bookings are kept. The payment provider keeps its own records.</p>
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
      {waits ? 'Back to the booking' : 'Keep my data'}
    </ButtonLink>
  )
  if (waits) return <p className="button-row">{back}</p>
  return (
    <Form method="post" className="button-row">
      <input type="hidden" name="shown" value={shown} />
      <Button type="submit" disabled={busy}>
        {busy ? 'Erasing...' : cancelled ? `${GIVE_UP[booked]} and erase my data` : 'Delete my data'}
      </Button>
      {back}
    </Form>
  )
}
