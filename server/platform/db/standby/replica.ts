/**
 * A standby of the database that reads in its place (the setting DATABASE_REPLICA_URL). It is queried only for what it has
 * replayed, and whatever it cannot do is left to the caller, who then asks the database. Decision 0058.
 */
import { connect, type Db } from '#server/platform/db/connect'
import { readIdentity, readStandby, type Primary, type Standby } from '#server/platform/db/standby/replica-queries'
import * as m from '#messages/operators'

/** The versions that a reader knows already (`listing_version`, `page_version`): older rows would contradict it. */
export type Known = { listings: number; pages: number }

/**
 * Why a standby does not read. `behind`: it has not replayed what is known, or an upgrade's migrations. `another`: it is a
 * standby of something else. `promoted`: it is no standby, or no longer.
 */
export type Trouble = 'behind' | 'unavailable' | 'another' | 'promoted'

/** For the operator. */
export const TROUBLES: Record<Trouble, () => string> = {
  behind: m.standbyBehind,
  unavailable: m.standbyAway,
  another: m.standbyOther,
  promoted: m.standbyPromoted,
}

export type Replica = {
  /** What `query` reads on the standby; null if the primary has to be queried. Never throws. */
  read<Value>(known: Known, query: (db: Db) => Promise<Value>): Promise<{ value: Value } | null>
  /** Looks whether it can be used; null if so. */
  look(): Promise<Trouble | null>
  /** Reads since the start, by who did them: `replica`, or the database because of a trouble. */
  counts: Readonly<Record<Trouble | 'replica', number>>
  close(): Promise<void>
}

type Options = {
  connections?: number
  /** For one read, connecting included. A page waits so long at most, and only when the standby has just failed. */
  timeoutMs?: number
  /** Called once when it is no longer used, and not again before `onUsed`. Being behind counts after half a minute. */
  onTrouble?: (trouble: Trouble, error?: unknown) => void
  /** Called when it is used after a trouble. */
  onUsed?: () => void
  /** After a failure nothing waits for the standby until another try succeeded, beside what is read meanwhile. */
  restMs?: number
}

const TIMEOUT_MS = 3_000
const REST_MS = 5_000
const BEHIND_MS = 30_000
/** What every standby has replayed. */
export const NOTHING_KNOWN: Known = { listings: 0, pages: 0 }

type Attempt<Value> = { value: Value } | { trouble: Trouble; error?: unknown }

export async function openReplica(
  url: string,
  primary: Primary,
  { connections = 8, onTrouble = () => {}, onUsed = () => {}, timeoutMs = TIMEOUT_MS, restMs = REST_MS }: Options = {},
): Promise<Replica> {
  const { db } = await connect(url, { connections })
  const counts = { replica: 0, behind: 0, unavailable: 0, another: 0, promoted: 0 }
  /** Set after a failure, until another try succeeds. */
  let resting: { trouble: Trouble; until: number } | null = null
  let unusedSince: number | null = null
  let isReported = false

  /** One connection throughout: behind an address with several standbys, another one may have replayed less. */
  const attempt = <Value>(known: Known, query: (one: Db) => Promise<Value>): Promise<Attempt<Value>> =>
    within(
      timeoutMs,
      db.connection().execute(async (one): Promise<Attempt<Value>> => {
        const trouble = findTrouble(await readStandby(one), primary, known)
        return trouble ? { trouble } : { value: await query(one) }
      }),
    ).catch((error: unknown) => ({ trouble: 'unavailable', error }))

  const note = (attempted: Attempt<unknown>) => {
    const now = performance.now()
    if (!('trouble' in attempted)) {
      resting = unusedSince = null
      if (isReported) onUsed()
      isReported = false
      return
    }
    const { trouble, error } = attempted
    if (trouble !== 'behind') resting = { trouble, until: now + restMs }
    unusedSince ??= now
    if (isReported || (trouble === 'behind' && now - unusedSince < BEHIND_MS)) return
    isReported = true
    onTrouble(trouble, error)
  }

  /** Another database may lack the tables by which a standby is looked at. */
  const isAnother = async () => (await within(timeoutMs, readIdentity(db))) !== primary.identity

  const look = async () => {
    const attempted = (await isAnother().catch(() => false))
      ? { trouble: 'another' as const }
      : await attempt(NOTHING_KNOWN, async () => null)
    note(attempted)
    return 'trouble' in attempted ? attempted.trouble : null
  }

  return {
    counts,
    look,
    async read(known, query) {
      if (resting) {
        counts[resting.trouble] += 1
        if (performance.now() < resting.until) return null
        resting.until = Infinity // One query tries, and no request waits for it.
        void look()
        return null
      }
      const attempted = await attempt(known, query)
      counts['trouble' in attempted ? attempted.trouble : 'replica'] += 1
      note(attempted)
      return 'trouble' in attempted ? null : attempted
    },
    close: () => db.destroy(),
  }
}

function findTrouble(standby: Standby, primary: Primary, known: Known): Trouble | null {
  if (standby.identity !== primary.identity) return 'another'
  if (!standby.isStandby) return 'promoted'
  const hasReplayed =
    standby.schema >= primary.schema && standby.listings >= known.listings && standby.pages >= known.pages
  return hasReplayed ? null : 'behind'
}

async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = () => reject(Object.assign(new Error('The standby does not answer'), { code: 'ETIMEDOUT' }))
  const timer = setTimeout(late, milliseconds)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
