/** Opens the standby that DATABASE_REPLICA_URL names. */
import type { Config } from '#server/platform/config'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import { openReplica, TROUBLES, type Replica, type Trouble } from '#server/platform/db/standby/replica'
import { readStandby } from '#server/platform/db/standby/replica-queries'
import { refuseToStart } from '#server/start/refuse'

const EVENTS: Record<Trouble, string> = {
  behind: 'replica is behind',
  unavailable: 'replica unavailable',
  another: 'replica is of another database',
  promoted: 'replica is no standby',
}

/**
 * Null without that setting, and in a worker, which shows no pages. A standby that is away, behind or promoted fails no
 * start: the database itself reads until that is over. One of another database is refused, since only a person can mend that.
 */
export async function openStandby(config: Config, db: Db, log: App['log']): Promise<Replica | null> {
  const { DATABASE_REPLICA_URL: url, DATABASE_CONNECTIONS: connections, ROLE: role } = config
  if (!url || role === 'worker') return null
  let isStarted = false
  const replica = await openReplica(url, await readStandby(db), {
    connections,
    onTrouble(trouble, error) {
      if (trouble === 'another' && !isStarted) refuseToStart(`DATABASE_REPLICA_URL: ${TROUBLES.another()}`)
      log.warn(EVENTS[trouble], { error })
    },
    onUsed: () => log.info('replica used again'),
  })
  await replica.look()
  isStarted = true
  return replica
}
