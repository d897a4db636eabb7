/**
 * The booking dialog, whose steps are entries of the browser's history. What is typed is kept in the tab
 * (`details/kept-details.ts`).
 */
import { useEffect, useState } from 'react'
import { isTimeZone } from '#domain/time/zone'
import * as m from '#messages/bookings'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { NO_DETAILS, withoutAccount, type AccountDetails, type MenteeDetails } from '../details/mentee-details.ts'
import { useSite } from '../../layout/site.ts'
import { changeSelection, closeBooking, openBooking, useBookingEntry } from './history.ts'
import { loadSteps } from './lazy-steps.tsx'
import { NOTHING_SELECTED } from '../selection.ts'
import { StepsSkeleton } from './steps-skeleton.tsx'
import { useLoadedOffer } from '../loaded-offer.ts'

export { loadSteps, openBooking }

export type BookingDialogProps = {
  mentor: { slug: string; name: string }
  /** Called however it is closed. */
  onClosed: () => void
}

const TITLE = 'booking-title'

export function BookingDialog({ mentor, onClosed }: BookingDialogProps) {
  const entry = useBookingEntry(mentor.slug)
  const open = entry !== null
  const selection = entry?.selection ?? NOTHING_SELECTED
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
  const close = () => {
    closeBooking() // Nothing is left to close where Back has led out of it.
    onClosed()
  }
  return (
    <Dialog open={open} onClose={close} labelledBy={TITLE} bar={mentor.name} steps>
      {open && shown === 'steps' && Steps && offer && (
        <Steps
          titleId={TITLE}
          heading="h2"
          offer={offer}
          selection={selection}
          zone={zone ?? offer.mentor.timeZone}
          zoneKnown={zone !== null}
          typed={typed}
          onSelect={changeSelection}
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

function useMenteeDetails() {
  const reader = useSite()?.session?.reader
  const [typed, setTyped] = useState(NO_DETAILS)
  /** What was filled in from an account, and whose it is. */
  const [filled, setFilled] = useState<(AccountDetails & { reader: string | undefined }) | null>(null)
  if (filled && filled.reader !== reader) {
    setFilled(null)
    setTyped(withoutAccount(typed, filled))
  }
  const type = (change: Partial<MenteeDetails>) => setTyped((before) => ({ ...before, ...change }))
  /** Once for each who signs in: a field that was emptied stays empty. */
  const prefill = (account: AccountDetails | undefined) => {
    if (!account || (filled && filled.reader === reader)) return
    setFilled({ ...account, reader })
    setTyped((before) => ({ ...before, name: before.name || account.name, email: before.email || account.email }))
  }
  return { typed, type, prefill }
}

function LoadingFailed({ mentor, onRetry }: { mentor: string; onRetry: () => void }) {
  return (
    <div className="grid content-start gap-5 step-gutter pt-5 pb-6">
      <h2 id={TITLE} tabIndex={-1} className="text-xl font-semibold outline-none sm:pe-12">
        {m.bookWith({ name: mentor })}
      </h2>
      <Alert>
        <p>{m.offerNotLoaded()}</p>
        <p>
          <Button onClick={onRetry}>{m.tryAgain()}</Button>
        </p>
      </Alert>
    </div>
  )
}

function browserZone(): string | null {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && isTimeZone(zone) ? zone : null
}
