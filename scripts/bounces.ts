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
import { messageOf, readSettings, refuseSaying, type Refuse } from './operator/settings.ts'
import * as m from '#messages/operators'

const TRY_AGAIN = 75 // EX_TEMPFAIL of sysexits.h

const WORDS: Record<BounceOutcome, () => string> = {
  marked: m.bounceMarked,
  known: m.bounceKnown,
  not_ours: m.bounceForeign,
  no_bounce: m.noBounce,
}

const refuse: Refuse = refuseSaying(m.bounceUnread(), TRY_AGAIN)

const config = readSettings(refuse)
const raw = await buffer(process.stdin)
const database = await openProductDatabase(config, refuse)
try {
  const outcome = await receiveBounce({ db: database.db, now: () => new Date() }, raw)
  console.log(WORDS[outcome]())
} catch (error) {
  console.error(`${m.bounceUnread()} ${messageOf(error)}`)
  process.exitCode = TRY_AGAIN
} finally {
  await database.close()
}
