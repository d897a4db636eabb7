/**
 * Packages of the demo: a mentor sells three and five sessions, and someone has bought three, of which one was held, one is booked and
 * one is left.
 */
import type { Insertable } from 'kysely'
import { packageEnd, splitEvenly } from '#domain/packages/package'
import { computeFee, type MinorUnits } from '#domain/payments/money'
import { DAY_MS, instantAt, minutesAfter, wallTimeAt } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'
import { listStarts } from '../availability.ts'
import { FEE_PERCENT, soldBooking, type DemoBooking } from './booking.ts'
import { ledgerEntry, type Sold } from './books.ts'
import { demoId } from '../id.ts'
import { requireMentor } from '../mentors.ts'
import type { DemoPricing } from '../pricing.ts'

const SELLER = 'sanne-de-vries'
const SESSION = 'Reading a local contract'
/** In pounds, by how many sessions; one by one they are £48 each. */
const PRICES = { 3: 126, 5: 195 }
const MENTEE = { name: 'Maarten Visser', zone: 'Europe/Amsterdam', n: 80 }

const BOUGHT_DAYS_AGO = 24
const HELD_DAYS_AGO = 9
const BOOKED_IN_DAYS = 5

/** What the mentor sells. */
export function packageOffers(pricing: DemoPricing): Insertable<Tables['sessionPackages']>[] {
  return Object.entries(PRICES).map(([sessions, pounds]) => ({
    sessionTypeId: demoId(`${SELLER}/${SESSION}`),
    sessions: Number(sessions),
    mentorId: demoId(SELLER),
    pricePence: pricing.toPrice(pounds),
    currency: pricing.currency,
  }))
}

type Credit = Omit<Insertable<Tables['credits']>, 'share' | 'fee'> & { share: MinorUnits; fee: MinorUnits }

/** `sold`: the package and its two sessions. `shares`: the ledger's entries of the session that was held. */
type SoldPackage = {
  sold: Sold[]
  package: Insertable<Tables['packages']>
  credits: Credit[]
  claim: Insertable<Tables['claims']>
  shares: Insertable<Tables['ledger']>[]
}

export function buildPackage(seededAt: Date, pricing: DemoPricing): SoldPackage {
  const boughtAt = new Date(seededAt.getTime() - BOUGHT_DAYS_AGO * DAY_MS)
  const key = `package of ${MENTEE.name}`
  const id = demoId(key)
  const price = pricing.toPrice(PRICES[3])
  const sale = { mentor: requireMentor(SELLER), session: SESSION, mentee: MENTEE }
  const made = { key, startsAt: packageEnd(boughtAt), bookedAt: boughtAt, status: 'confirmed' } as const
  const bought: DemoBooking = {
    ...soldBooking({ ...sale, ...made }, pricing),
    mentorId: null,
    sessionTypeId: null,
    packageId: id,
    pricePence: price,
    paidAmountPence: price,
  }
  const { currency } = bought
  const shares = splitEvenly(price, 3, currency)
  const fees = splitEvenly(computeFee(price, FEE_PERCENT, currency), 3, currency)
  const book = (number: number, inDays: number, status: 'completed' | 'confirmed'): DemoBooking => {
    const bookedAt = new Date(boughtAt.getTime() + number * DAY_MS)
    const times = { key: `${key}, session ${number}`, startsAt: startIn(inDays, seededAt), bookedAt, status }
    const share = shares[number - 1]!
    // Confirmed as it is booked: it was paid with the package.
    const paid = { packageId: id, pricePence: share, paidAmountPence: share, paidAt: bookedAt }
    return { ...soldBooking({ ...sale, ...times }, pricing), ...paid }
  }
  const [held, ahead] = [book(1, -HELD_DAYS_AGO, 'completed'), book(2, BOOKED_IN_DAYS, 'confirmed')]
  const heldUntil = minutesAfter(held.startsAt, held.minutes + 10)
  const credits = shares.map((share, n): Credit => {
    const bookingId = [held.id, ahead.id][n] ?? null
    const earnedAt = bookingId === held.id ? heldUntil : null
    return { packageId: id, number: n + 1, share, fee: fees[n]!, bookingId, earnedAt }
  })
  return {
    sold: [bought, held, ahead].map((booking) => ({ booking })),
    package: { id, mentorId: demoId(SELLER), sessionTypeId: demoId(`${SELLER}/${SESSION}`), sessions: 3 },
    credits,
    claim: {
      bookingId: ahead.id,
      mentorId: demoId(SELLER),
      during: `[${ahead.startsAt.toISOString()},${minutesAfter(ahead.startsAt, ahead.minutes).toISOString()})`,
    },
    shares: [
      ledgerEntry(held, 'deferred', credits[0]!.share, `credit:${held.id}`, heldUntil),
      ledgerEntry(held, 'fee', credits[0]!.fee, `credit:${held.id}`, heldUntil),
    ],
  }
}

/** The mentor's first start of a day, so many days from the seeding. */
function startIn(days: number, seededAt: Date): Date {
  const mentor = requireMentor(SELLER)
  const { date } = wallTimeAt(new Date(seededAt.getTime() + days * DAY_MS), mentor.timeZone)
  const startsAt = instantAt({ date, time: listStarts(mentor)[0]! }, mentor.timeZone)
  if (!startsAt) throw new Error(`${SELLER} has no start on ${date}`)
  return startsAt
}

/** Call once its bookings are written. */
export async function writePackage(tx: Db, { package: bought, credits, claim, shares }: SoldPackage): Promise<void> {
  await tx.insertInto('packages').values(bought).execute()
  await tx.insertInto('credits').values(credits).execute()
  await tx.insertInto('claims').values(claim).execute()
  await tx.insertInto('ledger').values(shares).execute()
}
