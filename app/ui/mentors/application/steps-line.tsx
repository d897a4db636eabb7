/** The steps of the application as a route: solid is done, dashed is still to do. */
import type { MouseEvent } from 'react'
import * as m from '#messages/application'
import { STEPS, type StepId } from './application-fields.ts'
import type { StepState } from './use-step-check.ts'

type StepsLineProps = { current: StepId; findState: (step: StepId) => StepState; onGo: (step: StepId) => void }

export function StepsLine({ current, findState, onGo }: StepsLineProps) {
  return (
    <nav aria-label={m.steps()}>
      <ol className="apply-line">
        {STEPS.map(({ id, name }) => (
          <li key={id} data-state={id === current ? 'current' : findState(id)}>
            <a
              href={`#apply-step-${id}`}
              aria-current={id === current ? 'step' : undefined}
              onClick={(event: MouseEvent) => {
                event.preventDefault()
                onGo(id)
              }}
            >
              {name()}
              {id !== current && <span className="sr-only">{STATES[findState(id)]()}</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const STATES: Record<StepState, () => string> = { done: m.stepDone, open: m.stepOpen, new: () => '' }
