/** Booking as people see it, in the dialog and on the page: choose a session, choose a time, fill in the details. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { dateKeyIn } from '#domain/time/clock'
import { zoneCity, type ZoneGroup } from '#domain/time/zone'
import { explainCodeProblem } from '#words/discounts/code-problem'
import { localPath } from '#words/local-path'
import { Alert } from '../../controls/alert.tsx'
import { NO_CODE, priceWith, type CodeEntry } from '../../discounts/code-entry.ts'
import { useSite } from '../../layout/site.ts'
import { needsAnotherTime, explainBookingProblem, type BookingProblem } from '../booking-problem.ts'
import { BookingHead } from '../booking-head.tsx'
import { NextBar, TimeChoice } from '../calendar/time-choice.tsx'
import { TimeNotices } from '../calendar/time-notices.tsx'
import { ZoneChoice } from '../calendar/zone-choice.tsx'
import { Details } from '../details/details.tsx'
import { keepDetails } from '../details/kept-details.ts'
import type { MenteeDetails } from '../details/mentee-details.ts'
import type { BookingOffer } from '../offer.ts'
import { usePayment } from '../payment.ts'
import { readProgress, type BookingProgress } from './progress.ts'
import { NOTHING_SELECTED, selectionQuery, type Selection } from '../selection.ts'
import { SessionChoice } from '../session-choice.tsx'

export type BookingStepsProps = {
  /** The id of the heading, which is the page's `h1` or a dialog's `h2`. */
  titleId: string
  heading: 'h1' | 'h2'
  offer: BookingOffer
  selection: Selection
  /** The visitor's zone, or the mentor's while it is not known. */
  zone: string
  zoneKnown: boolean
  zones?: ZoneGroup[] | null
  /** The secret of a released hold, to carry along in addresses. */
  again?: string | null
  typed: MenteeDetails
  /** What the server refused before this was drawn. */
  refused?: BookingProblem | null
  /** The discount code that was entered before this was drawn. */
  code?: CodeEntry
  /** What forms send along without scripts, and how. */
  hiddenFields?: ReactNode
  method?: 'get' | 'post'
  /** Lists wrong fields at the top too, as on a page that came back without scripts. */
  summary?: boolean
  onSelect: (change: Partial<Selection>) => void
  onType: (change: Partial<MenteeDetails>) => void
  onZone: (zone: string) => void
  /** Reads the offer again: a slot was taken, or the price changed. */
  reload: () => void
}

export function BookingSteps(props: BookingStepsProps) {
  const { titleId, heading: Heading, offer, selection, zone, again = null, typed, refused = null, reload } = props
  const [problem, setProblem] = useState(refused)
  const [code, setCode] = useState(props.code ?? NO_CODE)
  const progress = withCode(readProgress(offer, selection, zone), code)
  const reader = useSite()?.session?.reader ?? null
  const box = useRef<HTMLDivElement>(null)
  useStepFocus(box, progress.step, problem, titleId)

  const { busy, held, pay } = usePayment(offer.mentor.slug, reload, (found) => {
    setProblem(found)
    if (found.code === 'code_not_valid')
      setCode({ typed: code.applied?.code ?? code.typed, error: explainCodeProblem(found.reason), applied: null })
    if (found.code !== 'invalid' && found.code !== 'email_doubtful') reload()
    if (!needsAnotherTime(found) || progress.step === 'session') return
    props.onSelect({ at: null, day: progress.at && dateKeyIn(progress.at, zone), month: null, details: false })
  })
  const select = (change: Partial<Selection>) => {
    if (change.details !== undefined || change.session !== undefined) setProblem(null)
    if (change.session !== undefined) setCode(NO_CODE)
    props.onSelect(change)
  }
  const type = (change: Partial<MenteeDetails>) => {
    const corrected = changedFields(change).filter((key) => change[key] !== typed[key])
    setProblem((before) => {
      if (before?.code === 'email_doubtful') return corrected.includes('email') ? null : before
      return before?.code === 'invalid' ? withoutFields(before, corrected) : before
    })
    keepDetails(offer.mentor.slug, reader, { ...typed, ...change })
    props.onType(change)
  }
  const clock = { timeZone: zone, place: props.zoneKnown ? zoneCity(zone) : offer.mentor.place }
  const forms = { hiddenFields: props.hiddenFields, method: props.method ?? 'get', onSelect: select } as const
  const here = `/mentors/${offer.mentor.slug}/book${selectionQuery(selection, again)}`
  return (
    <div ref={box} className="flex flex-1 flex-col gap-3 sm:gap-5">
      <BookingHead
        {...{ titleId, Heading, offer, progress, clock, again }}
        onOtherSession={() => select(NOTHING_SELECTED)}
      />
      {progress.step === 'session' && (
        <>
          {problem && (
            <div className="step-gutter">
              <Alert>
                <p>{explainBookingProblem(problem, zone)}</p>
              </Alert>
            </div>
          )}
          <SessionChoice offer={offer} again={again} onChoose={(session) => select({ ...NOTHING_SELECTED, session })} />
        </>
      )}
      {progress.step === 'time' && (
        <TimeChoice
          {...{ offer, progress, clock }}
          {...forms}
          action={localPath(`/mentors/${offer.mentor.slug}/book?session=${progress.session.id}`)}
          notices={<TimeNotices {...{ offer, progress, clock, problem }} {...forms} />}
          foot={<NextBar session={progress.session} />}
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
      {progress.step === 'details' && progress.at && (
        <Details
          {...{ offer, clock, typed, problem, busy, held, code }}
          session={progress.session}
          at={progress.at}
          reader={reader}
          posted={props.method === 'post'}
          summary={props.summary ?? false}
          onType={type}
          onCode={(entry) => {
            setCode(entry)
            if (problem?.code === 'code_not_valid') setProblem(null)
          }}
          onBack={() => select({ details: false })}
          onPay={(form) => void pay(form)}
        />
      )}
    </div>
  )
}

/** In the last step a session costs what is left after the code. */
function withCode(progress: BookingProgress, code: CodeEntry): BookingProgress {
  if (progress.step !== 'details') return progress
  const { about: _ofTheWholePrice, ...session } = progress.session
  const price = priceWith(session.price, code)
  return price === session.price ? progress : { ...progress, session: { ...session, price } }
}

/** Focuses the first wrong field or the alert after a problem, else the heading of a new step. Not on the first drawing. */
function useStepFocus(
  box: { current: HTMLElement | null },
  step: BookingProgress['step'],
  problem: BookingProblem | null,
  titleId: string,
): void {
  const before = useRef({ step, problem })
  useEffect(() => {
    const { step: oldStep, problem: oldProblem } = before.current
    before.current = { step, problem }
    const isNewProblem = problem !== null && problem.code !== oldProblem?.code
    if (oldStep === step && !isNewProblem) return
    const wrong = box.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    const question = problem?.code === 'email_doubtful' && '[name=emailInstead]'
    const alert = box.current?.querySelector<HTMLElement>(question || '[role=alert]')
    const target = (problem && (wrong ?? alert)) ?? document.getElementById(titleId)
    target?.focus()
  }, [box, step, problem, titleId])
}

const changedFields = (change: Partial<MenteeDetails>) => Object.keys(change) as (keyof MenteeDetails)[]

/** The same problem without fields that are being corrected. Null when no field is left. */
function withoutFields(
  problem: Extract<BookingProblem, { code: 'invalid' }>,
  corrected: string[],
): BookingProblem | null {
  const fields = Object.entries(problem.fields).filter(([name]) => !corrected.includes(name))
  return fields.length > 0 ? { code: 'invalid', fields: Object.fromEntries(fields) } : null
}
