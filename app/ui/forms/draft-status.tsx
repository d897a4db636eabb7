/** Whether what was typed is saved, and where; and the choice between two versions. */
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import { timeIn } from '#domain/time/clock'
import * as m from '#messages/site'
import { useHydrated } from '../browser/hydrated.ts'
import { Button } from '../controls/button.tsx'
import { Notice } from '../controls/notice.tsx'
import type { Draft, DraftState } from './use-draft.ts'
import { rich } from '../rich.tsx'

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
  const device = window.matchMedia('(width < 48rem)').matches ? 'phone' : 'other'
  if (where === 'account') return m.savedAsTyped({ time })
  if (where === 'offline') return m.savedOffline({ device, time })
  return where === 'away' ? m.savedOnDevice({ device, time }) : m.savedSignedOut({ device, time })
}

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Two tabs or devices have changed the same form. */
export function ConflictNotice({ form, draft }: { form: 'application' | 'other'; draft: Draft }) {
  if (!draft.newer) return null
  return (
    <Notice>
      <div role="alert" className="grid gap-3">
        <p>{rich(m.changedElsewhere({ form, strong: (text) => <strong className="font-semibold">{text}</strong> }))}</p>
        <div className="button-row">
          <Button variant="secondary" onClick={() => draft.settle('newer')}>
            {m.takeNewerVersion()}
          </Button>
          <Button variant="secondary" onClick={() => draft.settle('this')}>
            {m.keepThisVersion()}
          </Button>
        </div>
      </div>
    </Notice>
  )
}
