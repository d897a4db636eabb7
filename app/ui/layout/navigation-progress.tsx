import { useNavigation } from 'react-router'
import { useUnanswered } from '../browser/unanswered.ts'

/** A hairline under the header while the next page is on its way. Quick pages come before it shows. */
export function NavigationProgress() {
  const { state } = useNavigation()
  const unanswered = useUnanswered()
  return state === 'idle' || unanswered ? null : <ProgressLine />
}

/** Decorative: a screen reader is told by the focus, which goes to the new page. */
export function ProgressLine() {
  return (
    <div aria-hidden="true" className="progress-line">
      <div />
    </div>
  )
}
