/** What went wrong when the application was sent: takes the focus, and leads to each field. */
import { useEffect, useRef, type MouseEvent } from 'react'
import * as m from '#messages/application'
import { localPath } from '#words/local-path'
import { Alert } from '../../controls/alert.tsx'
import { formatFailure, type ApplicationResult } from './application-answer.ts'
import { findStep, STEPS } from './application-fields.ts'
import { type Typed, fieldId } from '../../forms/typed-fields.ts'
import { rich } from '../../rich.tsx'

type RefusalProps = {
  result: ApplicationResult
  /** What is still wrong: a field that was changed since is not. */
  errors: Typed
  onGo: (name: string) => void
}

export function Refusal({ result, errors, onGo }: RefusalProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- After each answer.
  }, [result])
  const order = (name: string) => STEPS.findIndex(({ id }) => id === findStep(name))
  const wrong = Object.entries(errors).toSorted(([a], [b]) => order(a) - order(b))
  return (
    <Alert ref={box}>
      <p className="font-semibold">{formatFailure(result)}</p>
      {result.failed === 'changed' && (
        <p>
          {rich(
            m.saveToKeep({
              link: (text) => (
                <a href={localPath('/become-a-mentor/apply')} className="link">
                  {text}
                </a>
              ),
            }),
          )}
        </p>
      )}
      {wrong.length > 0 && (
        <ul className="grid gap-1">
          {wrong.map(([name, message]) => (
            <li key={name}>
              <a
                href={`#${fieldId(name)}`}
                className="link"
                onClick={(event: MouseEvent) => {
                  event.preventDefault()
                  onGo(name)
                }}
              >
                {describeWrong(name, message)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

/** "Session 2: Enter a title" */
function describeWrong(name: string, message: string): string {
  const [, list, place] = /^(sessions|moves)\.(\d)/.exec(name) ?? []
  if (!list) return message
  const number = Number(place) + 1
  return list === 'sessions' ? m.wrongInSession({ number, message }) : m.wrongInMove({ number, message })
}
