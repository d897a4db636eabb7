/** The stand-in of the payment service on a database and a clock of a test's own. Independent of a test runner. */
import { startStripeSandbox, type StripeSandbox } from '../../../sandbox/stripe/server.ts'
import type { Db } from '#server/platform/db/connect'

/** `webhookUrls`: where it sends its events; by default none. */
export const startStandIn = (db: Db, now: () => Date, webhookUrls: () => string[] = () => []): Promise<StripeSandbox> =>
  startStripeSandbox({
    db,
    now,
    webhookUrls,
    publicUrl: () => 'http://landfall.test',
    webhookSecret: 'whsec_test',
    apiKey: 'sk_test_sandbox',
  })
