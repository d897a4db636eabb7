/** Asks a guest whether to erase what one booking says of them. A form, so that it works without scripts. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/bookings'
import { Alert } from '../../controls/alert.tsx'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { ResultPage } from '../results/result-page.tsx'
import { rich } from '../../rich.tsx'

/**
 * `booked`: a session with a mentor, a package of sessions, or a seat in a cohort, `title` being its name. `cancelled`: what goes back for one that is
 * still to come; null for another. `shown`: that sum in minor units, which the form sends along. `waits`: it is not settled,
 * so that nothing can be erased now.
 */
export type EraseQuestion = {
  booked: 'session' | 'package' | 'seat'
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
    <ResultPage title={m.deleteTitle()} finished={false}>
      {refused && (
        <Alert>
          <p className="font-semibold">{refused}</p>
        </Alert>
      )}
      <p className="text-lg wrap-anywhere">
        {rich(
          m.sessionAndReference({
            session: title,
            reference,
            code: (text) => <span className="whitespace-nowrap tabular-nums">{text}</span>,
          }),
        )}
      </p>
      {waits ? (
        <p>{seat ? m.cohortInProgress() : m.sessionNotSettled()}</p>
      ) : (
        <>
          {cancelled && (
            <p className="text-lg font-semibold">
              {OPENINGS[booked]?.()} {cancelled}
            </p>
          )}
          <ul className="grid list-disc gap-2 ps-5">
            {seat ? (
              <li>{m.deletesOfSeat()}</li>
            ) : (
              <>
                <li>{m.deletesOfSession()}</li>
                <li>{m.feedbackStays()}</li>
              </>
            )}
            <li>{m.amountsStay()}</li>
            <li>{m.linksStopWorking()}</li>
          </ul>
          <p>{m.deleteIsFinal()}</p>
        </>
      )}
      <Buttons question={question} />
    </ResultPage>
  )
}

const GIVE_UP = { session: m.cancelAndErase, package: m.cancelAndErase, seat: m.giveUpAndErase }
const OPENINGS: Record<EraseQuestion['booked'], (() => string) | null> = {
  session: m.sessionIsCancelled,
  package: null,
  seat: m.youGiveUpSeat,
}
const PAGES = { session: '/bookings', package: '/packages', seat: '/seats' }

function Buttons({ question: { booked, reference, shown, cancelled, waits } }: { question: EraseQuestion }) {
  const busy = useNavigation().state !== 'idle'
  const back = (
    <ButtonLink to={`${PAGES[booked]}/${reference}`} variant="secondary">
      {waits ? m.backToBooking() : m.keepMyData()}
    </ButtonLink>
  )
  if (waits) return <p className="button-row">{back}</p>
  return (
    <Form method="post" className="button-row">
      <input type="hidden" name="shown" value={shown} />
      <Button type="submit" disabled={busy}>
        {busy ? m.erasing() : cancelled ? GIVE_UP[booked]() : m.deleteMyData()}
      </Button>
      {back}
    </Form>
  )
}
