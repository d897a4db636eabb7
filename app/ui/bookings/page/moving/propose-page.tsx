/** A mentor proposes up to three other times, sees what is open, and withdraws it. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/bookings'
import { Alert } from '../../../controls/alert.tsx'
import { Button, ButtonLink } from '../../../controls/button.tsx'
import { Field, FieldError } from '../../../controls/field.tsx'
import { PageHead } from '../../../layout/page-head.tsx'
import type { Clock } from '../../../time/clock.ts'
import { BackToBooking } from '../back-to-booking.tsx'
import { SessionTimes } from '../session-times.tsx'

/** `closed`: why nothing can be proposed now. `left`: how many proposals are. */
export type ProposeView = {
  reference: string
  other: string
  session: string
  current: { at: string; clock: Clock; other: Clock }
  open: { id: string; answerBy: string; times: string[] } | null
  closed: string | null
  left: number
}

/** `row`: which of the times is wrong, from 0; null: it is about none of them. */
type Refused = { typed: { date: string; time: string }[]; row: number | null; words: string }

export function ProposePage({ view, refused }: { view: ProposeView; refused: Refused | null }) {
  const { reference, other, session, current, open, closed } = view
  const { clock } = current
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={m.proposePageTitle({ notProposed: Boolean(refused) })} />
      <div className="mx-auto grid max-w-[47.5rem] gap-5">
        <BackToBooking reference={reference} />
        <h1 className="text-2xl sm:text-3xl">{open ? m.youProposed() : m.proposeOtherTimes()}</h1>
        {refused && (
          <Alert>
            <p>{refused.words}</p>
          </Alert>
        )}
        <SessionTimes
          label={m.sessionBookedFor({ session })}
          at={new Date(current.at)}
          clock={clock}
          other={current.other}
        />
        {open?.times.map((at) => (
          <SessionTimes key={at} label={m.offered()} at={new Date(at)} clock={clock} other={current.other} strong />
        ))}
        {open && (
          <>
            <p>{m.proposalWaits({ name: other, answerBy: open.answerBy })}</p>
            <Form method="post" className="button-row">
              <input type="hidden" name="withdraw" value={open.id} />
              <Button type="submit" variant="secondary">
                {m.withdrawProposal()}
              </Button>
            </Form>
          </>
        )}
        {closed && (
          <>
            <p>{closed}</p>
            <p>
              <ButtonLink to={`/bookings/${reference}`}>{m.openBooking()}</ButtonLink>
            </p>
          </>
        )}
        {!open && !closed && <TimesForm {...{ view, refused }} />}
      </div>
    </div>
  )
}

function TimesForm({ view: { other, current, left }, refused }: { view: ProposeView; refused: Refused | null }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="grid gap-5">
      <p>{m.proposeLead({ place: current.clock.place, name: other })}</p>
      {[0, 1, 2].map((row) => {
        const wrong = refused?.row === row
        return (
          <fieldset key={row} className="grid gap-2">
            <legend className="font-semibold">{row === 0 ? m.aTime() : m.anotherTimeOptional()}</legend>
            <div className="grid grid-cols-[minmax(0,4fr)_minmax(0,3fr)] gap-3 sm:max-w-md [&_input]:min-w-0">
              <Field
                id={`times-${row}-date`}
                name={`times.${row}.date`}
                type="date"
                label={m.date()}
                required={row === 0}
                defaultValue={refused?.typed[row]?.date}
                {...(wrong && { 'aria-invalid': true, 'aria-describedby': `times-${row}-error` })}
              />
              <Field
                id={`times-${row}-time`}
                name={`times.${row}.time`}
                type="time"
                label={m.time()}
                required={row === 0}
                defaultValue={refused?.typed[row]?.time}
              />
            </div>
            {wrong && <FieldError id={`times-${row}`} error={refused.words} />}
          </fieldset>
        )
      })}
      <div className="button-row">
        <Button type="submit" disabled={busy}>
          {m.propose()}
        </Button>
      </div>
      <p className="note">{left === 3 ? m.proposeThreeTimes() : left === 2 ? m.proposeTwice() : m.proposeLast()}</p>
    </Form>
  )
}
