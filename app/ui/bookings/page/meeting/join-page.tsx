/** Says why there is no meeting to join: it opens later, is over, or does not take place. */
import { ButtonLink } from '../../../controls/button.tsx'
import { ResultPage, Strong } from '../../results/result-page.tsx'
import { buttonClass } from '../../../controls/button.tsx'

/** `other`: whom the reader meets. `opens`: "Monday 7 January, 09:00 (London)" */
export type JoinNotice = { reference: string; session: string; other: string } & (
  | { state: 'early'; opens: string }
  | { state: 'over' | 'cancelled' }
)

const TITLES = {
  early: 'Not open yet',
  over: 'This session has ended',
  cancelled: 'This session was cancelled',
} as const

export function JoinPage({ notice }: { notice: JoinNotice }) {
  const { session, other, reference } = notice
  return (
    <ResultPage title={TITLES[notice.state]} finished={false}>
      {notice.state === 'early' ? (
        <p className="text-lg">
          You can join “{session}” with {other} from <Strong>{notice.opens}</Strong>. Come back to this page then.
        </p>
      ) : notice.state === 'over' ? (
        <p className="text-lg">
          “{session}” with {other} has ended, and the meeting is closed.
        </p>
      ) : (
        <p className="text-lg">
          “{session}” with {other} was cancelled.
        </p>
      )}
      <p className="button-row">
        <ButtonLink to={`/bookings/${reference}`}>Open the booking</ButtonLink>
        {notice.state === 'early' && <CheckCameraLink />}
      </p>
    </ResultPage>
  )
}

/** Leads to the page that tries camera and microphone. */

/** A full load: only the document of that page may use them, and a page that comes by script keeps the rules of the one before. */
function CheckCameraLink() {
  return (
    <a href="/check-camera" className={buttonClass('secondary')}>
      Check camera and microphone
    </a>
  )
}
