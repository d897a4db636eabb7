/** SQL for the bookings that hold limits count. `domain/bookings/hold-limits.ts` decides how many are too many. */
import { sql, type RawBuilder } from 'kysely'
import { FREE_DAYS, NEW_HOLD_MINUTES, type EarlierHold } from '#domain/bookings/hold-limits'
import { DAY_MS, MINUTE_MS } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'

/**
 * What limits count a hold by. `emailKey`: see `domain/accounts/email-key.ts`. `farNetwork`: the /48 around `network`.
 */
export type LimitKeys = {
  browserHash: string | null
  emailKey: string
  network: string | null
  farNetwork: string | null
}

/** Locks a browser, email address and network, so that one transaction at a time counts their holds and adds one. */
export async function lockLimitKeys(tx: Db, limitKeys: LimitKeys): Promise<void> {
  await sql`/* prepared: lock holder */
    select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${listLockKeys(limitKeys)}::text[]) as key`.execute(
    tx,
  )
}

/** Sorted, so that two transactions that share two keys cannot deadlock. */
function listLockKeys({ browserHash, emailKey, network, farNetwork }: LimitKeys): string[] {
  const keys = [
    `email ${emailKey}`,
    browserHash && `browser ${browserHash}`,
    network && `network ${network}`,
    farNetwork && `network ${farNetwork}`,
  ]
  return keys.filter((key) => key !== null).toSorted()
}

/** The values of `hasNoEarlierHolds`. */
export type FirstHoldLimits = LimitKeys & { lockKeys: string[]; dayAgo: string }

export const toFirstHoldLimits = (limitKeys: LimitKeys, now: Date): FirstHoldLimits => ({
  ...limitKeys,
  lockKeys: listLockKeys(limitKeys),
  dayAgo: new Date(now.getTime() - DAY_MS).toISOString(),
})

/**
 * Whether no earlier booking with these keys could count against a paid hold, as an SQL expression that first locks the
 * keys as `lockLimitKeys` does, for the transaction of its statement. It is true less often than `listEarlierHolds` finds
 * nothing, since it asks for less.
 */
export const hasNoEarlierHolds = (values: FirstHoldLimits): RawBuilder<boolean> =>
  sql`lock_without_holds(${values.lockKeys}::text[], ${values.browserHash}::text, ${values.network}::text,
    ${values.farNetwork}::text, ${values.emailKey}::text, ${values.dayAgo}::timestamptz)`

export type Counted = { earlier: EarlierHold[]; ownEmail: boolean }

/**
 * The bookings that count against a new hold with these keys: live holds, recent ones, and free sessions. `except`: the
 * hold that it replaces, which counts as made but no longer as held. `ownEmail`: true if the address is the signed-in
 * account's.
 */
export async function listEarlierHolds(
  tx: Db,
  { browserHash, emailKey, network, farNetwork }: LimitKeys,
  query: { mentorId: string | null; accountId: string | null; now: Date; except: string | null },
): Promise<Counted> {
  const { mentorId, accountId, now, except } = query
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const [lately, dayAgo, weekAgo] = [ago(NEW_HOLD_MINUTES * MINUTE_MS), ago(DAY_MS), ago(FREE_DAYS * DAY_MS)]
  const byLink = sql`exists (select from payment_requests where booking_id = bookings.id)`
  // Holds that another browser made with this address, and that sent it no email, count for nothing, so they are not read.
  const theirs = sql`(
    browser_hash = ${browserHash}::text or network = ${network}::text or far_network = ${farNetwork}::text
    or (email_key = ${emailKey}::text
      and (price_pence = 0 or browser_hash is null or ${browserHash}::text is null or ${byLink})))`
  const { rows } = await sql<EarlierHold & { ownEmail: boolean }>`/* prepared: earlier holds */
    select coalesce(browser_hash = ${browserHash}::text, false) as same_browser,
      email_key = ${emailKey}::text as same_email,
      coalesce(network = ${network}::text, false) as same_network,
      coalesce(far_network = ${farNetwork}::text, false) as same_far,
      coalesce(mentor_id = ${mentorId}::uuid, false) as same_mentor,
      browser_hash is null or ${browserHash}::text is null as anonymous,
      price_pence = 0 as free,
      by_link,
      price_pence = 0 and discount_pence > 0 as by_code,
      case when id = ${except}::uuid then 'ended'
        when status = 'held' then case when processing_since is null then 'held' else 'processing' end
        when status in ('confirmed', 'completed', 'no_show') then 'booked'
        else 'ended' end as state,
      starts_at, created_at, hold_expires_at as ends_at,
      exists (select from accounts where accounts.id = ${accountId}::uuid and email_key(email::text) = ${emailKey}::text)
        as own_email
    from (
      select *, ${byLink} as by_link from bookings
      where created_at > ${dayAgo} and ${theirs}
        and (created_at > ${lately} or price_pence = 0 or status = 'held' or ${byLink})
      union all
      select *, ${byLink} from bookings where status = 'held' and created_at <= ${dayAgo} and ${theirs}
      union all
      select *, false from bookings
      where price_pence = 0 and discount_pence = 0 and status in ('confirmed', 'completed', 'no_show') and starts_at > ${weekAgo}
        and created_at <= ${dayAgo} and ${theirs}
    ) as earlier
  `.execute(tx)
  return { earlier: rows, ownEmail: rows[0]?.ownEmail ?? false }
}

/** Sets the networks that a booking counts for. */
export async function setNetworks(
  tx: Db,
  id: string,
  networks: { network: string | null; farNetwork: string | null },
): Promise<void> {
  await tx.updateTable('bookings').set(networks).where('id', '=', id).execute()
}

/**
 * Deletes networks that limits no longer count: a day after booking, except for live holds and free sessions of the
 * last week.
 */
export async function forgetNetworks(db: Db, now: Date): Promise<void> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await sql`
    update bookings set network = null, far_network = null
    where network is not null and created_at <= ${ago(DAY_MS)} and status <> 'held'
      and not (price_pence = 0 and discount_pence = 0 and status in ('confirmed', 'completed', 'no_show')
        and starts_at > ${ago(FREE_DAYS * DAY_MS)})`.execute(db)
}
