/**
 * npm run reconcile [-- --days 35]
 *
 * Fetches the payment service's events that never reached the product, compares the service's books of the last days
 * with bookings and ledger, and settles what can be settled; the product sends the emails and refunds that follow.
 * Prints what was found, repaired and left; what is left becomes a concern. Exit code 0: the books agree now; 1: they
 * do not, or could not be compared. With the embedded database, stop the product first; on PostgreSQL it may keep
 * running.
 *
 * Environment: the product's own settings.
 */
import { parseArgs } from 'node:util'
import { openJobs } from '#server/jobs'
import { createLog } from '#server/platform/log'
import { reconcile, RECONCILE_DAYS, recoverEvents } from '#server/bookings/settlement/reconcile'
import { transferSettlement } from '#server/payouts/connect/transfer-settlement'
import { openPaymentService } from './operator/payment-service.ts'
import { openProductDatabase } from './operator/product-database.ts'
import { messageOf, readSettings, refuseSaying, type Refuse } from './operator/settings.ts'
import * as m from '#messages/operators'

const refuse: Refuse = refuseSaying(m.notCompared())

const days = readDays()
const config = readSettings(refuse)
const database = await openProductDatabase(config, refuse)
const service = await openPaymentService(config, database)
const jobs = await openJobs(database, config.DATABASE_URL, () => {}, service.jobsClock)
try {
  const { now, payments } = service
  const app = {
    db: database.db,
    config,
    now,
    queue: jobs.queue,
    log: createLog({ LOG_LEVEL: config.LOG_LEVEL }),
    payments,
    transfers: transferSettlement,
  }
  const settling = { ...app, payments: { ...payments, ...payments.withLongTimeout } }
  const events = await recoverEvents(settling)
  if (!events) throw new Error(m.comparedElsewhere())
  const books = await reconcile(settling, days)
  if (!books) throw new Error(m.comparedElsewhere())
  const found = [...events, ...books]
  for (const { kind, subject, bookingId, what, repair, repaired } of found) {
    const namesBooking = bookingId !== null && bookingId !== subject
    console.log(namesBooking ? m.mismatchOfBooking({ kind, subject, id: bookingId }) : `${kind}  ${subject}`)
    console.log(`  ${what}. ${repaired ? m.repaired() : repair}`)
  }
  const left = found.filter(({ repaired }) => !repaired).length
  if (found.length === 0) console.log(m.booksAgree({ days }))
  else console.log(m.mismatches({ found: found.length, repaired: found.length - left, left, days }))
  process.exitCode = left === 0 ? 0 : 1
} catch (error) {
  console.error(`${m.notCompared()} ${messageOf(error)}.`)
  process.exitCode = 1
} finally {
  await jobs.close()
  await service.close()
  await database.close()
}

function readDays(): number {
  try {
    const { values } = parseArgs({ options: { days: { type: 'string', default: String(RECONCILE_DAYS) } } })
    const number = Number(values.days)
    if (Number.isSafeInteger(number) && number >= 1 && number <= 3_660) return number
  } catch {
    // An unknown option.
  }
  return refuse(m.daysUsage())
}
