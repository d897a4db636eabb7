/**
 * The outside world of a demo, started with the product: what no setting names a real one for. Its pages are served
 * beside the product's, under the same headers.
 */
import { Hono } from 'hono'
import type { Db } from '#server/platform/db/connect'
import { startCalendar, type Network } from './calendar.ts'
import { openClock } from './clock.ts'
import { controlPages } from './control/pages.ts'
import { startMailbox } from './mailbox.ts'
import { startReceiver } from './receiver.ts'
import { openControl } from './stripe/control.ts'
import { openHostedPages, startStripeSandbox } from './stripe/server.ts'

/** The payment service of a rehearsal without keys, and nothing else of a demo: time, email and calendars are real. */
export async function startPaymentsOfRehearsal(
  options: Pick<SandboxOptions, 'db' | 'origin' | 'webhookUrl' | 'webhookSecret' | 'onError'>,
) {
  const { db, origin, webhookUrl, webhookSecret, onError } = options
  const stripe = await startStripeSandbox({
    db,
    now: () => new Date(),
    publicUrl: () => origin,
    webhookUrls: () => [webhookUrl],
    webhookSecret,
    apiKey: SANDBOX_KEY,
    onError,
  })
  return { pages: stripe.pages, key: SANDBOX_KEY, paymentsUrl: stripe.url, close: () => stripe.close() }
}

/** Loads the demo mentors only now: no start but the first needs them. */
export const seedDemo: typeof import('./demo/seed.ts').seedDemo = async (options) =>
  (await import('./demo/seed.ts')).seedDemo(options)

export const SANDBOX_KEY = 'sk_test_sandbox'

type SandboxOptions = {
  db: Db
  /** The product's public address, without a slash at its end. */
  origin: string
  webhookUrl: string
  webhookSecret: string
  /** Which API the product will use: one in this process, one in another process on this database, or Stripe itself. */
  payments: 'here' | 'elsewhere' | 'real'
  mail: 'here' | 'real'
  onError: (error: unknown) => void
}

/**
 * Starts the stand-ins that the options ask for. `paymentsUrl` and `mailUrl` are null if they run elsewhere; `clock` is
 * the product's clock. Throws on a live database.
 */
export async function startSandbox(options: SandboxOptions) {
  const { db, origin, webhookUrl, webhookSecret, onError } = options
  const clock = await openClock(db)
  const { now } = clock
  const pages = new Hono()
  const stripe =
    options.payments === 'here'
      ? await startStripeSandbox({
          db,
          now,
          publicUrl: () => origin,
          webhookUrls: () => [webhookUrl],
          webhookSecret,
          apiKey: SANDBOX_KEY,
          onError,
        })
      : null
  if (stripe) pages.route('/', stripe.pages)
  else if (options.payments === 'elsewhere') pages.route('/', await openHostedPages({ db, now }))
  const mailbox = options.mail === 'here' ? await startMailbox({ db, now }) : null
  if (mailbox) pages.route('/', mailbox.pages)
  const calendar = await startCalendar()
  const receiver = await startReceiver()
  const control = options.payments === 'elsewhere' ? await openControl({ db, now }) : (stripe?.control ?? null)
  pages.route('/', controlPages({ clock, control, hasMailbox: mailbox !== null }))

  return {
    pages,
    clock,
    paymentsUrl: stripe?.url ?? null,
    mailUrl: mailbox?.url ?? null,
    /** A network with the calendar and the receiver of webhooks in it. */
    network: (rest: Network) => receiver.within(calendar.within(rest)),
    async close() {
      await stripe?.close()
      await mailbox?.close()
      await calendar.close()
      await receiver.close()
      await clock.close()
    },
  }
}
