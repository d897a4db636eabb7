/** /account/leave: what closing an account does now, in words. Server side. */
import { isProven, type Session } from '#domain/accounts/account'
import { LEGACY_CURRENCY } from '#domain/payments/currency'
import { toMinorUnits, type Money } from '#domain/payments/money'
import { timeIn } from '#domain/time/clock'
import { readLeaving } from '#server/privacy/leaving/close-account'
import type { App } from '#server/context'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/accounts'
import { formatList } from '#words/lists'
import { formatMoney } from '#words/prices'
import { dayIn } from '#words/time'
import type { LeaveView } from '../../ui/accounts/leave-page.tsx'

export async function readLeavePage(app: App, session: Session, zone: string): Promise<LeaveView> {
  const { coming, refunds, mentor, members, onlyAdmin } = await readLeaving(app, session)
  return {
    email: formatEmailAddress(session.email),
    coming: coming.map(({ id, title, mentorName, startsAt, refund, currency }) => ({
      id,
      session: m.sessionWith({ title, mentor: mentorName, day: dayIn(startsAt, zone), time: timeIn(startsAt, zone) }),
      refund: refund > 0 ? m.refundOf({ amount: formatMoney(refund, currency) }) : m.noRefund(),
    })),
    shown: refunds.map(({ amount, currency }) => `${amount} ${currency}`).join(),
    members,
    mentor: mentor && {
      sessions: mentor.sessions,
      unpaid:
        mentor.unpaid.length > 0
          ? formatList(mentor.unpaid.map(({ amount, currency }) => formatMoney(amount, currency)))
          : null,
      keptDays: app.config.KEEP_GUEST_DAYS,
    },
    onlyAdmin,
    proven: isProven(session, app.now()),
  }
}

/**
 * The sums that the page showed, as its form sends them: "4500 GBP,500 EUR". Pages of earlier releases send minor units of
 * pounds alone. Null for what no page sends.
 */
export function readShownRefunds(sent: unknown): Money[] | null {
  if (typeof sent !== 'string' || !/^(\d{1,12}( [A-Z]{3})?(,|$))*$/.test(sent)) return null
  return [...sent.matchAll(/(\d+)(?: ([A-Z]{3}))?/g)].map(([, amount, currency = LEGACY_CURRENCY]) => ({
    amount: toMinorUnits(Number(amount)),
    currency,
  }))
}
