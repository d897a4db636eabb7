/**
 * A fair queue for passwords that wait to be hashed, which is slow on purpose. Guessing makes the queue long, so it is
 * served in turns: known browsers first, then one job of each network, each /48 and each account in a round. Decision
 * 0015.
 */

/** The keys by which jobs share turns. Null: shared with no other job. */
export type QueueKeys = {
  /** An IPv4 address, or the /64 of an IPv6 one. */
  network: string | null
  /** The /48 of an IPv6 address. */
  farNetwork: string | null
  /** A digest of the email address that was typed, whether or not it has an account. */
  account: string | null
  /** True if the browser has signed in to this account before, or is signed in now. */
  known: boolean
}

/** The most jobs that run at once, that wait, and that one account may have from unknown browsers. */
export type QueueLimits = { running: number; waiting: number; perAccount: number }

type Job = QueueKeys & { turn: number; begin: () => void; refuse: (reason: QueueIsFull) => void }

/** Has the code of a database that takes no more connections (53300), which is an outage: 503 with Retry-After. */
export class QueueIsFull extends Error {
  readonly code = '53300'
  constructor() {
    super('Too many passwords wait to be hashed')
  }
}

export function openHashingQueue({ running: maxRunning, waiting: maxWaiting, perAccount }: QueueLimits) {
  const waiting: Job[] = [] // In the order in which they will be served.
  const running = new Set<Job>()
  /**
   * The turn served last, of known browsers and of others. A new job joins the round after it: if it joined this one, a
   * stream of new networks would keep the jobs of the next round waiting for ever.
   */
  const lastTurn = { known: 0, other: 0 }

  const chooseLane = ({ known }: QueueKeys) => (known ? 'known' : 'other')
  const sameLane = (job: QueueKeys) => [...running, ...waiting].filter(({ known }) => known === job.known)

  /** One after the last turn of any job that shares a key with this one. */
  const findTurn = (keys: QueueKeys): number => {
    const before = sameLane(keys).filter((job) =>
      (['network', 'farNetwork', 'account'] as const).some((key) => keys[key] !== null && keys[key] === job[key]),
    )
    return 1 + Math.max(lastTurn[chooseLane(keys)], ...before.map(({ turn }) => turn))
  }

  /** Waits for a turn. When the queue is full, the job that would be served last is refused with `QueueIsFull`. */
  const wait = (keys: QueueKeys): Promise<Job> =>
    new Promise((served, refused) => {
      const job: Job = { ...keys, turn: findTurn(keys), begin: () => served(job), refuse: refused }
      const after = waiting.findIndex((other) => isBefore(job, other))
      waiting.splice(after < 0 ? waiting.length : after, 0, job)
      serve()
      if (waiting.length > maxWaiting) waiting.pop()?.refuse(new QueueIsFull())
    })

  const serve = () => {
    const next = running.size < maxRunning ? waiting.shift() : undefined
    if (!next) return
    running.add(next)
    lastTurn[chooseLane(next)] = next.turn
    next.begin()
  }

  return {
    /**
     * Runs `work` in turn. Throws `QueueIsFull` without room, or if unknown browsers have too many jobs for this
     * account.
     */
    async run<Value>(keys: QueueKeys, work: () => Promise<Value>): Promise<Value> {
      const { account, known } = keys
      const same = account === null || known ? [] : sameLane(keys).filter((job) => job.account === account)
      if (same.length >= perAccount) throw new QueueIsFull()
      const job = await wait(keys)
      try {
        return await work()
      } finally {
        running.delete(job)
        serve()
      }
    },

    /** How many jobs wait. */
    waiting: (): number => waiting.length,
  }
}

/** Within a turn, jobs are served in the order in which they came. */
const isBefore = (job: Job, other: Job): boolean => (job.known === other.known ? job.turn < other.turn : job.known)
