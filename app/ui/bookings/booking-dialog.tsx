/** The booking dialog. After it is closed it keeps what its visitor selected and typed, as long as the page lives. */
import { useEffect, useState } from 'react'
import { isTimeZone } from '#domain/time/zone'
import { Alert } from '../controls/alert.tsx'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { NO_DETAILS, type MenteeDetails } from './details/mentee-details.ts'
import { loadSteps } from './lazy-steps.tsx'
import { NOTHING_SELECTED, type Selection } from './selection.ts'
import { StepsSkeleton } from './steps-skeleton.tsx'
import { useLoadedOffer } from './loaded-offer.ts'

export { loadSteps }

export type BookingDialogProps = {
  mentor: { slug: string; name: string }
  /** The id of the session type, if the link that opened the dialog names one. */
  session: string | null
  open: boolean
  onClose: () => void
}

const TITLE = 'booking-title'

export function BookingDialog({ mentor, session, open, onClose }: BookingDialogProps) {
  const [selection, setSelection] = useState<Selection>({ ...NOTHING_SELECTED, session })
  const { typed, type, prefill } = useMenteeDetails()
  const [chosenZone, setChosenZone] = useState<string | null>(null)
  const { Steps, offer, lastOffer, failed, reload } = useLoadedOffer({
    slug: mentor.slug,
    session: selection.session,
    wanted: open,
    onLoad: ({ visitor }) => prefill(visitor),
  })
  const shown = failed && !offer ? 'failed' : Steps && offer ? 'steps' : 'skeleton'

  // The focused button, or the skeleton's heading, has just been replaced.
  useEffect(() => {
    if (open && document.activeElement === document.body) document.getElementById(TITLE)?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Whenever something else is shown.
  }, [open, shown, selection.session])

  const zone = chosenZone ?? offer?.zone ?? browserZone()
  return (
    <Dialog open={open} onClose={onClose} labelledBy={TITLE} bar={mentor.name}>
      {open && shown === 'steps' && Steps && offer && (
        <Steps
          titleId={TITLE}
          heading="h2"
          offer={offer}
          selection={selection}
          zone={zone ?? offer.mentor.timeZone}
          zoneKnown={zone !== null}
          typed={typed}
          onSelect={(change) => setSelection((before) => ({ ...before, ...change }))}
          onType={type}
          onZone={(chosen) => {
            setChosenZone(chosen)
            reload() // The server knows the clock changes of the new zone.
          }}
          reload={reload}
        />
      )}
      {open && shown === 'skeleton' && (
        <StepsSkeleton
          titleId={TITLE}
          Heading="h2"
          mentor={mentor.name}
          coming={selection.session ? 'times' : 'sessions'}
          session={lastOffer?.sessions.find(({ id }) => id === selection.session)}
        />
      )}
      {open && shown === 'failed' && <LoadingFailed mentor={mentor.name} onRetry={reload} />}
    </Dialog>
  )
}

/** Name, email and phone are the same with every mentor. The topic and the terms are not. */
let visitor: Pick<MenteeDetails, 'name' | 'email' | 'phone'> = NO_DETAILS

function useMenteeDetails() {
  const [typedHere, setTypedHere] = useState(NO_DETAILS)
  const type = (change: Partial<MenteeDetails>) => {
    setTypedHere((before) => ({ ...before, ...change }))
    visitor = { ...visitor, ...change }
  }
  /** Only until something is typed: a field that was emptied stays empty. */
  const prefill = (known: { name: string; email: string } | undefined) => {
    if (visitor === NO_DETAILS) visitor = { ...visitor, ...known }
  }
  const typed = {
    ...typedHere,
    name: typedHere.name || visitor.name,
    email: typedHere.email || visitor.email,
    phone: typedHere.phone || visitor.phone,
  }
  return { typed, type, prefill }
}

function LoadingFailed({ mentor, onRetry }: { mentor: string; onRetry: () => void }) {
  return (
    <div className="grid content-start gap-5 step-gutter pt-5 pb-6">
      <h2 id={TITLE} tabIndex={-1} className="text-xl font-semibold outline-none sm:pe-12">
        Book a session with {mentor}
      </h2>
      <Alert>
        <p>The sessions and times could not be loaded. Check your connection and try again.</p>
        <p>
          <Button onClick={onRetry}>Try again</Button>
        </p>
      </Alert>
    </div>
  )
}

function browserZone(): string | null {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && isTimeZone(zone) ? zone : null
}
