/** The steps of the application as a route: solid is done, dashed is to come. */
import type { MouseEvent } from 'react'
import { STEPS, type StepId } from './application-fields.ts'

export function StepsLine({ current, onGo }: { current: StepId; onGo: (step: StepId) => void }) {
  const at = STEPS.findIndex(({ id }) => id === current)
  return (
    <nav aria-label="Steps">
      <ol className="apply-line">
        {STEPS.map(({ id, name }, place) => (
          <li key={id} data-done={place < at || undefined}>
            <a
              href={`#apply-step-${id}`}
              aria-current={place === at ? 'step' : undefined}
              onClick={(event: MouseEvent) => {
                event.preventDefault()
                onGo(id)
              }}
            >
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
