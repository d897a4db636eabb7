import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, inject, it } from 'vitest'
import { startProduct } from '../support/product/processes.ts'
import { copySeededData } from '../support/product/seeded.ts'
import { findOffer, hold, pay } from '../support/bookings/visitor.ts'

const seeded = inject('seeded')

/** Runs the script of `npm run reconcile` on a data folder. */
async function reconcile(data: string, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: `file:${resolve(data, 'pglite')}` }
  const child = spawn(process.execPath, ['scripts/reconcile.ts', ...args], { env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

it('the books of a demo agree after a sale', async () => {
  const data = copySeededData(seeded.data)
  const product = await startProduct({ data })
  const held = await hold(product.url, await findOffer(product.url), 'grace@example.com')
  await fetch(await pay(product.url, held))
  await product.stop()
  expect(await reconcile(data, '--days', '7')).toEqual({
    code: 0,
    output: 'The books agree with the payment service, for the last 7 days.\n',
  })
  expect(await reconcile(data, '--days', 'many')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Write --days'),
  })
})
