/** The resources that uploaded pictures take, hostile ones included, and where they are decoded. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { addMembers } from '../support/accounts/people.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { MULTIPART_FORM, upload } from '../support/http/raw-http.ts'
import { listChildren } from '../support/product/living.ts'
import { listProcesses, memoryAddedBy } from '../support/product/resident-memory.ts'
import { createScratchDatabase, type ScratchDatabase } from '../support/database/scratch-database.ts'

let database: ScratchDatabase
let product: Product
let members: string[]
beforeAll(async () => {
  database = await createScratchDatabase(inject('seeded').template)
  product = await start()
  members = await addMembers(database.url, 20)
})
afterAll(async () => {
  await product.stop()
  await database.drop()
})

const start = () => startProduct({ env: { DATABASE_URL: database.url } })

const plain = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#a50f62' }, limitInputPixels: false })

/** Uploads a picture as a member's browser does without scripts. */
async function send(member: number, file: Uint8Array): Promise<{ status: number; message: string | undefined }> {
  const response = await fetch(`${product.url}/account/picture`, {
    method: 'POST',
    headers: { ...MULTIPART_FORM, origin: product.url, cookie: members[member] ?? '' },
    body: new Uint8Array(upload(file)),
    redirect: 'manual',
  })
  const message = /This picture is too large|Try again in a minute|We can’t read this file/.exec(await response.text())
  return { status: response.status, message: message?.[0] }
}

const TOO_LARGE = { status: 413, message: 'This picture is too large' }
const BUSY = { status: 503, message: 'Try again in a minute' }
const SAVED = { status: 303, message: undefined }

/**
 * Twenty members upload this at once. Returns the distinct responses, and the megabytes that all processes took in
 * addition.
 */
async function sendTwenty(file: Uint8Array) {
  let message: unknown[] = []
  const added = await memoryAddedBy(product.pid, async () => {
    message = await Promise.all(members.map((_, member) => send(member, file)))
  })
  return {
    message: [...new Set(message.map((each) => JSON.stringify(each)))].map((each) => JSON.parse(each)),
    added: added / 1e6,
  }
}

describe('twenty hostile pictures at once', { timeout: 300_000 }, () => {
  it.each<[what: string, make: () => Promise<Buffer>, seen: object[]]>([
    [
      'of 49 million pixels in a few bytes',
      () => plain(7_000).avif({ effort: 0, quality: 30 }).toBuffer(),
      [TOO_LARGE],
    ],
    [
      'of eight million pixels with 12 bits per colour, which take the most memory',
      () => plain(2_828).toColourspace('rgb16').avif({ effort: 0, bitdepth: 12 }).toBuffer(),
      [],
    ],
  ])('%s are refused as too large, and add at most 200 MB', async (_what, make, seen) => {
    const { message, added } = await sendTwenty(await make())
    expect([TOO_LARGE, BUSY]).toEqual(expect.arrayContaining(message))
    expect(message).toEqual(expect.arrayContaining(seen))
    expect(added).toBeLessThan(200)
  })

  it('just within the limits are saved or refused as busy, and add at most 200 MB', async () => {
    expect(await send(0, await plain(200).png().toBuffer())).toEqual(SAVED)
    const { message, added } = await sendTwenty(await plain(2_000).avif({ effort: 0 }).toBuffer())
    expect([SAVED, BUSY]).toEqual(expect.arrayContaining(message))
    expect(message).toContainEqual(SAVED)
    expect(added).toBeLessThan(200)
  })
})

describe('the picture process', () => {
  it('ends when the product is killed', async () => {
    const killed = await start()
    const before = product
    product = killed
    expect(await send(1, await plain(200).png().toBuffer())).toEqual(SAVED)
    product = before
    const [child] = listChildren(killed.pid)
    expect(child).toBeGreaterThan(0)
    killed.kill('SIGKILL')
    await killed.exited
    await expect.poll(() => listProcesses().map(({ pid }) => pid), { timeout: 30_000 }).not.toContain(child)
  })
})
