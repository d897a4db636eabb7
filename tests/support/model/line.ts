/**
 * The connection between one App and the world: database, payment service and mail server. It can be cut at a message:
 * before the message is sent, or after it was processed and before the response arrives. The App may die with it, as a
 * killed process does; then nothing it still tries succeeds. The product does not know about this.
 */
import type { Kysely, KyselyPlugin, QueryId, Transaction } from 'kysely'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import type { App } from '#server/context'
import type { Tables } from '#server/platform/db/tables'

/**
 * `messages`: the number that pass first. `lost`: the message is processed, and only its response is lost. `dies`: the
 * App ends there; otherwise only one message fails.
 */
export type Cut = { messages: number; lost: boolean; dies: boolean }

type Outside = Pick<App, 'db' | 'payments' | 'mailer'>
/** `last`: it is processed, and the App dies before the response. */
type Fate = 'passes' | 'fails' | 'lost' | 'last'
type Messages = ReturnType<typeof countMessages>

/** Wraps database, payments and mailer so that their messages can be cut. */
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
    /** Decides what happens to the next message. */
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
    /** True when the response to a message arrives. */
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
      const fate = fates.get(queryId) ?? send() // The job queue's compiled statements skip transformQuery.
      fates.delete(queryId)
      if (!hears(fate)) throw cutConnection()
      return result
    },
  }
}

/** A database whose commits are messages, too: a commit may succeed while its response is lost. */
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

/** Wraps every call except those that send nothing. */
function carried<Calls extends object>(calls: Calls, { send, hears }: Messages): Calls {
  const carry =
    (call: (...requested: unknown[]) => Promise<unknown>) =>
    async (...requested: unknown[]) => {
      const fate = send()
      if (fate === 'fails') throw new PaymentsUnavailable('The line was cut')
      const answer = await call(...requested)
      if (!hears(fate)) throw new PaymentsUnavailable('The line was cut')
      return answer
    }
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    typeof call !== 'function' || name === 'readEvent' || name === 'close' ? call : carry(call),
  ])
  return Object.fromEntries(entries) as Calls
}
