/** The booking dialog. After it is closed it keeps what its visitor selected and typed, as long as the page lives. */
import { useEffect, useState } from 'react'
import { isTimeZone } from '#domain/time/zone'
import { Alert } from '../controls/alert.tsx'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { NO_DETAILS, withoutAccount, type AccountDetails, type MenteeDetails } from './details/mentee-details.ts'
import { useSite } from '../layout/site.ts'
import { loadSteps } from './lazy-steps.tsx'
import { NOTHING_SELECTED, type Selection } from './selection.ts'
import { StepsSkeleton } from './steps-skeleton.tsx'
import { useLoadedOffer } from './loaded-offer.ts'

export { loadSteps }

export type BookingDialogProps = {
  mentor: { slug: string; name: string }
  /** The id of the session type, and the start as ISO text, if they were chosen beside what opened the dialog. */
  session: string | null
  at: string | null
  open: boolean
  onClose: () => void
}

const TITLE = 'booking-title'

export function BookingDialog({ mentor, session, at, open, onClose }: BookingDialogProps) {
  const [selection, setSelection] = useState<Selection>({ ...NOTHING_SELECTED, session, at, details: at !== null })
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
/** What of them was filled in from an account, and whose it is. */
let known: (AccountDetails & { reader: string | undefined }) | null = null

const isOfAnother = (reader: string | undefined) => known !== null && known.reader !== reader
const visitorFor = (reader: string | undefined) =>
  known && isOfAnother(reader) ? withoutAccount(visitor, known) : visitor

function useMenteeDetails() {
  const reader = useSite()?.session?.reader
  const [typedHere, setTypedHere] = useState(NO_DETAILS)
  const [filled, setFilled] = useState<typeof known>(null)
  if (filled && filled.reader !== reader) {
    setFilled(null)
    setTypedHere(withoutAccount(typedHere, filled))
  }
  const type = (change: Partial<MenteeDetails>) => {
    setTypedHere((before) => ({ ...before, ...change }))
    visitor = { ...visitorFor(reader), ...change }
    if (isOfAnother(reader)) known = null
  }
  /** Only until something is typed: a field that was emptied stays empty. And when somebody else has signed in or out. */
  const prefill = (account: AccountDetails | undefined) => {
    const of = account ? { ...account, reader } : null
    setFilled(of)
    if (visitor !== NO_DETAILS && !isOfAnother(reader)) return
    const { name, email, phone } = visitorFor(reader)
    visitor = { name: name || (account?.name ?? ''), email: email || (account?.email ?? ''), phone }
    known = of
  }
  const shared = visitorFor(reader)
  const typed = {
    ...typedHere,
    name: typedHere.name || shared.name,
    email: typedHere.email || shared.email,
    phone: typedHere.phone || shared.phone,
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
