/** The times that a mentor proposes, for the mentee to take one or to get everything back. Forms, so that it works without scripts. */
import { Form, useNavigation } from 'react-router'
import { shortMomentIn } from '#domain/time/clock'
import { Alert } from '../../../controls/alert.tsx'
import { Button, ButtonLink } from '../../../controls/button.tsx'
import { PageHead } from '../../../layout/page-head.tsx'
import { type Clock } from '../../../time/clock.ts'
import { BackToBooking } from '../back-to-booking.tsx'
import { SessionTimes } from '../session-times.tsx'

/** `id`: of the proposal; null when none is open. `refund`: "£45.00"; null for a free session. */
export type ProposalView = {
  reference: string
  other: string
  session: string
  current: { at: string; clock: Clock; other: Clock }
  open: {
    id: string
    answerBy: string
    refund: string | null
    times: { at: string; gone: boolean; other: Clock; notes: string[] }[]
  } | null
}

export function ProposalPage({ view, refused }: { view: ProposalView; refused: string | null }) {
  const { reference, other, session, current, open } = view
  const { clock } = current
  const busy = useNavigation().formMethod === 'POST'
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={`${refused ? 'Not moved: ' : ''}Other times for your session`} />
      <div className="mx-auto grid max-w-[47.5rem] gap-5">
        <BackToBooking reference={reference} />
        <h1 className="text-2xl sm:text-3xl">{open ? `${other} proposes another time` : 'No open proposal'}</h1>
        {refused && (
          <Alert>
            <p>{refused}</p>
          </Alert>
        )}
        <p>
          {open
            ? `${other} can’t make the booked time of “${session}”. Choose one of the times below, or get a full refund.`
            : `There’s no open proposal for “${session}”.`}
        </p>
        <SessionTimes label="Booked for" at={new Date(current.at)} clock={clock} other={current.other} />
        {!open && (
          <p>
            <ButtonLink to={`/bookings/${reference}`}>Open the booking</ButtonLink>
          </p>
        )}
        {open?.times.map(({ at, gone, other: theirs, notes }) => (
          <Form key={at} method="post" className="grid gap-2.5">
            <input type="hidden" name="proposal" value={open.id} />
            <input type="hidden" name="at" value={at} />
            <SessionTimes
              label={gone ? 'No longer free' : 'Offered'}
              at={new Date(at)}
              clock={clock}
              other={theirs}
              strong={!gone}
            />
            {notes.map((note) => (
              <p key={note} className="note">
                {note}
              </p>
            ))}
            {!gone && (
              <p>
                <Button type="submit" disabled={busy}>
                  Take {shortMomentIn(new Date(at), clock.timeZone)}
                </Button>
              </p>
            )}
          </Form>
        ))}
        {open && (
          <Form method="post" className="grid gap-2.5 border-t border-hair pt-5">
            <input type="hidden" name="proposal" value={open.id} />
            <p>
              None of these? Then the session is cancelled
              {open.refund ? ` and ${open.refund} is refunded in full to the card or account you paid with.` : '.'}
            </p>
            <p className="button-row">
              <Button type="submit" variant="secondary" disabled={busy}>
                {open.refund ? `Cancel and refund ${open.refund}` : 'Cancel the session'}
              </Button>
              <ButtonLink to={`/bookings/${reference}/move`} variant="secondary">
                Choose another time
              </ButtonLink>
            </p>
            <p className="note">
              Please answer by {open.answerBy}. Without a reply we cancel the session then
              {open.refund ? `, and refund ${open.refund}.` : '.'} The offered times aren’t held for you.
            </p>
          </Form>
        )}
      </div>
    </div>
  )
}
