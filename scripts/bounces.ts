/**
 * npm run bounces < message.eml
 *
 * Reads one received email from standard input. If it says that an email of the product was not delivered, that email is marked
 * and a concern raised. Exit code 0, whatever the email was, so that a mail server keeps or drops it as it likes; 75, a
 * temporary failure, when it could not be read: mail servers pass it again later. On PostgreSQL the product may keep
 * running; with the embedded database, stop it first.
 *
 * Environment: the product's own settings.
 */
import { buffer } from 'node:stream/consumers'
import { receiveBounce, type BounceOutcome } from '#server/platform/mail/outbox/bounces'
import { openProductDatabase } from './operator/product-database.ts'
import { readSettings, refuseSaying, type Refuse } from './operator/settings.ts'

const TRY_AGAIN = 75 // EX_TEMPFAIL of sysexits.h

const WORDS: Record<BounceOutcome, string> = {
  marked: 'An email of ours was not delivered. A concern says which.',
  known: 'This bounce was received before.',
  not_ours: 'This bounce is about no email of ours.',
  no_bounce: 'This email says of no email that it was not delivered.',
}

const refuse: Refuse = refuseSaying('The bounce was not read.', TRY_AGAIN)

const config = readSettings(refuse)
const raw = await buffer(process.stdin)
const database = await openProductDatabase(config, refuse)
try {
  console.log(WORDS[await receiveBounce({ db: database.db, now: () => new Date() }, raw)])
} catch (error) {
  console.error(`The bounce was not read. ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = TRY_AGAIN
} finally {
  await database.close()
}
