/** Erases from a restored place who was erased after its backup, by the product's own workflows. */
import { dirname } from 'node:path'
import { reapplyErasures, type ReappliedErasures } from '#server/privacy/leaving/reapply-erasures'
import { readErasureLog } from '#server/privacy/leaving/erasure-log'
import type { Config } from '#server/platform/config'
import { databaseFolder, type Database } from '#server/platform/db/connect'
import { transferSettlement } from '#server/payouts/connect/transfer-settlement'
import { openJobs } from '#server/jobs'
import { createLog } from '#server/platform/log'
import { keepSecret, secretMaker } from '#server/platform/secrets'
import type { Storage } from '#server/platform/storage/store'
import { openPaymentService } from './payment-service.ts'
import * as m from '#messages/operators'

/** What the log in `storage` says. The emails and files that follow are left to the product, when it starts. */
export async function reapplyErasuresIn(
  database: Database,
  storage: Storage,
  config: Config,
): Promise<ReappliedErasures> {
  if ((await readErasureLog(storage)).length === 0) return { accounts: 0, bookings: 0, waiting: 0 }
  const { payments, now, jobsClock, close } = await openPaymentService(config, database)
  const jobs = await openJobs(database, config.DATABASE_URL, () => {}, jobsClock, { plans: false })
  const dataFolder = dirname(databaseFolder(config.DATABASE_URL) ?? './data/none')
  const secretFor = secretMaker(config.AUTH_SECRET ?? (await keepSecret(dataFolder)))
  const log = createLog({ LOG_LEVEL: config.LOG_LEVEL })
  try {
    const settling = { db: database.db, config, now, payments, queue: jobs.queue, log, transfers: transferSettlement }
    return await reapplyErasures({ ...settling, storage, secretFor })
  } finally {
    await jobs.close()
    await close()
  }
}

/** What an operator is to know of it. `known`: whether a log that may be newer than the backup was named. */
export function describeErasures(
  { accounts, bookings, waiting }: ReappliedErasures,
  known: boolean,
  takenAt: string,
): string {
  const sentences = [m.erasedAgain({ accounts, bookings })]
  if (waiting > 0) sentences.push(m.erasuresWait({ waiting }))
  if (!known) sentences.push(m.erasuresUnknown({ time: takenAt }))
  return sentences.join(' ')
}
