/** Booking as people see it, in the dialog and on the page: a session, a time, the details. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { dateKeyIn } from '#domain/time/clock'
import { priceInWords } from '#domain/payments/money'
import { zoneCity, type ZoneGroup } from '#domain/time/zone'
import type { Clock } from '../time/clock.ts'
import { Portrait } from '../mentors/portrait.tsx'
import { minutesInWords } from '#domain/quantities'
import { Alert } from '../controls/alert.tsx'
import { isPlainClick } from '../browser/plain-click.ts'
import { ChosenTime, Details } from './details/details.tsx'
import { mentorClockAt, placeQuery, standingOf, START, type BookingOffer, type Place, type Standing } from './offer.ts'
import { usePayment } from './payment.ts'
import { refusalWords, wantsAnotherTime, type Refusal } from './booking-problem.ts'
import { SessionChoice } from './session-choice.tsx'
import { StepHead } from './step-head.tsx'
import { TimeChoice } from './calendar/time-choice.tsx'
import type { Typed } from './details/mentee-details.ts'
import { ZoneChoice } from './calendar/zone-choice.tsx'

export type BookingStepsProps = {
  /** The id of the heading, and whether it is the page's first or a dialog's. */
  titleId: string
  heading: 'h1' | 'h2'
  offer: BookingOffer
  place: Place
  /** The visitor's zone, or the mentor's while it is not known. */
  zone: string
  zoneKnown: boolean
  zones?: ZoneGroup[] | null
  /** The secret of a hold that was given back, to carry through addresses. */
  again?: string | null
  typed: Typed
  /** What the server refused before this was drawn. */
  refused?: Refusal | null
  /** What forms send along without scripts, and how. */
  kept?: ReactNode
  method?: 'get' | 'post'
  /** Whether what was refused stands at the top too, as on a page that came back without scripts. */
  summary?: boolean
  go: (change: Partial<Place>) => void
  onType: (change: Partial<Typed>) => void
  onZone: (zone: string) => void
  /** Asks again what is on offer: somebody else was quicker, or the price changed. */
  reload: () => void
}

export function BookingSteps(props: BookingStepsProps) {
  const { titleId, heading: Heading, offer, place, zone, again = null, typed, refused = null, reload } = props
  const [refusal, setRefusal] = useState(refused)
  const standing = standingOf(offer, place, zone)
  const box = useRef<HTMLDivElement>(null)
  useFocus(box, standing.step, refusal, titleId)

  const { busy, held, pay } = usePayment(offer.mentor.slug, reload, (told) => {
    setRefusal(told)
    if (told.code !== 'invalid') reload()
    if (!wantsAnotherTime(told) || standing.step === 'session') return
    props.go({ at: null, day: standing.at && dateKeyIn(standing.at, zone), month: null, details: false })
  })
  const go = (change: Partial<Place>) => {
    if (change.at || change.session !== undefined) setRefusal(null)
    props.go(change)
  }
  const type = (change: Partial<Typed>) => {
    setRefusal((told) => (told?.code === 'invalid' ? without(told, Object.keys(change)) : told))
    props.onType(change)
  }
  const clock = { timeZone: zone, place: props.zoneKnown ? zoneCity(zone) : offer.mentor.place }
  const here = `/mentors/${offer.mentor.slug}/book${placeQuery(place, again)}`
  return (
    <div ref={box} className="flex flex-1 flex-col gap-5">
      <Head {...{ titleId, Heading, offer, standing, clock, again }} onOtherSession={() => go(START)} />
      {standing.step === 'session' && (
        <>
          {refusal && (
            <div className="px-4.5 sm:px-6.5">
              <Alert>
                <p>{refusalWords(refusal, zone)}</p>
              </Alert>
            </div>
          )}
          <SessionChoice offer={offer} again={again} onChoose={(session) => go({ ...START, session })} />
        </>
      )}
      {standing.step === 'time' && (
        <TimeChoice
          {...{ offer, standing, clock, refusal, go }}
          kept={props.kept}
          method={props.method ?? 'get'}
          zoneChoice={
            <ZoneChoice
              {...{ clock, here }}
              known={props.zoneKnown}
              zones={props.zones ?? null}
              onZone={props.onZone}
            />
          }
        />
      )}
      {standing.step === 'details' && standing.at && (
        <Details
          {...{ offer, clock, typed, refusal, busy, held }}
          session={standing.session}
          at={standing.at}
          summary={props.summary ?? false}
          onType={type}
          onBack={() => go({ details: false })}
          onPay={(form) => void pay(form)}
        />
      )}
    </div>
  )
}

/** To what was refused, or else to the top of a step that has just begun. Never on the first drawing of a page. */
function useFocus(
  box: { current: HTMLElement | null },
  step: Standing['step'],
  refusal: Refusal | null,
  titleId: string,
): void {
  const before = useRef({ step, refusal })
  useEffect(() => {
    const { step: oldStep, refusal: oldRefusal } = before.current
    before.current = { step, refusal }
    const refusedNow = refusal !== null && refusal.code !== oldRefusal?.code
    if (oldStep === step && !refusedNow) return
    const wrong = box.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    const alert = box.current?.querySelector<HTMLElement>('[role=alert]')
    const target = (refusal && (wrong ?? alert)) ?? document.getElementById(titleId)
    target?.focus()
  }, [box, step, refusal, titleId])
}

/** The same refusal without the fields that are being mended; null when nothing is left of it. */
function without(refusal: Extract<Refusal, { code: 'invalid' }>, mended: string[]): Refusal | null {
  const fields = Object.entries(refusal.fields).filter(([name]) => !mended.includes(name))
  return fields.length > 0 ? { code: 'invalid', fields: Object.fromEntries(fields) } : null
}

type HeadProps = {
  titleId: string
  Heading: 'h1' | 'h2'
  offer: BookingOffer
  standing: Standing
  clock: Clock
  again: string | null
  onOtherSession: () => void
}

function Head({ titleId, Heading, offer, standing, clock, again, onOtherSession }: HeadProps) {
  const { mentor, sessions } = offer
  const session = standing.step === 'session' ? null : standing.session
  return (
    <StepHead
      titleId={titleId}
      Heading={Heading}
      portrait={
        <Portrait name={mentor.name} picture={mentor.picture} size={104} eager className="hidden size-14 sm:flex" />
      }
      title={session ? session.title : 'Choose a session'}
      price={session ? priceInWords(session.price) : null}
    >
      <p className="text-ink-2">
        {standing.step === 'details' && standing.at ? (
          <ChosenTime
            at={standing.at}
            clock={clock}
            mentor={mentorClockAt(offer, standing.at)}
            minutes={standing.session.minutes}
          />
        ) : (
          `with ${mentor.name}${session ? ` · ${minutesInWords(session.minutes)}` : ''}`
        )}
      </p>
      {standing.step === 'time' && sessions.length > 1 && (
        <a
          href={`/mentors/${mentor.slug}/book${placeQuery(START, again)}`}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            onOtherSession()
          }}
          className="link inline-flex min-h-6 items-center text-sm"
        >
          Choose another session
        </a>
      )}
    </StepHead>
  )
}
