/**
 * Passwords that wait to be hashed, which is slow on purpose. Whoever guesses makes the queue long, so it is served in turns:
 * known browsers first, then one job of each network, each /48 and each account in a round. Decision 0015.
 */

/** Whose password is hashed. A key that is null is not shared with anybody. */
export type Asker = {
  /** An IPv4 address, or the /64 of an IPv6 one. */
  network: string | null
  /** The /48 of an IPv6 address. */
  farNetwork: string | null
  /** A digest of the address that was typed, whether or not it has an account. */
  account: string | null
  /** True when the browser has signed in to this account before, or who asks is signed in now. */
  known: boolean
}

/** Most jobs at work at once, waiting, and of one account by who is not known: of who is, turns keep apart. */
export type QueueLimits = { atWork: number; waiting: number; perAccount: number }

type Job = Asker & { turn: number; begin: () => void; refuse: (reason: QueueIsFull) => void }

/** Has the code of a database that takes no more connections (53300): an outage, answered by 503 and when to come back. */
export class QueueIsFull extends Error {
  readonly code = '53300'
  constructor() {
    super('Too many passwords wait to be hashed')
  }
}

export function openHashingQueue({ atWork, waiting: most, perAccount }: QueueLimits) {
  const waiting: Job[] = [] // In the order in which they will be served.
  const working = new Set<Job>()
  /**
   * The turn that was served last, of known browsers and of others. Who comes new joins the round after it: in this one, a
   * stream of newcomers would keep those of the next waiting for ever.
   */
  const round = { known: 0, other: 0 }

  const laneOf = ({ known }: Asker) => (known ? 'known' : 'other')
  const alike = (job: Asker) => [...working, ...waiting].filter(({ known }) => known === job.known)

  /** One after the last turn of whoever shares a key with this asker. */
  const turnOf = (asker: Asker): number => {
    const before = alike(asker).filter((job) =>
      (['network', 'farNetwork', 'account'] as const).some((key) => asker[key] !== null && asker[key] === job[key]),
    )
    return 1 + Math.max(round[laneOf(asker)], ...before.map(({ turn }) => turn))
  }

  /** Waits for the asker's turn. Throws QueueIsFull when others are served before and there is no room for more. */
  const wait = (asker: Asker): Promise<Job> =>
    new Promise((served, refused) => {
      const job: Job = { ...asker, turn: turnOf(asker), begin: () => served(job), refuse: refused }
      const after = waiting.findIndex((other) => isBefore(job, other))
      waiting.splice(after < 0 ? waiting.length : after, 0, job)
      serve()
      if (waiting.length > most) waiting.pop()?.refuse(new QueueIsFull())
    })

  const serve = () => {
    const next = working.size < atWork ? waiting.shift() : undefined
    if (!next) return
    working.add(next)
    round[laneOf(next)] = next.turn
    next.begin()
  }

  return {
    /** Does `work` when it is the asker's turn. Throws QueueIsFull when there is no room, or too many strangers ask for one account. */
    async run<Value>(asker: Asker, work: () => Promise<Value>): Promise<Value> {
      const { account, known } = asker
      const same = account === null || known ? [] : alike(asker).filter((job) => job.account === account)
      if (same.length >= perAccount) throw new QueueIsFull()
      const job = await wait(asker)
      try {
        return await work()
      } finally {
        working.delete(job)
        serve()
      }
    },

    /** How many wait now. */
    waiting: (): number => waiting.length,
  }
}

/** Of two in the same turn the one that came first is served first. */
const isBefore = (job: Job, other: Job): boolean => (job.known === other.known ? job.turn < other.turn : job.known)
