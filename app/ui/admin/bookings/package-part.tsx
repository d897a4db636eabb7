/** The sessions of a package in its record: which are booked, used, refunded or open. */
import { Link } from 'react-router'
import { Alert } from '../../controls/alert.tsx'

/** `stillUsable`: that money went back, and sessions can be booked all the same. `number`: “Session 1”. `session`: that has it. */
export type PackageRecordPart = {
  stillUsable: string | null
  credits: { number: string; state: string; session: { reference: string; at: string } | null; share: string }[]
}

export function PackageCredits({ part: { stillUsable, credits } }: { part: PackageRecordPart }) {
  return (
    <>
      {stillUsable && (
        <div className="mb-4">
          <Alert>
            <p className="font-semibold">{stillUsable}</p>
          </Alert>
        </div>
      )}
      <ul className="admin-facts">
        {credits.map(({ number, state, session, share }) => (
          <li key={number} className="flex flex-wrap justify-between gap-x-4 border-b border-hair py-2">
            <span>
              {number}{' '}
              <span className="text-ink-2">
                {state}
                {session && (
                  <>
                    {' · '}
                    <Link to={`/admin-dashboard/bookings/${session.reference}`} className="link">
                      {session.at}
                    </Link>
                  </>
                )}
              </span>
            </span>
            <span>{share}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
