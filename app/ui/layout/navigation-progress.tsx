import { useNavigation } from 'react-router'
import { useUnanswered } from '../browser/unanswered.ts'

/** A line at the top of the window while the next page loads. It appears late, so that quick pages do not show it. */
export function NavigationProgress() {
  const { state } = useNavigation()
  const unanswered = useUnanswered()
  return state === 'idle' || unanswered ? null : <ProgressLine />
}

/** Decorative: screen readers follow the focus to the new page. */
export function ProgressLine() {
  return (
    <div aria-hidden="true" className="progress-line">
      <div />
    </div>
  )
}
