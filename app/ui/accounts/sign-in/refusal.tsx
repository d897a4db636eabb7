import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDuration, plural } from '#domain/quantities'
import { Alert } from '../../controls/alert.tsx'
import { useSite } from '../../layout/site.ts'
import { leadingTo, type Refusal } from './answer.ts'

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
          <p className="font-semibold">That email and password don’t match.</p>
          <p className="text-sm">
            Forgot it?{' '}
            <Link to="/forgot-password" className="link">
              Set a new password
            </Link>
            . Just signed up? Open the link in our email first.
          </p>
        </>
      )
    case 'suspended':
      return <Suspended />
    case 'wrong_code':
      return <p className="font-semibold">That code is wrong. Try the next one.</p>
    case 'over':
      return (
        <>
          <p className="font-semibold">You waited too long after your password, or entered too many wrong codes.</p>
          <p>
            <Link to={leadingTo('/sign-in', next)} className="link">
              Sign in again
            </Link>
          </p>
        </>
      )
    case 'google':
      return <p className="font-semibold">Google did not sign you in. Try again, or use your email and password.</p>
    case 'unreached':
      return <p className="font-semibold">No response. Check your connection and try again.</p>
    case 'closed':
      return (
        <>
          <p className="font-semibold">Too many wrong codes.</p>
          <p>
            {refusal.kind === 'app'
              ? `You can use app codes again in ${minutesIn(refusal.seconds)}. Backup codes work now.`
              : `You can use backup codes again in ${minutesIn(refusal.seconds)}. App codes work now.`}
          </p>
        </>
      )
    case 'too_many':
      return <p className="font-semibold">{explainTooMany(refusal.seconds)}</p>
  }
}

function minutesIn(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : formatDuration(minutes)
}

export const explainTooMany = (seconds: number) =>
  `Too many attempts within a minute. Try again in ${plural(seconds, 'second')}.`

function Suspended() {
  const site = useSite()
  return (
    <>
      <p className="font-semibold">This account is suspended.</p>
      {site && (
        <p>
          To ask why, write to{' '}
          <a href={`mailto:${site.supportEmail}`} className="link">
            {site.supportEmail}
          </a>
          .
        </p>
      )}
    </>
  )
}
