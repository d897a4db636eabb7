/** Which session to book: the first step, where the link named none. */
import type { MouseEvent } from 'react'
import * as m from '#messages/bookings'
import { formatDuration } from '#words/time'
import { localPath } from '#words/local-path'
import { describePrice } from '#words/prices'
import { isPlainClick } from '../browser/plain-click.ts'
import { LeaveWith, VisaNotice } from '../mentors/session-notes.tsx'
import { PackageOffers } from '../packages/package-offers.tsx'
import type { BookingOffer } from './offer.ts'
import { NotifyMeLink } from './notify-me-link.tsx'
import { NOTHING_SELECTED, selectionQuery } from './selection.ts'
import { rich } from '../rich.tsx'

type SessionChoiceProps = { offer: BookingOffer; again: string | null; onChoose: (session: string) => void }

export function SessionChoice({ offer, again, onChoose }: SessionChoiceProps) {
  if (offer.sessions.length === 0) {
    return (
      <div className="grid justify-items-start gap-3 step-gutter pb-6">
        <p className="font-semibold">{m.noSessions()}</p>
        <p className="text-ink-2">
          {rich(
            m.noSessionsWith({
              name: offer.mentor.name,
              link: (text) => (
                <a href={localPath('/mentors')} className="link">
                  {text}
                </a>
              ),
            }),
          )}
        </p>
        <NotifyMeLink mentor={offer.mentor} />
      </div>
    )
  }
  return (
    <ul className="grid gap-3 step-gutter pb-6">
      {offer.sessions.map((session) => (
        <li key={session.id} className="line rounded-card">
          <a
            href={localPath(
              `/mentors/${offer.mentor.slug}/book${selectionQuery({ ...NOTHING_SELECTED, session: session.id }, again)}`,
            )}
            onClick={(event: MouseEvent) => {
              if (!isPlainClick(event)) return
              event.preventDefault()
              onChoose(session.id)
            }}
            className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-card px-4 py-3 hover:bg-tint sm:px-5 sm:py-4 focus-visible:bg-tint"
          >
            <span {...offer.langAttributes} className="font-semibold">
              {session.title}
            </span>
            <span className="text-xl/6 font-semibold">{describePrice(session.price, session.currency)}</span>
            <span className="col-span-2 text-sm text-ink-2 sm:text-base">
              {formatDuration(session.minutes)}
              {session.about && ` · ${session.about}`}
            </span>
            {session.description && (
              <span {...offer.langAttributes} className="col-span-2 text-sm text-ink-2 sm:text-base">
                {session.description}
              </span>
            )}
            {session.leaveWith && (
              <div className="col-span-2">
                <LeaveWith text={session.leaveWith} langAttributes={offer.langAttributes} />
              </div>
            )}
          </a>
          {session.packages && (
            <div className="border-t border-hair px-4 py-2 text-sm sm:px-5 sm:text-base">
              <PackageOffers packages={session.packages} />
            </div>
          )}
          {session.notice && (
            <div className="border-t border-hair px-5 pt-2 pb-3">
              <VisaNotice notice={session.notice} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
