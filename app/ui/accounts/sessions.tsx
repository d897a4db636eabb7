/** Lists the browsers that are signed in, and signs them out. */
import { Form } from 'react-router'
import * as m from '#messages/accounts'
import { fullMomentIn } from '#words/time'
import { Badge } from '../controls/badge.tsx'
import { Button } from '../controls/button.tsx'

type OwnSession = {
  id: string
  /** "Chrome on Android" */
  device: string
  /** True for the session of this browser. */
  here: boolean
  createdAt: Date
  /** Accurate to the hour. */
  seenAt: Date
}

/** `zone`: the reader's time zone. */
export function Sessions({ sessions, zone, busy }: { sessions: OwnSession[]; zone: string; busy: boolean }) {
  const when = (instant: Date) => fullMomentIn(instant, zone)
  return (
    <>
      <ul className="framed-list">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-5 py-4">
            <div className="grid gap-0.5">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {session.device}
                {session.here && <Badge ground="accent">{m.thisOne()}</Badge>}
              </p>
              <p className="note tabular-nums">{m.signedInAt({ time: when(session.createdAt) })}</p>
              <p className="note tabular-nums">
                {session.here ? m.inUseNow() : m.lastUsedAt({ time: when(session.seenAt) })}
              </p>
            </div>
            {!session.here && (
              <Form method="post">
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="id" value={session.id} />
                <Button
                  type="submit"
                  variant="secondary"
                  disabled={busy}
                  aria-label={m.signOutDevice({ device: session.device, time: when(session.createdAt) })}
                >
                  {m.signOut()}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post">
          <input type="hidden" name="intent" value="end-others" />
          <Button type="submit" variant="secondary" disabled={busy}>
            {m.signOutEverywhereElse()}
          </Button>
        </Form>
      )}
    </>
  )
}
