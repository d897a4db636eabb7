import { describe, expect, it } from 'vitest'
import { openHashingQueue, QueueIsFull, type QueueKeys } from '#server/accounts/auth/hashing-queue'
import { isOutage } from '#server/platform/db/connect'

const LIMITS = { running: 1, waiting: 100, perAccount: 5 }
const NO_KEYS: QueueKeys = { network: null, farNetwork: null, account: null, known: false }

/** A queue whose work ends when the test says so. `served`: who was at work, in the order in which they began. */
function openQueue(limits: Partial<typeof LIMITS> = {}) {
  const queue = openHashingQueue({ ...LIMITS, ...limits })
  const served: string[] = []
  const ends: (() => void)[] = []
  const results = new Map<string, unknown>()
  const ask = (name: string, keys: Partial<QueueKeys> = {}) => {
    const work = () => {
      served.push(name)
      return new Promise<string>((end) => ends.push(() => end(name)))
    }
    void queue.run({ ...NO_KEYS, ...keys }, work).then(
      (result) => results.set(name, result),
      (error: unknown) => results.set(name, error),
    )
  }
  /** Finishes all work, one after the other, until the queue is empty. */
  const finish = async () => {
    await settled()
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await settled()
    }
    return served
  }
  const refused = () => [...results].filter(([, result]) => result instanceof QueueIsFull).map(([name]) => name)
  return { queue, ask, finish, refused, served, results, ends }
}

const settled = () => new Promise((done) => setImmediate(done))

describe('the hashing queue', () => {
  it('runs up to its maximum at once, and the others in order of arrival', async () => {
    const { ask, served, finish } = openQueue({ running: 2 })
    for (const name of ['first', 'second', 'third', 'fourth']) ask(name)
    await settled()
    expect(served).toEqual(['first', 'second'])
    expect(await finish()).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('goes on after a job that failed, and passes the error to its caller', async () => {
    const { queue, ask, finish } = openQueue()
    const failing = queue.run(NO_KEYS, () => Promise.reject(new Error('broken')))
    ask('second')
    await expect(failing).rejects.toThrow('broken')
    expect(await finish()).toEqual(['second'])
  })

  it('serves known browsers before all others, however many of those wait', async () => {
    const { ask, finish } = openQueue()
    for (let at = 0; at < 10; at += 1) ask(`guess ${at}`, { network: `203.0.113.${at}` })
    ask('owner', { network: '198.51.100.1', known: true })
    ask('other owner', { network: '198.51.100.2', known: true })
    expect((await finish()).slice(0, 3)).toEqual(['guess 0', 'owner', 'other owner'])
  })

  it('serves one job of each network in turn, so that a network with one job waits for one of each other network at most', async () => {
    const { ask, finish } = openQueue()
    for (let at = 0; at < 4; at += 1) ask(`many ${at}`, { network: 'a' })
    ask('one', { network: 'b' })
    expect(await finish()).toEqual(['many 0', 'many 1', 'one', 'many 2', 'many 3'])
  })

  it('counts all networks of a /48 as one', async () => {
    const { ask, finish } = openQueue()
    for (let at = 0; at < 4; at += 1)
      ask(`many ${at}`, { network: `2001:db8:1:${at}::/64`, farNetwork: '2001:db8:1::/48' })
    ask('one', { network: '2001:db8:2:1::/64', farNetwork: '2001:db8:2::/48' })
    expect((await finish()).slice(0, 3)).toEqual(['many 0', 'many 1', 'one'])
  })

  it('serves one job of each account in turn, however many networks guess at one', async () => {
    const { ask, finish } = openQueue()
    for (let at = 0; at < 4; at += 1) ask(`guess ${at}`, { network: `203.0.113.${at}`, account: 'ada' })
    ask('grace', { network: '198.51.100.1', account: 'grace' })
    ask('mary', { network: '198.51.100.2', account: 'mary' })
    expect(await finish()).toEqual(['guess 0', 'guess 1', 'grace', 'mary', 'guess 2', 'guess 3'])
  })

  it('makes no job wait for ever, however many new networks come', async () => {
    const { ask, ends, served } = openQueue()
    for (let at = 0; at < 3; at += 1) ask(`many ${at}`, { network: 'a' })
    for (let at = 0; at < 6; at += 1) {
      ask(`new ${at}`, { network: `b${at}` })
      await settled()
      ends.shift()!()
      await settled()
    }
    expect(served).toEqual(['many 0', 'many 1', 'new 0', 'many 2', 'new 1', 'new 2', 'new 3'])
  })

  it('refuses more than a few jobs of one account at once, and accepts more when those are done', async () => {
    const { ask, finish, refused, results } = openQueue({ perAccount: 2 })
    for (let at = 0; at < 4; at += 1) ask(`guess ${at}`, { network: `203.0.113.${at}`, account: 'ada' })
    ask('owner', { account: 'ada', known: true })
    await finish()
    expect(refused()).toEqual(['guess 2', 'guess 3'])
    expect(results.get('owner')).toBe('owner')
    ask('later', { account: 'ada' })
    await finish()
    expect(results.get('later')).toBe('later')
  })

  it('refuses, when it is full, the job that would be served last, as in an outage: one of the client that sends most', async () => {
    const { queue, ask, finish, refused, results } = openQueue({ waiting: 3 })
    for (let at = 0; at < 5; at += 1) ask(`many ${at}`, { network: 'a' })
    await settled()
    expect(refused()).toEqual(['many 4'])
    expect(isOutage(results.get('many 4'))).toBe(true)
    ask('one', { network: 'b' })
    ask('owner', { network: 'c', known: true })
    await settled()
    expect(refused()).toEqual(['many 4', 'many 3', 'many 2'])
    expect(queue.waiting()).toBe(3)
    expect(await finish()).toEqual(['many 0', 'owner', 'many 1', 'one'])
    expect(queue.waiting()).toBe(0)
  })
})
