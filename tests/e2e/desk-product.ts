/** For journeys of admins: a product of their own, with paid sessions, of which an admin has booked one. */
import { settleBookedSessions, settleOwnSession } from '../support/bookings/booked-data.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { test as base } from './fixtures.ts'

export const test = base.extend<object, { desk: Product }>({
  desk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from here.
    async ({}, use) => {
      const data = copySeededData(await seedData())
      const { now } = await settleBookedSessions(data)
      await settleOwnSession(data, now)
      const product = await startProduct({ data })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
})
