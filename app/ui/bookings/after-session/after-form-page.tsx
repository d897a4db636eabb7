/** The forms of a session that has begun, each on a page of its own. They work without scripts. */
import { useNavigation } from 'react-router'
import { MAX_STEPS, MAX_STEP_LENGTH } from '#domain/bookings/after-session'
import { MAX_STARS } from '#domain/mentors/feedback'
import * as m from '#messages/bookings'
import { AccountPage } from '../../accounts/sign-in/account-page.tsx'
import { Alert } from '../../controls/alert.tsx'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { Field, FieldError, TextArea } from '../../controls/field.tsx'
import { Stars } from '../../controls/rating.tsx'
import { Segmented } from '../../controls/segmented.tsx'
import type { AfterResult, AfterFormView } from './after-parts.ts'
import { rich } from '../../rich.tsx'

export function AfterFormPage({ view, result }: { view: AfterFormView; result: AfterResult | null }) {
  const busy = useNavigation().state !== 'idle'
  const shown = result ?? { problem: null, fields: {}, typed: {} }
  const back = (
    <ButtonLink to={`/bookings/${view.reference}`} variant="secondary" className="w-full">
      {m.backToBooking()}
    </ButtonLink>
  )
  if (view.open === null) {
    return (
      <AccountPage title={view.title} lead={view.why}>
        {shown.problem && <Alert>{shown.problem}</Alert>}
        {back}
      </AccountPage>
    )
  }
  return (
    <AccountPage title={view.title} lead={view.lead} below={back}>
      <form method="post" noValidate className="grid gap-5">
        {shown.problem && (
          <Alert>
            <p>{shown.problem}</p>
          </Alert>
        )}
        {view.about && <About about={view.about} />}
        <Fields open={view.open} result={shown} />
        <Button type="submit" disabled={busy} className="w-full">
          {BUTTONS[view.open]()}
        </Button>
      </form>
    </AccountPage>
  )
}

type Open = NonNullable<AfterFormView['open']>

const BUTTONS: Record<Open, () => string> = {
  report: m.reportIt,
  contest: m.iWasThere,
  complete: m.completeSession,
  note: m.sendIt,
  rate: m.sendFeedback,
  write: m.sendIt,
  answer: m.publishReply,
  problem: m.reportTheProblem,
}

const WORDS: Partial<Record<Open, () => string>> = {
  contest: m.whatHappened,
  rate: m.howDidItGo,
  write: m.howDidItGo,
  answer: m.yourAnswer,
  problem: m.whatWentWrong,
}

function Fields({ open, result: { fields, typed } }: { open: Open; result: AfterResult }) {
  if (open === 'report') return null
  if (open === 'complete' || open === 'note') return <WhatIsLeft fields={fields} typed={typed} />
  const long = open === 'rate' || open === 'write' || open === 'answer'
  return (
    <>
      {open === 'rate' && <StarChoice chosen={typed['stars']} error={fields['stars']} />}
      <TextArea
        id="text"
        name="text"
        label={WORDS[open]?.()}
        hint={m.maxCharacters()}
        rows={long ? 7 : 5}
        defaultValue={typed['text']}
        error={fields['text']}
      />
    </>
  )
}

function StarChoice({ chosen, error }: { chosen: string | undefined; error: string | undefined }) {
  const options = Array.from({ length: MAX_STARS }, (_, index) => ({ value: `${index + 1}`, label: `${index + 1} ★` }))
  return (
    <div className="grid gap-1.5">
      <Segmented legend={m.starsOfFive()} name="stars" options={options} defaultValue={chosen ?? ''} />
      <FieldError id="stars" error={error} />
    </div>
  )
}

function WhatIsLeft({ fields, typed }: Omit<AfterResult, 'problem'>) {
  return (
    <>
      <TextArea
        id="note"
        name="note"
        label={m.sessionNote()}
        optional
        hint={m.sessionNoteHint()}
        rows={6}
        defaultValue={typed['note']}
        error={fields['note']}
      />
      <fieldset className="grid min-w-0 gap-4">
        <legend className="mb-2 font-semibold">
          {rich(m.nextStepsOptional({ hint: (text) => <span className="font-normal text-ink-2">{text}</span> }))}
        </legend>
        {Array.from({ length: MAX_STEPS }, (_, index) => (
          <div key={index} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_10.5rem] [&_input]:min-w-0">
            <Field
              id={`step-${index}`}
              name={`step-${index}`}
              label={<span className="sr-only">{m.step({ number: index + 1 })}</span>}
              placeholder={m.step({ number: index + 1 })}
              maxLength={MAX_STEP_LENGTH}
              defaultValue={typed[`step-${index}`]}
              error={fields[`step-${index}`]}
            />
            <Field
              id={`due-${index}`}
              name={`due-${index}`}
              type="date"
              label={<span className="sr-only">{m.stepBy({ number: index + 1 })}</span>}
              defaultValue={typed[`due-${index}`]}
              error={fields[`due-${index}`]}
            />
          </div>
        ))}
      </fieldset>
    </>
  )
}

function About({ about: { author, stars, text } }: { about: NonNullable<AfterFormView['about']> }) {
  return (
    <div className="grid gap-1 rounded-card bg-shoal-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2">
        <Stars given={stars} />
        <bdi className="font-semibold">{author}</bdi>
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {text}
      </p>
    </div>
  )
}
