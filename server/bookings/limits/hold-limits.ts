/**
 * Limits on holds and free sessions, counted under locks, so that two concurrent requests cannot both get the last one.
 */
import { slotsBetween, type Availability } from '#domain/bookings/availability'
import { emailKey } from '#domain/accounts/email-key'
import { isFreeLimitReached, SHARE_DAYS, nextAllowedAt } from '#domain/bookings/hold-limits'
import { DAY_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import { listEarlierHolds, lockLimitKeys, type LimitKeys } from '#server/bookings/limits/hold-limits-queries'

/** The columns of a booking that limits count by. */
type HoldKeys = {
  browserHash: string | null
  menteeEmail: string
  network: string | null
  farNetwork: string | null
}

/** What limits need to know about a requested hold. `accountId`: the account that is signed in. */
type Wanted = HoldKeys & {
  mentorId: string | null
  startsAt: Date
  pricePence: number
  discountPence: number
  accountId?: string | null | undefined
  isByLink?: boolean
}

/**
 * Seconds until this hold may be made; null when it may be made now, in this transaction. `startsOnOffer`: how many starts
 * its mentor offers. `except`: the id of the hold that it replaces.
 */
export async function secondsUntilAllowed(
  app: App,
  tx: Db,
  hold: Wanted,
  { startsOnOffer, except }: { startsOnOffer: () => number; except: string | null },
): Promise<number | null> {
  const now = app.now()
  const keys = toLimitKeys(hold)
  await lockLimitKeys(tx, keys)
  const counted = { mentorId: hold.mentorId, accountId: hold.accountId ?? null, now, except }
  const { earlier, ownEmail } = await listEarlierHolds(tx, keys, counted)
  const request = {
    free: hold.pricePence === 0,
    byLink: hold.isByLink ?? false,
    byCode: hold.discountPence > 0,
    startsAt: hold.startsAt,
    ownEmail,
    startsOnOffer,
  }
  const allowed = nextAllowedAt(request, earlier, app.config, now)
  return allowed && Math.max(1, Math.ceil((allowed.getTime() - now.getTime()) / 1_000))
}

/**
 * True when the address or network already has its maximum of free sessions, this one aside. Call it before confirming
 * one: links that were emailed earlier could otherwise be collected to get more.
 */
export async function hasReachedFreeLimit(
  app: App,
  tx: Db,
  booking: HoldKeys & { id: string; mentorId: string | null },
): Promise<boolean> {
  const keys = toLimitKeys(booking)
  await lockLimitKeys(tx, keys)
  const counted = { mentorId: booking.mentorId, accountId: null, now: app.now(), except: booking.id }
  const { earlier } = await listEarlierHolds(tx, keys, counted)
  return isFreeLimitReached(earlier, app.config, app.now())
}

/** The keys by which limits count a hold. */
export const toLimitKeys = (hold: HoldKeys): LimitKeys => ({
  browserHash: hold.browserHash,
  emailKey: emailKey(hold.menteeEmail),
  network: hold.network,
  farNetwork: hold.farNetwork,
})

/** How many starts a mentor offers in the days for which a share of their time is computed. */
export const countStarts = (availability: Availability, now: Date) =>
  slotsBetween({ availability, minutes: 0, now, from: now, to: new Date(now.getTime() + SHARE_DAYS * DAY_MS) }).length
