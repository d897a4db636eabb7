/** Says why there is no meeting to join: it opens later, is over, or does not take place. */
import * as m from '#messages/bookings'
import { localPath } from '#words/local-path'
import { ButtonLink } from '../../../controls/button.tsx'
import { ResultPage, Strong } from '../../results/result-page.tsx'
import { buttonClass } from '../../../controls/button.tsx'
import { rich } from '../../../rich.tsx'

/** `other`: whom the reader meets. `opens`: "Monday 7 January, 09:00 (London)" */
export type JoinNotice = { reference: string; session: string; other: string } & (
  | { state: 'early'; opens: string }
  | { state: 'over' | 'cancelled' }
)

const TITLES = {
  early: m.notOpenYet,
  over: m.sessionEnded,
  cancelled: m.sessionWasCancelled,
} as const

export function JoinPage({ notice }: { notice: JoinNotice }) {
  const { session, other, reference } = notice
  return (
    <ResultPage title={TITLES[notice.state]()} finished={false}>
      {notice.state === 'early' ? (
        <p className="text-lg">
          {rich(m.joinOpens({ session, name: other, when: notice.opens, strong: (text) => <Strong>{text}</Strong> }))}
        </p>
      ) : notice.state === 'over' ? (
        <p className="text-lg">{m.joinEnded({ session, name: other })}</p>
      ) : (
        <p className="text-lg">{m.joinCancelled({ session, name: other })}</p>
      )}
      <p className="button-row">
        <ButtonLink to={`/bookings/${reference}`}>{m.openBooking()}</ButtonLink>
        {notice.state === 'early' && <CheckCameraLink />}
      </p>
    </ResultPage>
  )
}

/** Leads to the page that tries camera and microphone. */

/** A full load: only the document of that page may use them, and a page that comes by script keeps the rules of the one before. */
function CheckCameraLink() {
  return (
    <a href={localPath('/check-camera')} className={buttonClass('secondary')}>
      {m.checkCamera()}
    </a>
  )
}
