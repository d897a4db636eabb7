/** /account/leave: what closing an account does now, in words. Server side. */
import { isProven, type Session } from '#domain/accounts/account'
import { timeIn } from '#domain/time/clock'
import { readLeaving } from '#server/privacy/leaving/close-account'
import type { App } from '#server/context'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/accounts'
import { formatPence } from '#words/prices'
import { dayIn } from '#words/time'
import type { LeaveView } from '../../ui/accounts/leave-page.tsx'

export async function readLeavePage(app: App, session: Session, zone: string): Promise<LeaveView> {
  const { coming, refund, mentor, members, onlyAdmin } = await readLeaving(app, session)
  return {
    email: formatEmailAddress(session.email),
    coming: coming.map(({ id, title, mentorName, startsAt, refund: due }) => ({
      id,
      session: m.sessionWith({ title, mentor: mentorName, day: dayIn(startsAt, zone), time: timeIn(startsAt, zone) }),
      refund: due > 0 ? m.refundOf({ amount: formatPence(due) }) : m.noRefund(),
    })),
    shown: refund,
    members,
    mentor: mentor && {
      sessions: mentor.sessions,
      unpaid: mentor.unpaid > 0 ? formatPence(mentor.unpaid) : null,
      keptDays: app.config.KEEP_GUEST_DAYS,
    },
    onlyAdmin,
    proven: isProven(session, app.now()),
  }
}
