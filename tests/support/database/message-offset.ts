/**
 * Starts something exactly when the product has sent a given number of messages: a race that does not depend on time.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import type { App } from '#server/context'

/**
 * Returns a copy of the App that calls `begin` concurrently when it sends message number `offset`, counted from 0, to
 * the database or the payment service. If it sends fewer, reading `outcome` calls `begin`.
 */
export function atMessage<Value>(app: App, offset: number, begin: () => Promise<Value>) {
  let sent = 0
  let outcome: Promise<Value> | undefined
  const outside = AsyncLocalStorage.snapshot() // Outside the transaction that may be sending the message.
  const send = () => {
    if (sent === offset) outcome ??= outside(begin)
    sent += 1
  }
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      send()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted = <Call extends (...args: never[]) => unknown>(call: Call) =>
    ((...args: Parameters<Call>) => {
      send()
      return call(...args)
    }) as Call
  const { payments } = app
  return {
    app: {
      ...app,
      db: app.db.withPlugin(counting),
      payments: {
        ...payments,
        startCheckout: counted(payments.startCheckout),
        expireCheckout: counted(payments.expireCheckout),
        readCheckout: counted(payments.readCheckout),
      },
    } satisfies App,
    /** How many messages were sent so far. */
    sent: () => sent,
    get outcome(): Promise<Value> {
      return (outcome ??= begin())
    },
  }
}
