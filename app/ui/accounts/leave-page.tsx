/** What closing an account does, now and in a week, and the button that does it. A form, so that it works without scripts. */
import { Form, useNavigation } from 'react-router'
import { REOPEN_DAYS } from '#domain/accounts/account'
import * as m from '#messages/accounts'
import { Alert } from '../controls/alert.tsx'
import { Button, buttonClass, ButtonLink } from '../controls/button.tsx'
import { AccountFrame, AccountPart } from './account-frame.tsx'
import { rich } from '../rich.tsx'

/**
 * `shown`: the sums that go back, in minor units, "4500 GBP,500 EUR", which the form sends along: if one is less by then,
 * it asks again. `unpaid`: what a mentor has earned and cannot be paid, for want of bank details; null if nothing.
 * `keptDays`: for how many days their record is kept without those.
 */
export type LeaveView = {
  email: string
  coming: { id: string; session: string; refund: string }[]
  shown: string
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
      title={m.closeMyAccount()}
      note={
        refused && (
          <Alert>
            <p className="font-semibold">{refused}</p>
          </Alert>
        )
      }
    >
      <AccountPart id="keep" title={m.beforeYouGo()} hint={m.beforeYouGoHint()}>
        <p>{m.downloadAllData()}</p>
        <div>
          <a href="/account/data" download className={buttonClass('secondary')}>
            {m.downloadMyData()}
          </a>
        </div>
      </AccountPart>
      {page.mentor?.unpaid && (
        <AccountPart id="money" title={m.unpaidTitle({ amount: page.mentor.unpaid })}>
          <p>{m.unpaidDetails({ days: page.mentor.keptDays })}</p>
          <div>
            <ButtonLink to="/desk/money" variant="secondary">
              {m.enterBankDetails()}
            </ButtonLink>
          </div>
        </AccountPart>
      )}
      <AccountPart id="now" title={m.atOnce()}>
        <AtOnce page={page} />
      </AccountPart>
      <AccountPart id="later" title={m.afterDays({ days: REOPEN_DAYS })}>
        <ul className="grid list-disc gap-2 ps-5">
          <li>{m.weDeleteDetails()}</li>
          <li>{m.feedbackStays()}</li>
          <li>{m.timesAndAmountsStay()}</li>
          {page.mentor && <li>{m.mentorDataDeleted()}</li>}
        </ul>
      </AccountPart>
      <AccountPart id="close" title={m.closeIt()}>
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
          <p>{m.upcomingCancelled({ sessions: coming.length })}</p>
          <ul className="grid list-disc gap-2 ps-5">
            {coming.map(({ id, session, refund }) => (
              <li key={id}>
                {session}. <strong className="font-semibold">{refund}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
      {mentor && <p>{m.mentorPageRemoved({ sessions: mentor.sessions })}</p>}
      {members > 0 && <p>{m.cohortsWithdrawn({ members })}</p>}
      <p>
        {rich(
          m.signedOutEverywhere({
            email,
            days: REOPEN_DAYS,
            address: (text) => <span className="wrap-anywhere">{text}</span>,
          }),
        )}
      </p>
    </>
  )
}

function CloseForm({ page: { shown, onlyAdmin, proven }, confirmAt }: { page: LeaveView; confirmAt: string }) {
  const busy = useNavigation().state !== 'idle'
  if (onlyAdmin) return <p>{m.onlyAdmin()}</p>
  if (!proven) {
    return (
      <>
        <p>{m.confirmToSeeButton()}</p>
        <div>
          <ButtonLink to={confirmAt}>{m.confirmItsYou()}</ButtonLink>
        </div>
      </>
    )
  }
  return (
    <Form method="post" className="button-row">
      <input type="hidden" name="shown" value={shown} />
      <Button type="submit" disabled={busy}>
        {busy ? m.closing() : m.closeMyAccount()}
      </Button>
      <ButtonLink to="/account" variant="secondary">
        {m.keepAccount()}
      </ButtonLink>
    </Form>
  )
}
