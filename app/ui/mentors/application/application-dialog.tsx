/** The application in a dialog, which closes without asking since the draft is saved. */
import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import * as m from '#messages/application'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { useSite } from '../../layout/site.ts'
import applicationStyles from './application.css?url'
import { ApplicationForm } from './application-form.tsx'
import type { ApplicationOffer } from './application-offer.ts'

const TITLE = 'apply-title'
const PATH = '/become-a-mentor/apply'

export default function ApplicationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const fetcher = useFetcher<{ offer: ApplicationOffer }>()
  const { load, data, state } = fetcher
  const site = useSite()?.name ?? ''

  // Anew each time, since another tab may have saved a newer draft.
  useEffect(() => {
    if (open) void load(PATH)
  }, [open, load])

  useEffect(() => {
    if (open && data) document.getElementById(TITLE)?.focus()
  }, [open, data])

  return (
    <Dialog open={open} onClose={onClose} labelledBy={TITLE} bar={site} wide>
      {/* Here, since the page around it is read without. */}
      <link rel="stylesheet" href={applicationStyles} precedence="late" />
      {open && data && state === 'idle' && (
        <ApplicationForm titleId={TITLE} heading="h2" offer={data.offer} result={null} />
      )}
      {open && !(data && state === 'idle') && (
        <div className="grid content-start gap-4 p-6">
          <h2 id={TITLE} tabIndex={-1} className="text-xl outline-none">
            {m.addSchedule()}
          </h2>
          {state === 'idle' && !data ? (
            <Alert>
              <p>{m.formNotLoaded()}</p>
              <p>
                <Button onClick={() => void load(PATH)}>{m.tryAgain()}</Button>
              </p>
            </Alert>
          ) : (
            <p>
              <output>{m.loading()}</output>
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
