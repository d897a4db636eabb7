/**
 * npm run admin -- you@example.com
 *
 * Prints a link by which the owner of this address sets a password and becomes an admin. It is valid once, for 30
 * minutes. An existing account of the address becomes an admin's. Exit code 0: printed; 1: not printed, with the
 * reason. With the embedded database the product must be stopped; on PostgreSQL it may run.
 *
 * Environment: the product's own settings.
 */
import { LINK_MINUTES } from '#domain/accounts/account'
import { formatOrigin, type Config } from '#server/platform/config'
import type { Database } from '#server/platform/db/connect'
import { accountAddress } from '#server/platform/http/text'
import { inviteAdmin } from '#server/accounts/admin-invitations'
import { openProductDatabase } from './operator/product-database.ts'
import { messageOf, readSettings, refuseSaying, type Refuse } from './operator/settings.ts'
import * as m from '#messages/operators'

const refuse: Refuse = refuseSaying(m.notInvited())

const email = readAddress()
const config = readSettings(refuse)
const database = await openProductDatabase(config, refuse)
const clock = await openProductClock(config, database)
try {
  const token = await inviteAdmin({ db: database.db, now: clock.now }, email)
  const origin = config.PUBLIC_URL ?? formatOrigin(config.HOST ?? '127.0.0.1', config.PORT)
  console.log(`${origin}/set-password?token=${token}`)
  console.log(m.adminLinkNote({ email, minutes: LINK_MINUTES.admin }))
} catch (error) {
  console.error(`${m.notInvited()} ${messageOf(error)}.`)
  process.exitCode = 1
} finally {
  await clock.close()
  await database.close()
}

function readAddress(): string {
  const [given, ...more] = process.argv.slice(2)
  const address = accountAddress.safeParse(given)
  if (address.success && more.length === 0) return address.data
  return refuse(m.adminUsage())
}

/** The demo's clock, by which the link expires, may have been moved. */
async function openProductClock({ mode }: Config, { db }: Database) {
  if (mode === 'live') return { now: () => new Date(), close: async () => {} }
  const { openClock } = await import('../sandbox/clock.ts')
  return openClock(db)
}
