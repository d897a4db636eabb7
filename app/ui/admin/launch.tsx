/** The steps before a new site opens. */
import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { Link } from 'react-router'
import * as m from '#messages/admin'
import { rich } from '../rich.tsx'
import { AdminPart } from './part.tsx'

/** `how`: what to do, and when it counts as done. */
export type LaunchView = { title: string; isDone: boolean; how: string; link?: { to: string; words: string } }[]

const hidden = (text: string) => <span className="sr-only">{text}</span>
const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

export function Launch({ steps }: { steps: LaunchView }) {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <AdminPart title={m.beforeLive()} aside={m.stepsDone({ count: done, all: steps.length })}>
      <ol className="admin-launch">
        {steps.map(({ title, isDone, how, link }) => (
          <li key={title}>
            {isDone ? <Check {...ICON} /> : <Circle {...ICON} />}
            <div>
              <p className={isDone ? 'text-ink-2' : 'font-semibold'}>
                {rich(isDone ? m.stepDone({ title, hidden }) : m.stepToDo({ title, hidden }))}
              </p>
              {!isDone && (
                <p className="admin-aside">
                  {how}{' '}
                  {link && (
                    <Link to={link.to} className="link">
                      {link.words}
                    </Link>
                  )}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </AdminPart>
  )
}
