/** Step 2: who comes, and Pay. A form that works by itself; with scripts Pay waits until it is complete. */
import Clock3 from 'lucide-react/icons/clock-3'
import { useEffect, useRef, type ChangeEvent, type FormEvent } from 'react'
import { dayIn, timeIn } from '#domain/time/clock'
import { foldWords } from '#domain/time/clock-words'
import { formatPence } from '#domain/payments/money'
import { refundWords } from '#domain/bookings/refund-rule'
import { REFUND_SENTENCE } from '#domain/bookings/refund-sentence'
import { Button } from '../../controls/button.tsx'
import { sameClock, type Clock } from '../../time/clock.ts'
import { Checkbox, Field, TextArea } from '../../controls/field.tsx'
import { otherClock } from '../../time/two-clocks.tsx'
import { minutesInWords } from '#domain/quantities'
import { Alert } from '../../controls/alert.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { FootPrice } from '../foot-price.tsx'
import { useHydrated } from '../../browser/hydrated.ts'
import { HoldNote, HoldPromise } from '../hold-note.tsx'
import { clockNotesAt, type BookingOffer, type CurrentHold, type SessionOffer } from '../offer.ts'
import { refusalWords, type Refusal } from '../booking-problem.ts'
import { isComplete, readTyped, type Typed } from './mentee-details.ts'

type DetailsProps = {
  offer: BookingOffer
  session: SessionOffer
  at: Date
  clock: Clock
  typed: Typed
  refusal: Refusal | null
  busy: boolean
  /** The time was just held, and the payment page is opening. */
  held: CurrentHold | null
  /** The page came back without scripts: what was refused stands at the top. A dialog goes to the first field instead. */
  summary: boolean
  onType: (change: Partial<Typed>) => void
  onBack: () => void
  onPay: (form: FormData) => void
}

export function Details(props: DetailsProps) {
  const { offer, session, at, clock, typed, refusal, busy, held, onType, onBack } = props
  const zone = clock.timeZone
  const free = session.price === 0
  const own = held ?? (offer.own?.at === at.toISOString() ? offer.own : null)
  const scripted = useHydrated()
  const form = useRef<HTMLFormElement>(null)

  // What was typed before scripts ran, or put back by the browser, is on the screen but not in the state.
  useEffect(() => {
    if (form.current) onType(readTyped(new FormData(form.current)))
    // oxlint-disable-next-line react/exhaustive-deps -- Once, when the form appears.
  }, [])

  const errors = refusal?.code === 'invalid' ? refusal.fields : {}
  const summarised = props.summary && refusal?.code === 'invalid'
  const ready = !busy && isComplete(typed)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (ready) props.onPay(new FormData(event.currentTarget))
  }
  const field = (name: 'name' | 'email' | 'phone' | 'topic') => ({
    id: `booking-${name}`,
    name,
    value: typed[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onType({ [name]: event.target.value }),
  })
  return (
    <form
      ref={form}
      id="booking-details"
      method="post"
      action={`/mentors/${offer.mentor.slug}/book?session=${session.id}`}
      noValidate
      onSubmit={submit}
      className="[@media(min-height:28rem)]:[&_input]:scroll-mb-52 [@media(min-height:28rem)]:[&_textarea]:scroll-mb-52 grid flex-1 content-between"
    >
      <div className="grid gap-4.5 px-4.5 pb-5 sm:px-6.5">
        {summarised && <ErrorSummary fields={errors} />}
        <input type="hidden" name="session" value={session.id} />
        <input type="hidden" name="at" value={at.toISOString()} />
        <input type="hidden" name="sessionTypeId" value={session.id} />
        <input type="hidden" name="startsAt" value={at.toISOString()} />
        <input type="hidden" name="price" value={session.price} />
        <input type="hidden" name="timeZone" value={zone} />
        {own ? (
          <HoldNote offer={offer} own={own} leaving={held !== null} zone={zone} />
        ) : (
          <HoldPromise offer={offer} free={free} />
        )}
        <ClockNotes notes={clockNotesAt(offer, at, clock)} />
        <div className="grid gap-4.5 sm:grid-cols-2 sm:items-start">
          <div className="sm:col-span-2">
            <Field {...field('name')} label="Full name" autoComplete="name" required maxLength={120} />
          </div>
          <Field {...field('email')} label="Email" type="email" autoComplete="email" required maxLength={254} />
          <Field {...field('phone')} label="Phone" type="tel" autoComplete="tel" required maxLength={40} />
          <div className="sm:col-span-2">
            <TextArea
              {...field('topic')}
              label="What would you like to talk about?"
              optional
              maxLength={500}
              rows={2}
            />
          </div>
        </div>
        <Checkbox
          id="booking-terms"
          name="terms"
          required
          checked={typed.terms}
          onChange={(event) => onType({ terms: event.target.checked })}
          error={errors['terms']}
          label={
            <>
              I accept the{' '}
              <a href="/terms" target="_blank" rel="noopener" className="link">
                terms<span className="sr-only"> (opens in a new tab)</span>
              </a>{' '}
              and ask for the session before 14 days end.
            </>
          }
          hint={free ? undefined : `${REFUND_SENTENCE} ${ownRefundWords(offer, at, zone)}`}
        />
      </div>
      <div className="sticky bottom-0 grid gap-3 border-t border-hair bg-deep px-4.5 py-3 sm:px-6.5 [@media(max-height:28rem)]:static">
        {refusal && !summarised && (
          <Alert>
            <p>{refusalWords(refusal, zone)}</p>
          </Alert>
        )}
        <div className="flex min-h-14 items-center gap-3">
          <p className="me-auto text-sm text-ink-2">
            <FootPrice price={session.price} />
            <span className="max-[22rem]:hidden">Step 2 of 2</span>
          </p>
          {/* Pay comes first, so that Enter in a field pays and does not go back; the eye finds it last. */}
          <Button type="submit" disabled={scripted && !ready} className="order-2 min-w-32 shrink-0">
            {busy ? 'Processing...' : free ? 'Book for free' : `Pay ${formatPence(session.price)}`}
          </Button>
          <Button
            type="submit"
            variant="secondary"
            name="intent"
            value="choose"
            disabled={busy}
            onClick={(event) => {
              event.preventDefault()
              onBack()
            }}
            className="order-1 shrink-0"
          >
            Back
          </Button>
        </div>
      </div>
    </form>
  )
}

/** The last free moment of this very session, were it paid now: paying later never makes it earlier. */
function ownRefundWords(offer: BookingOffer, at: Date, zone: string): string {
  const now = new Date(offer.now)
  return refundWords({ bookedAt: now, startsAt: at }, zone, now)
}

type ChosenTimeProps = { at: Date; clock: Clock; mentor: Clock; minutes: number }

/** Whose clocks are changed around the time that was chosen, and when. */
function ClockNotes({ notes }: { notes: string[] }) {
  return (
    notes.length > 0 && (
      <p className="flex items-start gap-2.5">
        <Clock3 size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span>{notes.join(' ')}</span>
      </p>
    )
  )
}

/** "Tuesday 24 November, 21:00 in Kolkata", and below it the mentor's clock; then which of two it is, where clocks go back. */
export function ChosenTime({ at, clock, mentor, minutes }: ChosenTimeProps) {
  const zone = clock.timeZone
  const clocks = sameClock(at, zone, mentor.timeZone) ? [clock] : [clock, mentor]
  const folds = clocks.flatMap(({ timeZone, place }) => foldWords(at, timeZone, place) ?? [])
  return (
    <>
      <span className="block">
        {dayIn(at, zone)},{' '}
        <time dateTime={at.toISOString()} className="font-semibold text-ink tabular-nums">
          {timeIn(at, zone)}
        </time>{' '}
        in {clock.place}
      </span>
      <span className="block tabular-nums">
        {!sameClock(at, zone, mentor.timeZone) && `${otherClock(at, zone, mentor)} · `}
        {minutesInWords(minutes)}
      </span>
      {folds.map((fold) => (
        <span key={fold} className="block">
          {fold}
        </span>
      ))}
    </>
  )
}
