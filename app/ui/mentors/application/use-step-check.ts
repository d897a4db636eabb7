/** Checks the steps of the application as one goes through them. The server decides what is missing. */
import { useRef, useState } from 'react'
import { localPath } from '#words/local-path'
import type { Typed } from '../../forms/typed-fields.ts'
import { findStep, STEPS, type StepId } from './application-fields.ts'

const PATH = '/become-a-mentor/errors'
/** A slow connection keeps no one on a step: the application is checked as a whole when it is sent. */
const TIMEOUT_MS = 4_000

/** `done`: nothing is missing. `open`: it was left with something missing. `new`: not visited. */
export type StepState = 'done' | 'open' | 'new'

/** `errors`: of what is typed at first, by field. `hasDraft`: it was saved before, so its complete steps count as done. */
export function useStepCheck(typed: Typed, { errors: first, hasDraft }: { errors: Typed; hasDraft: boolean }) {
  const [errors, setErrors] = useState(first)
  const complete = STEPS.map(({ id }) => id).filter((id) => id !== 'check' && countIn(first, id) === 0)
  const [visited, setVisited] = useState<ReadonlySet<StepId>>(() => new Set(hasDraft ? complete : []))
  const checking = useRef(false)

  /** The errors of a step that is left; none if the server does not answer. Null while another check runs. */
  const leave = async (step: StepId): Promise<Typed | null> => {
    if (checking.current) return null
    checking.current = true
    const found = await findErrors(typed)
    checking.current = false
    setVisited((before) => new Set([...before, step]))
    if (!found) return {}
    setErrors(found)
    return Object.fromEntries(Object.entries(found).filter(([name]) => findStep(name) === step))
  }

  const findState = (step: StepId): StepState => {
    if (!visited.has(step)) return 'new'
    return countIn(errors, step) === 0 ? 'done' : 'open'
  }
  return { leave, findState }
}

const countIn = (errors: Typed, step: StepId) => Object.keys(errors).filter((name) => findStep(name) === step).length

/** Null without an answer. */
async function findErrors(typed: Typed): Promise<Typed | null> {
  try {
    const response = await fetch(localPath(PATH), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(typed),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return response.ok ? ((await response.json()) as Typed) : null
  } catch {
    return null
  }
}
