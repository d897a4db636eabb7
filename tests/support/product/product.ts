/** Playwright's global set-up: starts the built product on data and a port of its own, some of whose mentors have accounts, and sets it as base URL. */
import { settleDemoMentors } from '../accounts/demo-mentors.ts'
import { startProduct } from './processes.ts'
import { copySeededData, seedData } from './seeded.ts'

export default async function setUp() {
  const data = copySeededData(await seedData())
  await settleDemoMentors(data)
  const product = await startProduct({
    data,
    env: { PAYMENT_METHODS: 'card,bacs_debit' },
  })
  process.env['PRODUCT_URL'] = product.url
  return () => product.stop()
}
