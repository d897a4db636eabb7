/**
 * Limits on holds and free sessions, counted under locks, so that two concurrent requests cannot both get the last one.
 */
import { slotsBetween, type Availability } from '#domain/bookings/availability'
import { emailKey } from '#domain/accounts/email-key'
import { isFreeLimitReached, SHARE_DAYS, nextAllowedAt } from '#domain/bookings/hold-limits'
import { DAY_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import type { Db } from '#server/db/connect'
import { listEarlierHolds, lockLimitKeys, type LimitKeys } from '#server/bookings/limits/hold-limits-queries'

/** The columns of a booking that limits count by. */
type HoldKeys = {
  browser_hash: string | null
  mentee_email: string
  network: string | null
  far_network: string | null
}

/** What limits need to know about a hold that is asked for. `account_id`: the account that is signed in. */
type Wanted = HoldKeys & {
  mentor_id: string
  starts_at: Date
  price_pence: number
  account_id?: string | null | undefined
}

/**
 * Seconds until this hold may be made; null when it may be made now, in this transaction. `except`: the id of the hold
 * that it replaces.
 */
export async function secondsUntilAllowed(
  app: App,
  tx: Db,
  hold: Wanted,
  availability: Availability,
  except: string | null,
): Promise<number | null> {
  const now = app.now()
  const keys = limitKeysOf(hold)
  await lockLimitKeys(tx, keys)
  const counted = { mentorId: hold.mentor_id, accountId: hold.account_id ?? null, now, except }
  const { earlier, ownEmail } = await listEarlierHolds(tx, keys, counted)
  const request = {
    free: hold.price_pence === 0,
    startsAt: hold.starts_at,
    ownEmail,
    startsOnOffer: () => countStarts(availability, now),
  }
  const allowed = nextAllowedAt(request, earlier, app.config, now)
  return allowed && Math.max(1, Math.ceil((allowed.getTime() - now.getTime()) / 1_000))
}

/**
 * True when the address or network already has its maximum of free sessions, this one aside. Call it before confirming
 * one: links that were mailed earlier could otherwise be collected to get more.
 */
export async function hasReachedFreeLimit(
  app: App,
  tx: Db,
  booking: HoldKeys & { id: string; mentor_id: string },
): Promise<boolean> {
  const keys = limitKeysOf(booking)
  await lockLimitKeys(tx, keys)
  const counted = { mentorId: booking.mentor_id, accountId: null, now: app.now(), except: booking.id }
  const { earlier } = await listEarlierHolds(tx, keys, counted)
  return isFreeLimitReached(earlier, app.config, app.now())
}

const limitKeysOf = (hold: HoldKeys): LimitKeys => ({
  browserHash: hold.browser_hash,
  emailKey: emailKey(hold.mentee_email),
  network: hold.network,
  farNetwork: hold.far_network,
})

const countStarts = (availability: Availability, now: Date) =>
  slotsBetween({ availability, minutes: 0, now, from: now, to: new Date(now.getTime() + SHARE_DAYS * DAY_MS) }).length
