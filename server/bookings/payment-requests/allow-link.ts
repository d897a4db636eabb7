/** Whether someone else may pay for a session by a link, decided where a request is read and again where the time is claimed. */
import { slotsBetween, type Availability } from '#domain/bookings/availability'
import { hasRoomForLink, payByLinkBefore, SHARE_DAYS, type NoPaymentLink } from '#domain/bookings/payment-link'
import { DAY_MS, minutesAfter } from '#domain/time/wall-time'
import { hasWaitingLink, listTimesOfLinks } from '#server/bookings/payment-requests/payment-requests-queries'
import type { App } from '#server/context'
import { lockMentor } from '#server/mentors/queries'
import type { Db } from '#server/platform/db/connect'

/** What the request itself says. Null: a link may be sent, if limits allow it. */
export function refuseLink(
  app: Pick<App, 'now' | 'config'>,
  { startsAt, isAccepted }: { startsAt: Date; isAccepted: boolean },
): NoPaymentLink | null {
  if (!isAccepted) return 'not_accepted'
  const now = app.now()
  return payByLinkBefore(startsAt, now) < minutesAfter(now, app.config.CHECKOUT_MINUTES) ? 'too_soon' : null
}

type Wanted = {
  mentorId: string
  startsAt: Date
  minutes: number
  browserHash: string | null
  menteeEmail: string
  movedFrom: string | null
}

/**
 * Counts the links that wait, under locks: the caller holds those of its limits (`secondsUntilAllowed`), and this takes the
 * mentor's until the transaction ends.
 */
export async function refuseFurtherLink(
  app: Pick<App, 'now'>,
  tx: Db,
  wanted: Wanted,
  availability: Availability,
): Promise<NoPaymentLink | null> {
  const { mentorId, startsAt, movedFrom: except } = wanted
  if (await hasWaitingLink(tx, { ...wanted, except })) return 'waiting'
  const now = app.now()
  const span = { from: now, to: new Date(now.getTime() + SHARE_DAYS * DAY_MS) }
  if (startsAt >= span.to) return null
  await lockMentor(tx, mentorId)
  const held = await listTimesOfLinks(tx, mentorId, { ...span, except })
  const starts = slotsBetween({ availability, minutes: 0, now, ...span }).map((start) => start.startsAt)
  const range = { startsAt, endsAt: minutesAfter(startsAt, wanted.minutes) }
  return hasRoomForLink(starts, held, range) ? null : 'share_reached'
}
