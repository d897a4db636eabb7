/** Limits of holds and free sessions with the product's own numbers, as those who would get round them try to. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '#server/platform/config'
import { forgetNetworks } from '#server/bookings/limits/hold-limits-queries'
import { holdSlot } from '#server/bookings/holds/hold'
import type { BookingClient } from '#server/bookings/holds/hold-request'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { releaseHold } from '#server/bookings/holds/release'
import { addMentor } from '../../../tests/support/product/app.ts'
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
type HoldInput = { email?: string; name?: string; day?: number; hour?: number }

const STARTS = Array.from({ length: 20 }, (_, hour) => `${String(hour + 2).padStart(2, '0')}:00`)
const busyMentor = (more: Parameters<typeof addMentor>[1] = {}) =>
  addMentor(test, { timeZone: 'Etc/UTC', starts: STARTS, ...more })

/** Asks for the start at this hour of a day after the test begins. Seconds to wait where that is refused. */
async function ask(
  mentor: Mentor,
  client: BookingClient,
  { email = 'grace@example.com', day = 1, hour = 2 }: HoldInput = {},
) {
  const request = {
    sessionTypeId: mentor.sessionTypeIds[0]!,
    startsAt: new Date(Date.UTC(2030, 0, 7 + day, hour)),
    timeZone: null,
    name: 'Grace Hopper',
    email,
    phone: '07700 900000',
    topic: '',
    expectedPrice: null,
  }
  const held = await holdSlot(test.app, request, client)
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

describe('a hold that is moved', () => {
  it('can be moved five times in ten minutes', async () => {
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

  it('emails at most six strangers, however often it is moved', async () => {
    const mentor = await busyMentor({ price: 0 })
    const relay = newClient()
    for (let n = 0; n < 150; n += 1)
      await ask(mentor, relay, { email: `stranger${n}@example.com`, day: 1 + (n % 7), hour: 2 + (n % 19) })
    expect(await mailed()).toHaveLength(6)
  })
})

describe('confirmation emails', () => {
  const email = (n: number) => `stranger${n}@example.com`

  it('are limited per browser for an hour and a day, to any addresses', async () => {
    const mentor = await busyMentor({ price: 0 })
    const relay = newClient()
    const sent: number[] = []
    for (let minute = 0; minute < 24 * 60; minute += 15) {
      for (let n = 0; n < 4; n += 1)
        await ask(mentor, relay, { email: email(minute + n), day: 8, hour: 2 + ((minute / 15 + n) % 19) })
      sent.push((await mailed()).length)
      test.clock.forward(15)
    }
    expect(sent[3]).toBe(6)
    expect(sent.at(-1)).toBe(18)
  }, 120_000)

  it('are limited per network, however many browsers it has', async () => {
    const mentors = await Promise.all(Array.from({ length: 5 }, () => busyMentor({ price: 0 })))
    for (let n = 0; n < 40; n += 1) {
      await ask(mentors[n % 5]!, newClient({ network: '203.0.113.7' }), { email: email(n), day: 1 + n, hour: 3 })
    }
    expect(await mailed()).toHaveLength(10) // As many free sessions as a network may hold; what expires makes no room for more.
    test.clock.forward(31)
    for (const { id } of await secrets()) await releaseHold(test.app, { id, checkoutId: null, pricePence: 0 })
    for (let n = 40; n < 60; n += 1) {
      await ask(mentors[n % 5]!, newClient({ network: '203.0.113.7' }), { email: email(n), day: 1 + n - 40, hour: 4 })
    }
    expect(await mailed()).toHaveLength(12)
  })

  it('go to one address six times an hour from one place, and its owner can still book elsewhere', async () => {
    const mentor = await busyMentor({ price: 0 })
    const nuisance = newClient()
    for (let n = 0; n < 12; n += 1) {
      await ask(
        mentor,
        { ...newClient(), network: nuisance.network },
        { email: 'victim@example.com', day: 1 + n, hour: 5 },
      )
    }
    expect(await mailed()).toHaveLength(6)
    expect(await ask(mentor, newClient(), { email: 'victim@example.com', day: 20, hour: 6 })).toBe('held')
  })

  it('go to one address twelve times an hour in total, counting all its spellings', async () => {
    const mentor = await busyMentor({ price: 0 })
    for (let n = 0; n < 20; n += 1) {
      await ask(mentor, newClient(), { email: `Victim+${n}@Example.com`, day: 1 + n, hour: 5 })
    }
    expect(await mailed()).toHaveLength(12)
  })
})

describe('free sessions', () => {
  it('are limited to three per email address, counting all its spellings and browsers', async () => {
    const outcomes: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const mentor = await busyMentor({ price: 0 })
      await ask(mentor, newClient(), { email: `G.Race+${n}@GoogleMail.com`, day: 1 + n, hour: 2 + n })
      outcomes.push(...(await confirmAll()))
    }
    expect(outcomes).toEqual(['confirmed', 'confirmed', 'confirmed'])
  })

  it('are limited to three per email address even if all links were emailed before the first is opened', async () => {
    for (let n = 0; n < 5; n += 1) {
      await ask(await busyMentor({ price: 0 }), newClient(), { email: 'grace@example.com', day: 1 + n, hour: 2 + n })
    }
    expect(await confirmAll()).toEqual(['confirmed', 'confirmed', 'confirmed', 'limit_reached', 'limit_reached'])
  })

  it('are limited to three per browser, with any number of addresses', async () => {
    const grace = newClient()
    const outcomes: string[] = []
    for (let n = 0; n < 6; n += 1) {
      await ask(await busyMentor({ price: 0 }), grace, { email: `grace${n}@example.com`, day: 1 + n, hour: 2 })
      outcomes.push(...(await confirmAll()))
      test.clock.forward(15)
    }
    expect(outcomes).toEqual(['confirmed', 'confirmed', 'confirmed'])
  })

  it('are limited to ten per network, with any number of browsers and plus-addresses', async () => {
    const mentors = await Promise.all(Array.from({ length: 3 }, () => busyMentor({ price: 0 })))
    for (let n = 0; n < 60; n += 1) {
      const visitor = newClient({ network: '203.0.113.7' })
      await ask(mentors[n % 3]!, visitor, { email: `a+${n}@mail${n}.example.com`, day: 1 + Math.floor(n / 3), hour: 2 })
      await confirmAll()
      test.clock.forward(10)
    }
    const booked = (await secrets()).filter(({ status }) => status === 'confirmed')
    expect(booked).toHaveLength(10)
  })

  it('are limited to ten per network even if links are kept until the network is deleted', async () => {
    const here = { network: '203.0.113.7' }
    const mentors = await Promise.all(Array.from({ length: 3 }, () => busyMentor({ price: 0 })))
    for (let n = 0; n < 30; n += 1) {
      await ask(mentors[n % 3]!, newClient(here), {
        email: `a@mail${n}.example.com`,
        day: 4 + Math.floor(n / 3),
        hour: 2,
      })
      test.clock.forward(31)
      for (const { id } of await secrets()) await releaseHold(test.app, { id, checkoutId: null, pricePence: 0 })
    }
    test.clock.forward(24 * 60)
    await forgetNetworks(test.db, test.clock.time)
    const outcomes: string[] = []
    for (const { secretHash } of await secrets())
      outcomes.push(await confirmFreeSession(test.app, secretHash, newClient(here)))
    expect(outcomes.length).toBeGreaterThan(10)
    expect(outcomes.filter((outcome) => outcome === 'confirmed')).toHaveLength(10)
    expect(outcomes.at(-1)).toBe('limit_reached')
    expect(
      await ask(await busyMentor({ price: 0 }), newClient(here), { email: 'b@example.com', day: 20 }),
    ).toBeGreaterThan(0)
  }, 60_000)

  it('count until a week after they took place, and the refusal says so', async () => {
    const grace = newClient()
    for (let n = 0; n < 3; n += 1) {
      await ask(await busyMentor({ price: 0 }), grace, { day: 1, hour: 2 + n })
      await confirmAll()
    }
    test.clock.forward(3 * 24 * 60)
    const another = await busyMentor({ price: 0 })
    // The first was on Tuesday at 02:00; it is Thursday, 09:00.
    const wait = Date.parse('2030-01-15T02:00:00Z') - Date.parse('2030-01-10T09:00:00Z')
    expect(await ask(another, grace, { day: 5, hour: 2 })).toBe(wait / 1_000)
    test.clock.forward(wait / 60_000)
    expect(await ask(another, grace, { day: 12, hour: 2 })).toBe('held')
  })

  it('do not count against paid sessions', async () => {
    const grace = newClient()
    for (let n = 0; n < 3; n += 1) {
      await ask(await busyMentor({ price: 0 }), grace, { day: 1, hour: 2 + n })
      await confirmAll()
    }
    expect(await ask(await busyMentor(), grace, { day: 2 })).toBe('held')
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

describe('debits', () => {
  it('count as holds while they are processing, so a browser has two at a time', async () => {
    const grace = newClient()
    const answers: unknown[] = []
    for (let n = 0; n < 40; n += 1) {
      answers.push(await ask(await busyMentor(), grace, { email: `grace${n}@example.com` }))
      await test.db
        .updateTable('bookings')
        .set({ processingSince: test.clock.time })
        .where('status', '=', 'held')
        .execute()
      test.clock.forward(10)
    }
    expect(countHeld(answers)).toBe(2)
    expect(answers.at(-1)).toBe(60 * 60) // It is unknown when the bank decides.
    test.clock.forward(3 * 24 * 60)
    expect(await ask(await busyMentor(), grace, { day: 9 })).toBe(60 * 60)
  })
})

describe('the networks of one customer', () => {
  const inFar = (n: number) =>
    newClient({ network: `2001:db8:1:${n.toString(16)}::/64`, farNetwork: '2001:db8:1::/48' })

  it('hold sixty slots together at most', async () => {
    const mentors = await Promise.all(Array.from({ length: 8 }, () => busyMentor()))
    const answers: unknown[] = []
    for (let n = 0; n < 160; n += 1) {
      const time = { day: 1 + (Math.floor(n / 8) % 4), hour: 2 + (Math.floor(n / 8) % 19) }
      answers.push(await ask(mentors[n % 8]!, inFar(n), { email: `buyer${n}@example.com`, ...time }))
      if (n % 40 === 39) test.clock.forward(8)
    }
    expect(countHeld(answers)).toBe(60)
  }, 120_000)

  it('hold no more of one mentor’s next two weeks together than one of them', async () => {
    const mentor = await busyMentor({ starts: ['09:00', '10:00', '11:00'] }) // 42 starts: an address may hold five.
    const times = Array.from({ length: 13 * 3 }, (_, n) => ({ day: 1 + Math.floor(n / 3), hour: 9 + (n % 3) }))
    const one: unknown[] = []
    for (const [n, time] of times.entries()) {
      one.push(await ask(mentor, newClient({ network: '203.0.113.7' }), { email: `one${n}@example.com`, ...time }))
    }
    expect(countHeld(one)).toBe(5)
    const all: unknown[] = []
    for (const [n, time] of times.entries())
      all.push(await ask(mentor, inFar(n), { email: `far${n}@example.com`, ...time }))
    expect(countHeld(all)).toBe(5)
    expect(await ask(mentor, newClient(), { email: 'grace@example.com', day: 13, hour: 11 })).toBe('held')
  })
})

describe('holds that are made and released', () => {
  const cycle = async (visitor: (n: number) => BookingClient, times: number) => {
    const mentor = await busyMentor()
    let held = 0
    let wait: unknown
    for (let n = 0; n < times; n += 1) {
      const answer = await ask(mentor, visitor(n), { email: `buyer${n}@example.com`, hour: 2 + (n % 19) })
      if (answer === 'held') held += 1
      else wait = answer
      for (const { id, status } of await secrets()) {
        const checkout = await test.db
          .selectFrom('bookings')
          .select('checkoutId')
          .where('id', '=', id)
          .executeTakeFirst()
        if (status === 'held') await releaseHold(test.app, { id, checkoutId: checkout!.checkoutId, pricePence: 4500 })
      }
    }
    return { held, wait }
  }

  it('are limited to six in ten minutes per browser', async () => {
    const grace = newClient()
    expect(await cycle(() => grace, 15)).toEqual({ held: 6, wait: 600 })
  })

  it('are limited to twenty in ten minutes per network, and sixty per /48', async () => {
    expect(await cycle(() => newClient({ network: '203.0.113.7' }), 30)).toEqual({ held: 20, wait: 600 })
    const far = (n: number) => newClient({ network: `2001:db8:1:${n}::/64`, farNetwork: '2001:db8:1::/48' })
    expect(await cycle(far, 70)).toEqual({ held: 60, wait: 600 })
  }, 60_000)

  it('are limited to the same numbers when all come at the same moment', async () => {
    test.app.config = { ...test.app.config, HOLDS_PER_BROWSER: 100, HOLDS_PER_EMAIL: 100 }
    const mentors = await Promise.all(Array.from({ length: 12 }, () => busyMentor()))
    const grace = newClient()
    expect(countHeld(await Promise.all(mentors.map((mentor) => ask(mentor, grace))))).toBe(6)
    const network = '203.0.113.7'
    const more = mentors.flatMap((mentor) => [3, 4].map((hour) => ask(mentor, newClient({ network }), { hour })))
    expect(countHeld(await Promise.all(more))).toBe(20)
  })

  it('are limited to one when all come at the same moment and there was none before', async () => {
    test.app.config = { ...test.app.config, NEW_HOLDS_PER_BROWSER: 1 }
    const mentors = await Promise.all(Array.from({ length: 8 }, () => busyMentor()))
    for (let round = 0; round < 5; round += 1) {
      const client = newClient()
      const requested = { email: `buyer${round}@example.com`, hour: 2 + round }
      expect(countHeld(await Promise.all(mentors.map((mentor) => ask(mentor, client, requested))))).toBe(1)
    }
  })
})
