/**
 * The line between one App and the world: its database, the payment service and the mail server. It can be cut at a
 * message: before it went out, or after it was done and before its answer was heard. With it the App may die, as a
 * killed process does: nothing it still tries goes through. Nothing of the product knows of this.
 */
import type { Kysely, KyselyPlugin, QueryId, Transaction } from 'kysely'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import type { App } from '#server/context'
import type { Tables } from '#server/db/tables'

/**
 * `messages`: so many go through first. `lost`: what the message asks for is done, and only its answer is lost. `dies`:
 * the App ends there; otherwise it meets one failed message and goes on.
 */
export type Cut = { messages: number; lost: boolean; dies: boolean }

type Outside = Pick<App, 'db' | 'payments' | 'mailer'>
/** `last`: it is done, and nobody lives to hear of it. */
type Fate = 'passes' | 'fails' | 'lost' | 'last'
type Messages = ReturnType<typeof countMessages>

/** The same outside, by way of a line of its own. */
export function openLine({ db, payments, mailer }: Outside) {
  const messages = countMessages()
  return {
    outside: {
      db: withCommits(db.withPlugin(atQueries(messages)), messages),
      payments: { ...carried(payments, messages), withLongTimeout: carried(payments.withLongTimeout, messages) },
      mailer: carried(mailer, messages),
    } satisfies Outside,
    cut: messages.cutAt,
    isDead: messages.isDead,
  }
}

function countMessages() {
  let dead = false
  let cut: Cut | null = null
  return {
    cutAt: (next: Cut) => void (cut = next),
    isDead: () => dead,
    /** Asks what becomes of the next message. */
    send(): Fate {
      if (dead) return 'fails'
      if (!cut) return 'passes'
      const { messages, lost, dies } = cut
      cut = messages > 0 ? { ...cut, messages: messages - 1 } : null
      if (cut) return 'passes'
      if (lost) return dies ? 'last' : 'lost'
      dead = dies
      return 'fails'
    },
    /** Says whether the answer to a message is heard. */
    hears(fate: Fate): boolean {
      if (fate === 'last') dead = true
      return fate === 'passes' && !dead
    },
  }
}

const cutConnection = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })

function atQueries({ send, hears }: Messages): KyselyPlugin {
  const fates = new Map<QueryId, Fate>()
  return {
    transformQuery({ node, queryId }) {
      const fate = send()
      if (fate === 'fails') throw cutConnection()
      fates.set(queryId, fate)
      return node
    },
    async transformResult({ result, queryId }) {
      const fate = fates.get(queryId) ?? send() // The job queue's statements come ready made and are first seen here.
      fates.delete(queryId)
      if (!hears(fate)) throw cutConnection()
      return result
    },
  }
}

/** A database whose commits are messages, too: one may be done and never heard of. */
function withCommits(db: Kysely<Tables>, { send, hears }: Messages): Kysely<Tables> {
  const transaction = () => ({
    async execute<Value>(work: (tx: Transaction<Tables>) => Promise<Value>): Promise<Value> {
      let fate: Fate = 'passes'
      const value = await db.transaction().execute(async (tx) => {
        const worked = await work(tx)
        fate = send()
        if (fate === 'fails') throw cutConnection()
        return worked
      })
      if (!hears(fate)) throw cutConnection()
      return value
    },
  })
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Every call but those that ask nobody. */
function carried<Calls extends object>(calls: Calls, { send, hears }: Messages): Calls {
  const carry =
    (call: (...asked: unknown[]) => Promise<unknown>) =>
    async (...asked: unknown[]) => {
      const fate = send()
      if (fate === 'fails') throw new PaymentsUnavailable('The line was cut')
      const answer = await call(...asked)
      if (!hears(fate)) throw new PaymentsUnavailable('The line was cut')
      return answer
    }
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    typeof call !== 'function' || name === 'readEvent' || name === 'close' ? call : carry(call),
  ])
  return Object.fromEntries(entries) as Calls
}
