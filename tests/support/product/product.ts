/** Playwright's global set-up: starts the built product on data and a port of its own, and sets it as base URL. */
import { startProduct } from './processes.ts'
import { copySeededData, seedData } from './seeded.ts'

export default async function setUp() {
  const product = await startProduct({
    data: copySeededData(await seedData()),
    env: { PAYMENT_METHODS: 'card,bacs_debit' },
  })
  process.env['PRODUCT_URL'] = product.url
  return () => product.stop()
}
