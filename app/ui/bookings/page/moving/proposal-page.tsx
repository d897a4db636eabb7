/** The times that a mentor proposes, for the mentee to take one or to get everything back. Forms, so that it works without scripts. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/bookings'
import { shortMomentIn } from '#words/time'
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
      <PageHead title={m.proposalPageTitle({ notMoved: Boolean(refused) })} />
      <div className="mx-auto grid max-w-[47.5rem] gap-5">
        <BackToBooking reference={reference} />
        <h1 className="text-2xl sm:text-3xl">{open ? m.proposesAnotherTime({ name: other }) : m.noOpenProposal()}</h1>
        {refused && (
          <Alert>
            <p>{refused}</p>
          </Alert>
        )}
        <p>{open ? m.proposalLead({ name: other, session }) : m.noOpenProposalFor({ session })}</p>
        <SessionTimes label={m.bookedFor()} at={new Date(current.at)} clock={clock} other={current.other} />
        {!open && (
          <p>
            <ButtonLink to={`/bookings/${reference}`}>{m.openBooking()}</ButtonLink>
          </p>
        )}
        {open?.times.map(({ at, gone, other: theirs, notes }) => (
          <Form key={at} method="post" className="grid gap-2.5">
            <input type="hidden" name="proposal" value={open.id} />
            <input type="hidden" name="at" value={at} />
            <SessionTimes
              label={gone ? m.noLongerFree() : m.offered()}
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
                  {m.takeTime({ moment: shortMomentIn(new Date(at), clock.timeZone) })}
                </Button>
              </p>
            )}
          </Form>
        ))}
        {open && (
          <Form method="post" className="grid gap-2.5 border-t border-hair pt-5">
            <input type="hidden" name="proposal" value={open.id} />
            <p>{m.noneOfThese({ isPaid: open.refund !== null, refund: open.refund ?? '' })}</p>
            <p className="button-row">
              <Button type="submit" variant="secondary" disabled={busy}>
                {open.refund ? m.cancelAndRefund({ refund: open.refund }) : m.cancelSession()}
              </Button>
              <ButtonLink to={`/bookings/${reference}/move`} variant="secondary">
                {m.chooseAnotherTime()}
              </ButtonLink>
            </p>
            <p className="note">
              {m.answerBy({ answerBy: open.answerBy, isPaid: open.refund !== null, refund: open.refund ?? '' })}
            </p>
          </Form>
        )}
      </div>
    </div>
  )
}
