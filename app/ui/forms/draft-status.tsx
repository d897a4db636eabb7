/** Whether what was typed is saved, and where; and the choice between two versions. */
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import { timeIn } from '#domain/time/clock'
import { useHydrated } from '../browser/hydrated.ts'
import { Button } from '../controls/button.tsx'
import { Notice } from '../controls/notice.tsx'
import type { Draft, DraftState } from './use-draft.ts'

/** The sentence changes once a minute at most, so that screen readers do not announce every pause. */
export function DraftStatus({ draft }: { draft: DraftState }) {
  const hydrated = useHydrated()
  const Icon = draft.where === 'account' || draft.where === 'signed_out' ? CloudCheck : CloudOff
  return (
    <output className="flex min-h-5 items-center gap-1.5 note">
      {hydrated && draft.at && (
        <>
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          {describeStatus(draft.where, timeIn(draft.at, browserZone()))}
        </>
      )}
    </output>
  )
}

function describeStatus(where: DraftState['where'], time: string): string {
  const device = window.matchMedia('(width < 48rem)').matches ? 'phone' : 'computer'
  if (where === 'account') return `Saved ${time}, as you type`
  const here = `aved on this ${device} at ${time}.`
  if (where === 'offline') return `Offline. S${here}`
  return where === 'away' ? `Not in your account yet. S${here}` : `Not signed in. S${here}`
}

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Two tabs or devices have changed the same form. `what`: "application" */
export function ConflictNotice({ what, draft }: { what: string; draft: Draft }) {
  if (!draft.newer) return null
  return (
    <Notice>
      <div role="alert" className="grid gap-3">
        <p>
          <strong className="font-semibold">This {what} was changed in another tab or on another device.</strong> This
          version is on this device. Which one do you want to keep?
        </p>
        <div className="button-row">
          <Button variant="secondary" onClick={() => draft.settle('newer')}>
            Use the newer version
          </Button>
          <Button variant="secondary" onClick={() => draft.settle('this')}>
            Keep this version
          </Button>
        </div>
      </div>
    </Notice>
  )
}
