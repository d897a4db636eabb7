/** Mentors who sell packages, and people who buy and use them. */
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { toMinorUnits } from '#domain/payments/money'
import { replacePackages } from '#server/mentors/packages/packages-queries'
import { bookWithCredit } from '#server/packages/book-session'
import { holdPackage, type PackageRequest } from '#server/packages/hold-package'
import { payCheckout } from '../payments/checkout.ts'
import { addMentor, type TestApp } from '../product/app.ts'
import { TUESDAY } from './requests.ts'
import { someBuyer } from './seats.ts'

/** What three sessions of £45.00 cost together: shares of £33.34, £33.33 and £33.33. */
export const PACKAGE_PRICE = toMinorUnits(10_000)

/** A mentor who sells three sessions of an hour for £100.00, unless `mentor` has another currency. */
export async function addSeller(test: TestApp, mentor: Parameters<typeof addMentor>[1] = {}) {
  const added = await addMentor(test, { sessions: [{ title: 'First weeks', minutes: 60 }], ...mentor })
  const sessionTypeId = added.sessionTypeIds[0]!
  const offered = { sessionTypeId, sessions: 3, price: PACKAGE_PRICE, currency: mentor?.currency ?? 'GBP' }
  await replacePackages(test.db, added.id, [offered])
  return { ...added, sessionTypeId }
}

export const packageRequest = (
  sessionTypeId: string,
  email = 'grace@example.com',
  more: Partial<PackageRequest> = {},
): PackageRequest => ({
  sessionTypeId,
  sessions: 3,
  name: 'Grace Hopper',
  email,
  phone: '07700 900000',
  timeZone: 'Europe/London',
  expectedPrice: null,
  ...more,
})

/** Holds a package; throws where it is refused. */
export async function holdOnePackage(
  test: TestApp,
  seller: { sessionTypeId: string },
  {
    email = 'grace@example.com',
    accountId = null,
    sessions = 3,
  }: { email?: string; accountId?: string | null; sessions?: number } = {},
) {
  const request = packageRequest(seller.sessionTypeId, email, { sessions })
  const held = await holdPackage(test.app, request, { client: someBuyer(email), accountId })
  if (!held.ok) throw new Error(held.error.code)
  return { id: held.value.bookingId, reference: held.value.reference, checkoutId: held.value.checkoutId! }
}

/** Holds, pays and settles a package. */
export async function buyPackage(
  test: TestApp,
  seller: { sessionTypeId: string },
  buyer: Parameters<typeof holdOnePackage>[2] = {},
) {
  const bought = await holdOnePackage(test, seller, buyer)
  await payCheckout(test, bought.checkoutId)
  await settleCheckout(test.app, bought.checkoutId)
  return bought
}

/** Books a session of a package, so many days after Tuesday 8 January 2030, 9:00 UTC. */
export const useCredit = (test: TestApp, packageId: string, days = 0) =>
  bookWithCredit(
    test.app,
    {
      packageId,
      startsAt: new Date(new Date(TUESDAY).getTime() + days * 86_400_000),
      timeZone: null,
      topic: 'First weeks',
    },
    { browser: null, network: null, farNetwork: null },
  )

/** As `useCredit`; throws where it is refused. */
export async function bookedWithCredit(test: TestApp, packageId: string, days = 0): Promise<string> {
  const booked = await useCredit(test, packageId, days)
  if (!booked.ok) throw new Error(booked.error.code)
  return booked.value.bookingId
}

/** Moves the clock by days. The sweeper then completes the sessions that have ended. */
export async function completeSessions(test: TestApp, days: number): Promise<void> {
  test.clock.forward(days * 1_440)
  await sweep(test.app)
  await test.runJobs()
}
