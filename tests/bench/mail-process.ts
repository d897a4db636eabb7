/**
 * A process of the benchmark of emails. `mailbox <database URL>` is the sandbox's mail server, which stores each email; its first message
 * is its URL, and it takes milliseconds that it waits before each answer from then on. `worker <database URL> <mail URL>` runs jobs.
 */
import { startMailbox } from '../../sandbox/mailbox.ts'
import { connect } from '#server/platform/db/connect'
import { openBookingProduct } from './booking-product.ts'

const [role, databaseUrl = '', mailUrl = ''] = process.argv.slice(2)
const CONNECTIONS = 8

if (role === 'mailbox') {
  const { db } = await connect(databaseUrl, { connections: CONNECTIONS, unlimited: true })
  const mailbox = await startMailbox({ db, now: () => new Date() })
  process.on('message', (milliseconds: number) => mailbox.fail({ kind: 'slow', milliseconds }))
  process.send?.(mailbox.url)
} else {
  const { app, jobs } = await openBookingProduct(databaseUrl, { connections: CONNECTIONS, mailUrl })
  await jobs.run(app)
  process.send?.('works')
}
process.on('disconnect', () => process.exit()) // The benchmark has ended, however it did.
