/** Lets something begin exactly when the product has sent so many messages: a race without a clock. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import type { App } from '#server/context'

/**
 * The same App; `begin` runs beside it when it sends message number `offset`, counted from 0, to the database or the payment
 * service. When fewer are sent, it begins when `outcome` is read.
 */
export function atMessage<Value>(app: App, offset: number, begin: () => Promise<Value>) {
  let sent = 0
  let outcome: Promise<Value> | undefined
  const outside = AsyncLocalStorage.snapshot() // Not in the transaction in which the message may be sent.
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
  const counted = <Call extends (...asked: never[]) => unknown>(call: Call) =>
    ((...asked: Parameters<Call>) => {
      send()
      return call(...asked)
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
    /** How many messages were sent up to now. */
    sent: () => sent,
    get outcome(): Promise<Value> {
      return (outcome ??= begin())
    },
  }
}
