/** What closing an account does, now and in a week, and the button that does it. A form, so that it works without scripts. */
import { plural } from '#domain/quantities'
import { Form, useNavigation } from 'react-router'
import { REOPEN_DAYS } from '#domain/accounts/account'
import { Alert } from '../controls/alert.tsx'
import { Button, buttonClass, ButtonLink } from '../controls/button.tsx'
import { AccountFrame, AccountPart } from './account-frame.tsx'

/**
 * `shown`: the sum that goes back, in minor units, which the form sends along: if it is less by then, it asks again.
 * `unpaid`: what a mentor has earned and cannot be paid, for want of bank details; null if nothing. `keptDays`: how long
 * their record waits for it.
 */
export type LeaveView = {
  email: string
  coming: { id: string; session: string; refund: string }[]
  shown: number
  mentor: { sessions: number; unpaid: string | null; keptDays: number } | null
  /** Who took a seat in cohorts of theirs. */
  members: number
  onlyAdmin: boolean
  proven: boolean
}

export function LeavePage({
  page,
  refused,
  confirmAt,
}: {
  page: LeaveView
  refused: string | null
  confirmAt: string
}) {
  return (
    <AccountFrame
      title="Close my account"
      note={
        refused && (
          <Alert>
            <p className="font-semibold">{refused}</p>
          </Alert>
        )
      }
    >
      <AccountPart id="keep" title="Before you go" hint="You can’t download it later.">
        <p>Download all your data as a JSON file.</p>
        <div>
          <a href="/account/data" download className={buttonClass('secondary')}>
            Download my data
          </a>
        </div>
      </AccountPart>
      {page.mentor?.unpaid && (
        <AccountPart id="money" title={`${page.mentor.unpaid} is not paid out yet`}>
          <p>
            We don’t know where to pay it. Enter your bank details before you close the account. Without them we keep
            your mentor record for {page.mentor.keptDays} days. Then it’s erased, and we can no longer pay you.
          </p>
          <div>
            <ButtonLink to="/desk/money" variant="secondary">
              Enter bank details
            </ButtonLink>
          </div>
        </AccountPart>
      )}
      <AccountPart id="now" title="At once">
        <AtOnce page={page} />
      </AccountPart>
      <AccountPart id="later" title={`After ${REOPEN_DAYS} days`}>
        <ul className="grid list-disc gap-2 ps-5">
          <li>
            We delete your name, address, phone, picture, messages and everything you typed. This can’t be undone.
          </li>
          <li>Feedback you gave stays, signed “A mentee”.</li>
          <li>Times and amounts of your bookings stay in our accounts, without your details.</li>
          {page.mentor && (
            <li>
              We also delete your mentor page, documents and calendars once you’ve been paid. Records of transfers to
              you stay, for tax.
            </li>
          )}
        </ul>
      </AccountPart>
      <AccountPart id="close" title="Close it">
        <CloseForm page={page} confirmAt={confirmAt} />
      </AccountPart>
    </AccountFrame>
  )
}

function AtOnce({ page: { email, coming, mentor, members } }: { page: LeaveView }) {
  return (
    <>
      {coming.length > 0 && (
        <>
          <p>{coming.length === 1 ? 'Your upcoming session is cancelled:' : 'Your upcoming sessions are cancelled:'}</p>
          <ul className="grid list-disc gap-2 ps-5">
            {coming.map(({ id, session, refund }) => (
              <li key={id}>
                {session}. <strong className="font-semibold">{refund}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
      {mentor && <p>{describeMentor(mentor.sessions)}</p>}
      {members > 0 && (
        <p>Your cohorts are withdrawn, and {plural(members, 'member')} of them will get a full refund.</p>
      )}
      <p>
        We sign you out everywhere and email <span className="wrap-anywhere">{email}</span>: for {REOPEN_DAYS} days you
        can reopen your account with the link in that email. Cancelled bookings stay cancelled.
      </p>
    </>
  )
}

function describeMentor(sessions: number): string {
  const page = 'Your mentor page is removed'
  if (sessions === 0) return `${page}. You have no upcoming sessions as a mentor.`
  return sessions === 1
    ? `${page}. The session booked with you is cancelled and refunded in full.`
    : `${page}. The ${sessions} sessions booked with you are cancelled and refunded in full.`
}

function CloseForm({ page: { shown, onlyAdmin, proven }, confirmAt }: { page: LeaveView; confirmAt: string }) {
  const busy = useNavigation().state !== 'idle'
  if (onlyAdmin) return <p>You’re the only admin. Invite another one before you leave.</p>
  if (!proven) {
    return (
      <>
        <p>Confirm your identity first to see the button.</p>
        <div>
          <ButtonLink to={confirmAt}>Confirm that it’s you</ButtonLink>
        </div>
      </>
    )
  }
  return (
    <Form method="post" className="button-row">
      <input type="hidden" name="shown" value={shown} />
      <Button type="submit" disabled={busy}>
        {busy ? 'Closing...' : 'Close my account'}
      </Button>
      <ButtonLink to="/account" variant="secondary">
        Keep
      </ButtonLink>
    </Form>
  )
}
