import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connect, type Database } from '#server/platform/db/connect'
import { checkInvariants } from '#server/bookings/invariants/invariants'
import { readSlots } from '#server/mentors/availability/slots'
import { sweep } from '#server/bookings/sweep/sweep'
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe/server.ts'
import { addMentor } from '../support/product/app.ts'
import { payCheckout } from '../support/payments/checkout.ts'
import { startDoomedBooking, type DoomedBooking } from '../support/bookings/doomed-booking.ts'
import { openPaymentProxy, type Moment } from '../support/payments/payment-proxy.ts'
import { newDataFolder } from '../support/product/processes.ts'
import { createScratchDatabase, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { copySeededData } from '../support/product/seeded.ts'
import { openSmallProduct } from '../support/product/small-product.ts'

const OVER = 36 // Minutes after which a hold has expired.
const MAX_CALLS = 20 // Far more than a booking's calls to the payment service.
/** Where the service has responded, it has done work that the killed product has no record of. */
const MOMENTS: Moment[] = ['received', 'responded']

const start = Date.now()
let now = start
let service: ScratchDatabase & { database: Database }
let stripe: StripeSandbox
/** A product's data folder, to be copied only, and a slot of a mentor in it. */
let data: string
let offer: { sessionTypeId: string; startsAt: string }

const databaseIn = (folder: string) => `file:${join(folder, 'pglite')}`

beforeAll(async () => {
  const scratch = await createScratchDatabase()
  service = { ...scratch, database: await connect(scratch.url) }
  stripe = await startStripeSandbox({
    db: service.database.db,
    now: () => new Date(now),
    publicUrl: () => 'http://landfall.test',
    webhookUrls: () => [],
    webhookSecret: 'whsec_test',
    apiKey: 'sk_test_sandbox',
  })
  data = copySeededData(inject('seeded').data)
  const product = await openSmallProduct({ databaseUrl: databaseIn(data), paymentsUrl: stripe.url, time: now })
  const { id: mentorId, sessionTypeIds } = await addMentor({ db: product.app.db, clock: product.clock })
  const [from, to] = [new Date(now), new Date(now + 7 * 86_400_000)]
  const slots = await readSlots(product.app, { mentorId, minutes: 60, from, to })
  offer = { sessionTypeId: sessionTypeIds[0]!, startsAt: slots.at(-1)!.startsAt.toISOString() }
  await product.close()
})

afterAll(async () => {
  await stripe.close()
  await service.database.db.destroy()
  await service.drop()
})

/** Books in a process that is killed at this moment of this call, then restarts on its folder and sweeps once. */
async function killAt(call: number, moment: Moment) {
  now = start
  const folder = newDataFolder()
  cpSync(join(data, 'pglite'), join(folder, 'pglite'), { recursive: true })
  let booking: DoomedBooking | undefined
  let killed = false
  const line = await openPaymentProxy(stripe.url, (...at) => {
    if (at[0] !== call || at[1] !== moment) return false
    booking?.kill()
    return (killed = true)
  })
  booking = await startDoomedBooking({ databaseUrl: databaseIn(folder), paymentsUrl: line.url, time: now })
  const buyer = `${moment}-${call}`
  const checkoutId = await booking.hold({ buyer, ...offer })
  if (checkoutId) await payCheckout({ stripe }, checkoutId)
  const finished = checkoutId !== null && (await booking.settle(checkoutId))
  booking.kill()
  await booking.ended
  await line.close()

  now = start + OVER * 60_000
  const { app, close } = await openSmallProduct({ databaseUrl: databaseIn(folder), paymentsUrl: stripe.url, time: now })
  await sweep(app)
  const found = await app.db
    .selectFrom('bookings')
    .leftJoin('claims', 'claims.bookingId', 'bookings.id')
    .leftJoin('ledger', 'ledger.bookingId', 'bookings.id')
    .leftJoin('outbox', (mail) =>
      mail.onRef('outbox.subject', '=', 'bookings.id').on('outbox.recipient', '=', 'mentee'),
    )
    .select([
      'bookings.id',
      'bookings.status',
      'claims.bookingId as claim',
      'ledger.kind as entry',
      'outbox.kind as mail',
    ])
    .where('menteeEmail', '=', `${buyer}@example.com`)
    .execute()
  const violations = await checkInvariants(app.db, app.now())
  await close()
  return { killed, finished, paid: checkoutId !== null, found, violations }
}

describe('a product on PGlite that is killed', () => {
  it.each(MOMENTS)(
    'when the payment service has %s any call has sold the hour to who paid, or given it back, within one sweep',
    { timeout: 300_000 },
    async (moment) => {
      const ends: string[] = []
      for (let call = 1; call <= MAX_CALLS; call += 1) {
        const { killed, finished, paid, found, violations } = await killAt(call, moment)
        expect(violations, `call ${call}`).toEqual([])
        expect(found, `call ${call}`).toMatchObject([
          paid
            ? { status: 'confirmed', claim: expect.any(String), entry: 'charge', mail: 'booking_confirmed' }
            : { status: 'expired', claim: null, entry: null, mail: null },
        ])
        ends.push(paid ? 'paid' : 'unpaid')
        const sessions = await stripe.control.listSessions(100)
        const own = sessions.filter(({ session }) => session.clientReferenceId === found[0]!.id)
        expect(
          own.map(({ session, refunds }) => [session.status, refunds.length]),
          `call ${call}`,
        ).toEqual([[paid ? 'complete' : 'expired', 0]])
        if (killed) continue
        expect(finished).toBe(true)
        break
      }
      expect(new Set(ends)).toEqual(new Set(['unpaid', 'paid']))
    },
  )
})
