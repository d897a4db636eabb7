/** A product to which crowds send bodies and requests without waiting for responses. */
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { copySeededData } from '../support/product/seeded.ts'
import { MULTIPART_FORM, openConnection, pour, type Connection } from '../support/http/raw-http.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { memoryAddedBy } from '../support/product/resident-memory.ts'

let product: Product
beforeEach(async () => {
  product = await startProduct({ data: copySeededData(inject('seeded').data) })
})
const connections: Connection[] = []
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close()
  await product.stop()
})
async function open(): Promise<Connection> {
  const connection = await openConnection(product.url)
  connections.push(connection)
  return connection
}

it('adds at most 200 MB of memory when eighty strangers upload 800 MB at once', async () => {
  const added = await memoryAddedBy(product.pid, async () => {
    const strangers = await Promise.all(Array.from({ length: 80 }, open))
    const statuses = strangers.map(async (connection) => {
      await connection.request('POST /account/picture', { ...MULTIPART_FORM, 'transfer-encoding': 'chunked' })
      const sending = pour(connection, 10 * 1024 * 1024)
      const { status } = await connection.response()
      await sending
      return status
    })
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([302]))
  })
  expect(added / 1e6).toBeLessThan(200)
})

it('cuts a connection on which hundreds of requests are sent ahead, and keeps no one else waiting', async () => {
  const [picture] = /\/pictures\/[\w-]+\/\d+\.webp/.exec(await (await fetch(`${product.url}/mentors`)).text())!
  const { host } = new URL(product.url)
  const rude = await Promise.all(Array.from({ length: 50 }, open))
  await Promise.all(rude.map((one) => one.send(`GET ${picture} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(900))))
  await Promise.all(rude.map((one) => one.closed))
  const metrics = await (await fetch(`${product.url}/metrics`)).text()
  const [, count] = /duration_seconds_count\{route="\/pictures\/:key\/:file".*\} (\d+)/.exec(metrics)!
  expect(Number(count)).toBeLessThanOrEqual(50 * 8)
})
