/** Limits of holds and free sessions with the product's own numbers, as those who would get round them try to. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '#server/platform/config'
import { forgetNetworks } from '#server/bookings/limits/hold-limits-queries'
import { holdSlot } from '#server/bookings/holds/hold'
import type { BookingClient } from '#server/bookings/holds/hold-request'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { releaseHold } from '#server/bookings/holds/release'
import { addMentor } from '../../../tests/support/product/app.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()
let opened = 0
beforeAll(async () => {
  // As the payment service would answer. What is paid later is not of these tests.
  const checkout = { status: 'open', paymentIntent: null } as const
  test.app.payments = {
    ...test.app.payments,
    async startCheckout({ bookingId, price: amount, currency }) {
      const id = `cs_test_limits${(opened += 1)}`
      return { ...checkout, id, url: `http://landfall.test/${id}`, bookingId, amount, currency }
    },
    expireCheckout: async (id) => ({ ...checkout, status: 'expired', id, url: null, ...(await findOrder(id)) }),
  }
})
beforeEach(async () => {
  const usual = loadConfig({})
  if (!usual.ok) throw new Error(usual.error)
  test.app.config = { ...usual.value, PUBLIC_URL: test.app.config.PUBLIC_URL, fixedOrigin: true }
})

async function findOrder(checkoutId: string) {
  const made = test.db.selectFrom('bookings').select(['id', 'pricePence', 'currency'])
  const booking = await made.where('checkoutId', '=', checkoutId).executeTakeFirstOrThrow()
  return { bookingId: booking.id, amount: booking.pricePence, currency: booking.currency }
}

type Mentor = Awaited<ReturnType<typeof addMentor>>
type HoldInput = { email?: string; day?: number; hour?: number }

const STARTS = Array.from({ length: 20 }, (_, hour) => `${String(hour + 2).padStart(2, '0')}:00`)
const busyMentor = (more: Parameters<typeof addMentor>[1] = {}) =>
  addMentor(test, { timeZone: 'Etc/UTC', starts: STARTS, ...more })
const volunteer = () => busyMentor({ price: 0 })
const busyMentors = (count: number) => Promise.all(Array.from({ length: count }, () => busyMentor()))

/** Asks for the start at this hour of a day after the test begins. Seconds to wait where that is refused. */
async function ask(
  mentor: Mentor,
  client: BookingClient,
  { email = 'grace@example.com', day = 1, hour = 2 }: HoldInput = {},
) {
  const startsAt = new Date(Date.UTC(2030, 0, 7 + day, hour))
  const held = await holdSlot(test.app, holdRequest(mentor.sessionTypeIds[0]!, { startsAt, email }), client)
  if (held.ok) return 'held'
  return held.error.code === 'too_many_holds' ? held.error.retryAfter : held.error.code
}

let browsers = 0
/** A browser that has never been here, somewhere on the net: by default in a network of its own. */
function newClient({ network, farNetwork = null }: Partial<BookingClient> = {}): BookingClient {
  browsers += 1
  const own = `198.51.${browsers >> 8}.${browsers & 255}`
  return { browser: `browser ${browsers}`, network: network === undefined ? own : network, farNetwork }
}
const HERE = { network: '203.0.113.7' }

const countHeld = (answers: unknown[]) => answers.filter((answer) => answer === 'held').length
const secrets = () =>
  test.db.selectFrom('bookings').select(['id', 'secretHash', 'status']).orderBy('createdAt').execute()
const mailed = () => test.db.selectFrom('outbox').where('kind', '=', 'confirm_address').select('id').execute()

async function confirmAll(): Promise<string[]> {
  const held = (await secrets()).filter(({ status }) => status === 'held')
  const outcomes: string[] = []
  for (const { secretHash } of held) outcomes.push(await confirmFreeSession(test.app, secretHash))
  return outcomes
}

async function releaseAll(): Promise<void> {
  const held = await test.db
    .selectFrom('bookings')
    .select(['id', 'checkoutId', 'pricePence'])
    .where('status', '=', 'held')
    .execute()
  for (const hold of held) await releaseHold(test.app, hold)
}

it('a hold that is moved can be moved five times in ten minutes', async () => {
  const mentor = await busyMentor()
  const grace = newClient()
  const answers: unknown[] = []
  for (let n = 0; n < 6; n += 1) answers.push(await ask(mentor, grace, { hour: 2 + n }))
  expect(countHeld(answers)).toBe(6)
  test.clock.forward(2)
  expect(await ask(mentor, grace, { hour: 12 })).toBe(8 * 60)
  test.clock.forward(8)
  expect(await ask(mentor, grace, { hour: 12 })).toBe('held')
})

describe('confirmation emails', () => {
  const email = (n: number) => `stranger${n}@example.com`

  it('are limited per browser for an hour and a day, to any addresses, however often a hold is moved', async () => {
    const mentor = await volunteer()
    const relay = newClient()
    const sent: number[] = []
    const askFourTimes = async (round: number) => {
      for (let n = 0; n < 4; n += 1)
        await ask(mentor, relay, { email: email(4 * round + n), day: 8, hour: 2 + ((round + n) % 19) })
      sent.push((await mailed()).length)
    }
    for (let quarter = 0; quarter < 16; quarter += 1) {
      await askFourTimes(quarter)
      test.clock.forward(15)
    }
    expect(sent[3]).toBe(6)
    expect(sent.at(-1)).toBe(18)
    test.clock.forward(24 * 60 - 16 * 15 - 1)
    await askFourTimes(16)
    expect(sent.at(-1)).toBe(18)
    test.clock.forward(1)
    await askFourTimes(17)
    expect(sent.at(-1)).toBeGreaterThan(18)
  })

  it('are limited per network, however many browsers it has', async () => {
    const mentor = await volunteer()
    for (let n = 0; n < 14; n += 1) await ask(mentor, newClient(HERE), { email: email(n), day: 1 + n, hour: 3 })
    expect(await mailed()).toHaveLength(10) // As many free sessions as a network may hold; what expires makes no room for more.
    test.clock.forward(31)
    await releaseAll()
    for (let n = 14; n < 20; n += 1) await ask(mentor, newClient(HERE), { email: email(n), day: 1 + n, hour: 4 })
    expect(await mailed()).toHaveLength(12)
  })

  it('go to one address, in all its spellings, six times an hour from one place and twelve times in total', async () => {
    const mentor = await volunteer()
    for (let n = 0; n < 8; n += 1)
      await ask(mentor, newClient(HERE), { email: 'victim@example.com', day: 1 + n, hour: 5 })
    expect(await mailed()).toHaveLength(6)
    expect(await ask(mentor, newClient(), { email: 'victim@example.com', day: 20, hour: 6 })).toBe('held')
    for (let n = 0; n < 7; n += 1)
      await ask(mentor, newClient(), { email: `Victim+${n}@Example.com`, day: 21 + n, hour: 5 })
    expect(await mailed()).toHaveLength(12)
  })
})

describe('free sessions', () => {
  const grace = newClient()

  it.each<[string, number, (n: number) => { email: string; client: BookingClient }]>([
    [
      'three per email address, counting all its spellings and browsers',
      3,
      (n) => ({ email: `G.Race+${n}@GoogleMail.com`, client: newClient() }),
    ],
    ['three per browser, with any number of addresses', 3, (n) => ({ email: `grace${n}@example.com`, client: grace })],
    [
      'ten per network, with any number of browsers and plus-addresses',
      10,
      (n) => ({ email: `a+${n}@mail${n}.example.com`, client: newClient(HERE) }),
    ],
  ])('are limited to %s', async (_what, most, visitor) => {
    const outcomes: string[] = []
    for (let n = 0; n < most + 3; n += 1) {
      const { email, client } = visitor(n)
      await ask(await volunteer(), client, { email, day: 1 + n, hour: 2 })
      outcomes.push(...(await confirmAll()))
      test.clock.forward(15)
    }
    expect(outcomes).toEqual(Array<string>(most).fill('confirmed'))
  })

  it('are limited to three per email address even if all links were emailed before the first is opened', async () => {
    for (let n = 0; n < 5; n += 1)
      await ask(await volunteer(), newClient(), { email: 'grace@example.com', day: 1 + n, hour: 2 })
    expect(await confirmAll()).toEqual(['confirmed', 'confirmed', 'confirmed', 'limit_reached', 'limit_reached'])
  })

  it('are limited to ten per network even if links are kept until the network is deleted', async () => {
    const mentors = [await volunteer(), await volunteer(), await volunteer()]
    for (let n = 0; n < 14; n += 1) {
      const start = { day: 4 + Math.floor(n / 3), hour: 2 }
      await ask(mentors[n % 3]!, newClient(HERE), { email: `a@mail${n}.example.com`, ...start })
      test.clock.forward(31)
      await releaseAll()
    }
    test.clock.forward(24 * 60)
    await forgetNetworks(test.db, test.clock.time)
    const outcomes: string[] = []
    for (const { secretHash } of await secrets())
      outcomes.push(await confirmFreeSession(test.app, secretHash, newClient(HERE)))
    expect(outcomes.length).toBeGreaterThan(10)
    expect(outcomes.filter((outcome) => outcome === 'confirmed')).toHaveLength(10)
    expect(outcomes.at(-1)).toBe('limit_reached')
    expect(await ask(await volunteer(), newClient(HERE), { email: 'b@example.com', day: 20 })).toBeGreaterThan(0)
  })

  it('count until a week after they took place, and the refusal says so', async () => {
    const grace = newClient()
    for (let n = 0; n < 3; n += 1) {
      await ask(await volunteer(), grace, { day: 1, hour: 2 + n })
      await confirmAll()
    }
    test.clock.forward(3 * 24 * 60)
    const another = await volunteer()
    // The first was on Tuesday at 02:00; it is Thursday, 09:00.
    const wait = Date.parse('2030-01-15T02:00:00Z') - Date.parse('2030-01-10T09:00:00Z')
    expect(await ask(another, grace, { day: 5, hour: 2 })).toBe(wait / 1_000)
    test.clock.forward(wait / 60_000)
    expect(await ask(another, grace, { day: 12, hour: 2 })).toBe('held')
  })
})

describe('holds with one email address', () => {
  it('do not count against them when strangers made them', async () => {
    const stranger = newClient()
    for (let n = 0; n < 3; n += 1) {
      const visitor = { ...newClient(), network: stranger.network }
      expect(await ask(await busyMentor(), visitor, { email: 'victim@example.com' })).toBe('held')
    }
    const mentor = await busyMentor({ starts: ['09:00'] }) // Who offers few hours: a stranger has the share of the address.
    await ask(mentor, newClient(), { email: 'victim@example.com', day: 3, hour: 9 })
    expect(await ask(mentor, newClient(), { email: 'victim@example.com', day: 4, hour: 9 })).toBe('held')
    expect(await ask(await busyMentor(), newClient(), { email: 'victim@example.com' })).toBe('held')
  })

  it('count when their browser is not known, in any spelling of the address', async () => {
    const unknown = { browser: null, network: null, farNetwork: null }
    for (let n = 0; n < 3; n += 1) {
      expect(await ask(await busyMentor(), unknown, { email: `grace+${n}@example.com` })).toBe('held')
    }
    expect(await ask(await busyMentor(), unknown, { email: 'Grace@example.com' })).toBe(35 * 60)
  })
})

it('debits count as holds while they are processing, so a browser has two at a time', async () => {
  const grace = newClient()
  const answers: unknown[] = []
  for (let n = 0; n < 4; n += 1) {
    answers.push(await ask(await busyMentor(), grace, { email: `grace${n}@example.com` }))
    await test.db
      .updateTable('bookings')
      .set({ processingSince: test.clock.time })
      .where('status', '=', 'held')
      .execute()
    test.clock.forward(10)
  }
  expect(answers).toEqual(['held', 'held', 60 * 60, 60 * 60]) // It is unknown when the bank decides.
  test.clock.forward(3 * 24 * 60)
  expect(await ask(await busyMentor(), grace, { day: 9 })).toBe(60 * 60)
})

describe('the networks of one customer', () => {
  const inFar = (n: number) =>
    newClient({ network: `2001:db8:1:${n.toString(16)}::/64`, farNetwork: '2001:db8:1::/48' })

  it('hold sixty slots together at most', async () => {
    const mentors = await busyMentors(8)
    const answers: unknown[] = []
    for (let n = 0; n < 66; n += 1) {
      const time = { day: 1 + (Math.floor(n / 8) % 4), hour: 2 + (Math.floor(n / 8) % 19) }
      answers.push(await ask(mentors[n % 8]!, inFar(n), { email: `buyer${n}@example.com`, ...time }))
      if (n % 40 === 39) test.clock.forward(11) // So that it is not the limit of new holds in ten minutes.
    }
    expect(countHeld(answers)).toBe(60)
  })

  it('hold no more of one mentor’s next two weeks together than one of them', async () => {
    const mentor = await busyMentor({ starts: ['09:00', '10:00', '11:00'] }) // 42 starts: an address may hold five.
    const holdSome = async (name: string, client: (n: number) => BookingClient) => {
      const answers: unknown[] = []
      for (let n = 0; n < 24; n += 1) {
        const time = { day: 1 + Math.floor(n / 3), hour: 9 + (n % 3) }
        answers.push(await ask(mentor, client(n), { email: `${name}${n}@example.com`, ...time }))
      }
      return countHeld(answers)
    }
    expect(await holdSome('one', () => newClient(HERE))).toBe(5)
    expect(await holdSome('far', inFar)).toBe(5)
    expect(await ask(mentor, newClient(), { email: 'grace@example.com', day: 13, hour: 11 })).toBe('held')
  })
})

describe('holds that are made and released', () => {
  const cycle = async (client: (n: number) => BookingClient, times: number) => {
    const mentor = await busyMentor()
    const answers: unknown[] = []
    for (let n = 0; n < times; n += 1) {
      answers.push(await ask(mentor, client(n), { email: `buyer${n}@example.com`, hour: 2 + (n % 19) }))
      await releaseAll()
    }
    return { held: countHeld(answers), wait: answers.at(-1) }
  }

  it('are limited to six in ten minutes per browser, twenty per network, and sixty per /48', async () => {
    const grace = newClient()
    expect(await cycle(() => grace, 8)).toEqual({ held: 6, wait: 600 })
    expect(await cycle(() => newClient(HERE), 22)).toEqual({ held: 20, wait: 600 })
    const far = (n: number) => newClient({ network: `2001:db8:1:${n}::/64`, farNetwork: '2001:db8:1::/48' })
    expect(await cycle(far, 62)).toEqual({ held: 60, wait: 600 })
  })

  it('are limited to the same numbers when all come at the same moment', async () => {
    test.app.config = { ...test.app.config, HOLDS_PER_BROWSER: 100, HOLDS_PER_EMAIL: 100 }
    const mentors = await busyMentors(12)
    const grace = newClient()
    expect(countHeld(await Promise.all(mentors.map((mentor) => ask(mentor, grace))))).toBe(6)
    const more = mentors.flatMap((mentor) => [3, 4].map((hour) => ask(mentor, newClient(HERE), { hour })))
    expect(countHeld(await Promise.all(more))).toBe(20)
  })

  it('are limited to one when all come at the same moment and there was none before', async () => {
    test.app.config = { ...test.app.config, NEW_HOLDS_PER_BROWSER: 1 }
    const mentors = await busyMentors(8)
    for (let round = 0; round < 5; round += 1) {
      const client = newClient()
      const requested = { email: `buyer${round}@example.com`, hour: 2 + round }
      expect(countHeld(await Promise.all(mentors.map((mentor) => ask(mentor, client, requested))))).toBe(1)
    }
  })
})
