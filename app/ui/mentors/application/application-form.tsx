/**
 * The application as a form of five steps. Without scripts all of them stand below one another and its buttons post; with
 * them one is shown at a time, and what is typed is saved meanwhile.
 */
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useFetcher, useLocation } from 'react-router'
import * as m from '#messages/application'
import { localPath } from '#words/local-path'
import { useHydrated } from '../../browser/hydrated.ts'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Notice } from '../../controls/notice.tsx'
import type { ApplicationResult } from './application-answer.ts'
import { findStep, STEPS, useApplicationFields, type StepId } from './application-fields.ts'
import type { ApplicationOffer } from './application-offer.ts'
import { ConflictNotice, DraftStatus } from '../../forms/draft-status.tsx'
import { Preview } from './preview.tsx'
import { Refusal } from './refusal.tsx'
import { StepCheck } from './step-check.tsx'
import { StepMove } from './step-move.tsx'
import { StepPicture } from './picture/step-picture.tsx'
import { StepsLine } from './steps-line.tsx'
import { StepSessions } from './sessions/step-sessions.tsx'
import { StepYou } from './step-you.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useStepCheck } from './use-step-check.ts'
import { useSending } from '../../forms/use-sending.ts'
import { fieldId, nameOfId, saysTheSame, typedOnScreen } from '../../forms/typed-fields.ts'
import { rich } from '../../rich.tsx'

const PATH = '/become-a-mentor/apply'
const DRAFT = { name: 'application', path: '/become-a-mentor/draft' } as const

type ApplicationFormProps = {
  /** The id of the heading, which is the page's `h1` or a dialog's `h2`. */
  titleId: string
  heading: 'h1' | 'h2'
  offer: ApplicationOffer
  /** What came back before this was drawn, on a page without scripts. */
  result: ApplicationResult | null
  /** Why a picture was refused, on a page without scripts. */
  uploaded?: string | null
  /** The draft was saved by its button, on a page without scripts. */
  saved?: boolean
}

export function ApplicationForm(props: ApplicationFormProps) {
  const { titleId, heading: Heading, offer, result: earlier, uploaded = null, saved = false } = props
  const fetcher = useFetcher<ApplicationResult>()
  const [incomplete, setIncomplete] = useState<ApplicationResult | null>(null)
  const result = incomplete ?? fetcher.data ?? earlier
  const fields = useApplicationFields(earlier?.typed ?? offer.typed, earlier?.fields ?? {}, offer.prefill)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const onScreen = form.current ? typedOnScreen(form.current) : fields.typed
    if (!saysTheSame(onScreen, fields.typed)) fields.replace(onScreen)
    // oxlint-disable-next-line react/exhaustive-deps -- Once, when the form appears.
  }, [])

  const draft = useDraft(DRAFT, offer, fields.typed, fields.replace)
  const { send, waits } = useSending(fetcher, fields.typed, draft)
  const { step, go, body } = useSteps(titleId)
  const check = useStepCheck(fields.typed, { errors: offer.errors, hasDraft: offer.version !== null || offer.restored })
  const [open, setOpen] = useState<number | null>(0)
  const [own, setOwn] = useState(offer.isAccountPicture ? null : offer.picture)
  const picture = own ?? offer.accountPicture
  const [previewed, setPreviewed] = useState(false)
  const busy = fetcher.state !== 'idle' && !waits
  const at = STEPS.findIndex(({ id }) => id === step)
  const next = STEPS[at + 1]
  const { refuse } = fields
  const { goOn } = draft

  useEffect(() => {
    if (!fetcher.data) return
    setIncomplete(null)
    refuse(fetcher.data.fields)
    goOn()
    // oxlint-disable-next-line react/exhaustive-deps -- After each answer.
  }, [fetcher.data])

  /** To the step and the session that hold a field, and into it. */
  const goTo = (name: string) => {
    const [, place] = /^sessions\.(\d)\./.exec(name) ?? []
    if (place) setOpen(fields.keys.sessions[Number(place)] ?? null)
    go(findStep(name), fieldId(name))
  }

  /** To the next step, if this one is complete. */
  const goOnTo = async (to: StepId) => {
    const wrong = await check.leave(step)
    if (!wrong) return
    fields.refuse(wrong)
    const isComplete = Object.keys(wrong).length === 0
    setIncomplete(isComplete ? null : { typed: fields.typed, fields: wrong, failed: 'step' })
    if (isComplete) go(to)
  }

  /** To any step, whether or not this one is complete. */
  const visit = (to: StepId) => {
    setIncomplete(null)
    void check.leave(step)
    go(to)
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter?.getAttribute('value') !== 'send') {
      if (next) await goOnTo(next.id)
      return
    }
    await send({ intent: 'send' }, PATH)
  }

  const parts: Record<StepId, ReactNode> = {
    you: <StepYou fields={fields} offer={offer} />,
    move: <StepMove fields={fields} offer={offer} />,
    sessions: <StepSessions fields={fields} offer={offer} open={open} onOpen={setOpen} />,
    picture: (
      <StepPicture
        name={fields.typed['name'] ?? ''}
        signedIn={offer.account !== null}
        {...{ picture, uploaded }}
        accountPicture={own === null}
        onPicture={setOwn}
      />
    ),
    check: <StepCheck fields={fields} offer={offer} />,
  }
  return (
    <>
      <form
        ref={form}
        method="post"
        action={localPath(PATH)}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="apply"
      >
        {/* The first button of a form is the one that Enter presses. */}
        <button type="submit" name="intent" value="save" hidden>
          {m.save()}
        </button>
        <input type="hidden" name="version" value={result?.version ?? offer.version ?? ''} />
        <div ref={body} className="apply-scroll">
          <div className="apply-head">
            <div className="min-w-0">
              <Heading id={titleId} tabIndex={-1} className="text-xl outline-none">
                {m.addSchedule()}
              </Heading>
              <DraftStatus draft={draft} />
            </div>
            <div className="apply-preview-button">
              <Button
                variant="secondary"
                className="hidden scripted:inline-flex lg:scripted:hidden"
                aria-expanded={previewed}
                onClick={() => setPreviewed(!previewed)}
              >
                {previewed ? m.backToEditing() : m.showPreview()}
              </Button>
            </div>
            <StepsLine current={step} findState={check.findState} onGo={visit} />
          </div>
          <div className="apply-body">
            <div className="apply-fields">
              <div className="grid gap-4 empty:hidden">
                {result && <Refusal result={result} errors={fields.errors} onGo={goTo} />}
                {saved && !result && (
                  <div className="scripted:hidden">
                    <Notice good>{m.draftSaved()}</Notice>
                  </div>
                )}
                {draft.newer && <ConflictNotice form="application" draft={draft} />}
                {offer.restored && !result && (
                  <Notice>
                    <p>
                      {rich(m.signedInAgain({ strong: (text) => <strong className="font-semibold">{text}</strong> }))}
                    </p>
                  </Notice>
                )}
              </div>
              {STEPS.map(({ id, title }) => (
                <section
                  key={id}
                  id={`apply-step-${id}`}
                  aria-labelledby={`apply-title-${id}`}
                  data-current={id === step || undefined}
                  className="apply-step"
                >
                  <h3 id={`apply-title-${id}`} tabIndex={-1} className="mb-4 text-xl outline-none">
                    {title()}
                  </h3>
                  {parts[id]}
                </section>
              ))}
            </div>
            <aside aria-label={m.preview()} data-open={previewed || undefined} className="apply-preview">
              <Preview {...{ fields, offer, picture, open }} />
            </aside>
          </div>
        </div>
        {waits && Heading === 'h2' && (
          // The page's notice is behind the dialog, where it cannot be seen or reached.
          <Alert>
            <p>{m.stillHere({ isOnline: navigator.onLine })}</p>
          </Alert>
        )}
        <div className="apply-foot">
          {at > 0 && (
            <Button
              variant="secondary"
              className="hidden scripted:inline-flex"
              onClick={() => visit(STEPS[at - 1]!.id)}
            >
              {m.back()}
            </Button>
          )}
          <span className="min-w-0 flex-1 text-end note max-md:sr-only">
            {offer.isAccountPicture && picture === offer.picture && m.accountPictureShown()}
          </span>
          <Button type="submit" name="intent" value="save" variant="secondary" className="scripted:hidden">
            {m.saveDraft()}
          </Button>
          {next && (
            <Button
              type="submit"
              name="intent"
              value="save"
              className="hidden scripted:inline-flex"
              onClick={() => setPreviewed(false)}
            >
              {m.nextStep({ step: next.name() })}
            </Button>
          )}
          <Button type="submit" name="intent" value="send" disabled={busy} className={next && 'scripted:hidden'}>
            {busy ? m.sending() : offer.account === null ? m.signInToSend() : m.sendApplication()}
          </Button>
        </div>
      </form>
      <form
        id="apply-picture"
        method="post"
        action={localPath('/become-a-mentor/picture')}
        encType="multipart/form-data"
      />
    </>
  )
}

/** `focus`: the id of what gets the focus; null at first. */
type Shown = { step: StepId; focus: string | null }

/** Which step is shown, and what gets the focus when another one is. */
function useSteps(titleId: string) {
  const { hash } = useLocation()
  const hydrated = useHydrated()
  const [shown, setShown] = useState<Shown>({ step: 'you', focus: null })
  const [followed, setFollowed] = useState('')
  const body = useRef<HTMLDivElement>(null)

  // The server does not know the part of the address that names a step or a field.
  if (hydrated && hash !== followed) {
    setFollowed(hash)
    setShown(shownBy(hash.slice(1)) ?? shown)
  }

  useEffect(() => {
    if (shown.focus === null) return
    body.current?.scrollTo(0, 0)
    const target = document.getElementById(shown.focus) ?? document.getElementById(titleId)
    target?.focus()
    target?.scrollIntoView({ block: 'center' })
  }, [shown, titleId])

  const go = (to: StepId, id = `apply-title-${to}`) => setShown({ step: to, focus: id })
  return { step: shown.step, go, body }
}

/** Which field a link into the form leads to. Null if no field has this id. */
function shownBy(id: string): Shown | null {
  const named = STEPS.find((each) => id === `apply-step-${each.id}`)
  if (named) return { step: named.id, focus: `apply-title-${named.id}` }
  const name = nameOfId(id)
  return name === null ? null : { step: findStep(name), focus: id }
}
