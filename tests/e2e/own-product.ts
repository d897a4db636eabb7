/** Journeys on a product of their own, since they need data that the others' product lacks, or break something in it. */
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { test } from './fixtures.ts'

/**
 * Starts the product of a file's tests on the demo's data, once `settle` has changed them: only the product opens its
 * embedded database. `settled`: what that returned. `env`: further settings.
 */
export const onOwnProduct = <Settled>(settle: (data: string) => Promise<Settled>, env: Record<string, string> = {}) =>
  test.extend<object, { own: { product: Product; settled: Settled } }>({
    own: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from here.
      async ({}, use) => {
        const data = copySeededData(await seedData())
        const settled = await settle(data)
        const product = await startProduct({ data, env })
        await use({ product, settled })
        await product.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ own }, use) => use(own.product.url),
  })
