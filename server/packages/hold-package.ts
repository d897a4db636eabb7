/**
 * Buying a package. It is held and paid by the machinery of sessions: a package is a booking that takes no minutes, so nothing can
 * take it away before it is paid (decision 0074).
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { bookingReference } from '#domain/bookings/booking'
import { packageEnd, splitEvenly } from '#domain/packages/package'
import { computeFee, toMinorUnits, type MinorUnits, type Money } from '#domain/payments/money'
import { err, type Result } from '#domain/result'
import { minutesAfter } from '#domain/time/wall-time'
import { insertPackage } from '#server/bookings/credits/credits-queries'
import { hasChanged, type BookingClient } from '#server/bookings/holds/hold-request'
import { openCheckout, type HeldSlot } from '#server/bookings/holds/open-checkout'
import { hashSecret } from '#server/bookings/holds/release'
import { resumeOrRelease } from '#server/bookings/holds/resume-or-release'
import { secondsUntilAllowed } from '#server/bookings/limits/hold-limits'
import type { App } from '#server/context'
import { findOfferedPackage, type PackageOnOffer } from '#server/packages/offered-package'
import { findPackageHold, insertPackageHold, type PackageHold } from '#server/packages/packages-queries'
import { transact, type Db } from '#server/platform/db/connect'
import { holdRequests } from '#server/platform/process-metrics'
import * as m from '#messages/documents'
import { currentLanguage } from '../../messages/runtime.ts'

/** What a buyer asks for. `expectedPrice`: what they were shown; it is compared and never charged. */
export type PackageRequest = {
  sessionTypeId: string
  sessions: number
  name: string
  email: string
  phone: string
  /** IANA; null: the mentor's. */
  timeZone: string | null
  expectedPrice: Money | null
}

export type PackageError =
  | { code: 'not_offered' }
  | { code: 'price_changed'; price: MinorUnits; currency: string }
  /** `retryAfter`: seconds. */
  | { code: 'too_many_holds'; retryAfter: number }
  | { code: 'payments_unavailable' }
  | { code: 'already_paid'; checkoutId: string }

type Buyer = { client: BookingClient; accountId: string | null }

/**
 * Holds a package and opens a checkout for it. A browser that comes back to the package it holds gets the same checkout.
 *
 * @param buyer.accountId The account that is signed in; null for a guest.
 */
export async function holdPackage(
  app: App,
  request: PackageRequest,
  buyer: Buyer,
): Promise<Result<HeldSlot, PackageError>> {
  const result = await holdOffered(app, request, buyer)
  holdRequests.inc({ kind: 'package', outcome: result.ok ? 'held' : result.error.code })
  return result
}

async function holdOffered(app: App, request: PackageRequest, buyer: Buyer): Promise<Result<HeldSlot, PackageError>> {
  const offered = await findOfferedPackage(app, request)
  if (!offered) return err({ code: 'not_offered' })
  const { sessionType, sessions, price } = offered
  const { currency } = sessionType
  if (hasChanged(request.expectedPrice, { amount: price, currency }))
    return err({ code: 'price_changed', price, currency })
  const secret = randomBytes(32).toString('base64url')
  const hold = newPackageHold(app, offered, { request, buyer, secret })
  const current = await resumePackage(app, hold, offered)
  if (current) return current
  const refused = await transact(app.db, (tx) => writeHold(app, tx, hold, offered))
  // Two clicks, two tabs: the other request has held one meanwhile.
  if (refused === 'held') return (await resumePackage(app, hold, offered)) ?? err({ code: 'payments_unavailable' })
  if (refused) return err(refused)
  const sold = m.soldPackage({ sessions, minutes: sessionType.minutes, mentorName: sessionType.mentorName })
  const opened = await openCheckout(app, hold, { secret, sold, paidPage: '/packages/bought' })
  return opened.ok ? opened : err({ code: 'payments_unavailable' })
}

/** The checkout of the package that this browser holds. Null: it holds none, or has given up another one. */
async function resumePackage(
  app: App,
  wanted: PackageHold,
  { sessionType, sessions }: PackageOnOffer,
): Promise<Result<HeldSlot, PackageError> | null> {
  const { browserHash } = wanted
  const current = browserHash ? await findPackageHold(app.db, browserHash, sessionType.mentorId) : undefined
  if (!current) return null
  const isSame = current.sessionTypeId === sessionType.id && current.sessions === sessions
  return resumeOrRelease(app, current, wanted, isSame)
}

async function writeHold(
  app: App,
  tx: Db,
  hold: PackageHold,
  { sessionType, sessions, price }: PackageOnOffer,
): Promise<Extract<PackageError, { code: 'too_many_holds' }> | 'held' | null> {
  const retryAfter = await secondsUntilAllowed(app, tx, hold, { startsOnOffer: () => 0, except: null })
  // Counted under a lock on the browser: another request of it has finished by now.
  if (hold.browserHash && (await findPackageHold(tx, hold.browserHash, sessionType.mentorId))) return 'held'
  if (retryAfter !== null) return { code: 'too_many_holds', retryAfter }
  await insertPackageHold(tx, hold)
  const { id, currency } = hold
  const fees = splitEvenly(computeFee(price, app.config.FEE_PERCENT, currency), sessions, currency)
  const credits = splitEvenly(price, sessions, currency).map((share, n) => ({ number: n + 1, share, fee: fees[n]! }))
  await insertPackage(tx, { id, mentorId: sessionType.mentorId, sessionTypeId: sessionType.id, sessions }, credits)
  return null
}

type Order = { request: PackageRequest; buyer: Buyer; secret: string }

/** The booking row of a package that is held: it begins where the package ends, and is as long as each of its sessions. */
function newPackageHold(app: App, { sessionType, price }: PackageOnOffer, order: Order): PackageHold {
  const { request, secret } = order
  const { client, accountId } = order.buyer
  const now = app.now()
  const { CHECKOUT_MINUTES, HOLD_GRACE_MINUTES, TERMS_VERSION, FEE_PERCENT } = app.config
  const payBefore = minutesAfter(now, CHECKOUT_MINUTES)
  const id = randomUUID()
  return {
    id,
    reference: bookingReference(randomBytes(8)),
    secretHash: hashSecret(secret),
    mentorId: null,
    sessionTypeId: null,
    cohortId: null,
    packageId: id,
    sessionTitle: sessionType.title,
    startsAt: packageEnd(now),
    minutes: sessionType.minutes,
    bufferBefore: 0,
    bufferAfter: 0,
    mentorTimeZone: sessionType.timeZone,
    pricePence: price,
    discountPence: toMinorUnits(0),
    redemption: null,
    currency: sessionType.currency,
    feePercent: FEE_PERCENT,
    cancelPolicy: sessionType.cancelPolicy,
    menteeName: request.name,
    menteeEmail: request.email,
    menteePhone: request.phone,
    menteeTimeZone: request.timeZone ?? sessionType.timeZone,
    topic: '',
    language: currentLanguage(),
    termsVersion: TERMS_VERSION,
    termsAcceptedAt: now,
    earlyStartAskedAt: now,
    status: 'held',
    payBefore,
    holdExpiresAt: minutesAfter(payBefore, HOLD_GRACE_MINUTES),
    browserHash: client.browser ? hashSecret(client.browser) : null,
    network: client.network,
    farNetwork: client.farNetwork,
    accountId,
    movedFrom: null,
    createdAt: now,
  }
}
