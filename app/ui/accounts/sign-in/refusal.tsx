import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '#messages/accounts'
import { formatDuration } from '#words/time'
import { Alert } from '../../controls/alert.tsx'
import { useSite } from '../../layout/site.ts'
import { leadingTo, type Refusal } from './answer.ts'
import { rich } from '../../rich.tsx'
import { SupportAddress } from '../../layout/support-address.tsx'

/** Why a sign-in was refused, and what to do. It never reveals whether an address has an account. */
export function RefusalAlert({ refusal, next = '/' }: { refusal: Refusal; next?: string }) {
  return (
    <Alert>
      <div className="grid gap-1">{describeRefusal(refusal, next)}</div>
    </Alert>
  )
}

function describeRefusal(refusal: Refusal, next: string): ReactNode {
  switch (refusal.code) {
    case 'refused':
      return (
        <>
          <p className="font-semibold">{m.emailPasswordMismatch()}</p>
          <p className="text-sm">
            {rich(
              m.forgotItHint({
                link: (text) => (
                  <Link to="/forgot-password" className="link">
                    {text}
                  </Link>
                ),
              }),
            )}
          </p>
        </>
      )
    case 'suspended':
      return <Suspended />
    case 'wrong_code':
      return <p className="font-semibold">{m.wrongCode()}</p>
    case 'over':
      return (
        <>
          <p className="font-semibold">{m.firstStepOver()}</p>
          <p>
            <Link to={leadingTo('/sign-in', next)} className="link">
              {m.signInAgain()}
            </Link>
          </p>
        </>
      )
    case 'google':
      return <p className="font-semibold">{m.googleFailed()}</p>
    case 'unreached':
      return <p className="font-semibold">{m.noResponse()}</p>
    case 'closed':
      return (
        <>
          <p className="font-semibold">{m.tooManyWrongCodes()}</p>
          <p>
            {refusal.kind === 'app'
              ? m.appCodesClosed({ wait: minutesIn(refusal.seconds) })
              : m.backupCodesClosed({ wait: minutesIn(refusal.seconds) })}
          </p>
        </>
      )
    case 'too_many':
      return <p className="font-semibold">{explainTooMany(refusal.seconds)}</p>
  }
}

function minutesIn(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes > 90 ? m.hours({ count: Math.ceil(minutes / 60) }) : formatDuration(minutes)
}

export const explainTooMany = (seconds: number) => m.tooManyAttempts({ seconds })

function Suspended() {
  const site = useSite()
  return (
    <>
      <p className="font-semibold">{m.accountSuspended()}</p>
      {site && <p>{rich(m.askWhySuspended({ address: (text) => <SupportAddress fallback={text} /> }))}</p>}
    </>
  )
}
