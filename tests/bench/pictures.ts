/**
 * The cost of uploads for others: the list of mentors while twenty members repeatedly upload hostile pictures, compared
 * with the list alone in the same run; the resident memory of all processes meanwhile; and the duration of a normal
 * photo's upload.
 */
import sharp from 'sharp'
import { addMembers } from '../support/accounts/people.ts'
import { MULTIPART_FORM, upload } from '../support/http/raw-http.ts'
import { memoryAddedBy } from '../support/product/resident-memory.ts'
import { atMost, median, PRODUCTION, type Figure } from './figures.ts'
import { load, postgresVersion, startSeeded } from './processes.ts'

const MEMBERS = 20
const PAGES_PER_SECOND = 100
const ROUNDS = 5
const ROUND_SECONDS = 4
const PHOTOS = 9

export async function measurePictures(): Promise<Figure[]> {
  const product = await startSeeded('PostgreSQL')
  try {
    const members = await addMembers(product.databaseUrl, MEMBERS)
    const [photographer = ''] = await addMembers(product.databaseUrl, 1)
    return [await photo(product, photographer), ...(await besideHostile(product, members))]
  } finally {
    await product.stop()
  }
}

type Asked = { url: string; pid: number }

async function besideHostile({ url, pid }: Asked, members: string[]): Promise<Figure[]> {
  const bomb = await picture(7_000, 7_000).avif({ effort: 0, quality: 30 }).toBuffer()
  const within = await picture(2_000, 2_000).avif({ effort: 0 }).toBuffer()
  const ask = () =>
    load(`${url}/mentors`, { connections: 8, seconds: ROUND_SECONDS, headers: {}, perSecond: PAGES_PER_SECOND })
  await ask()
  const sendAll = () => Promise.all(members.map((member, n) => send(url, member, n % 2 ? bomb : within)))
  const rounds: { alone: number; beside: number; ratio: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = (await ask()).p99
    const uploads = sendAll()
    const beside = (await ask()).p99
    await uploads
    rounds.push({ alone, beside, ratio: beside / alone })
  }
  const ratio = median(rounds.map((round) => round.ratio))
  const [alone, beside] = [median(rounds.map((round) => round.alone)), median(rounds.map((round) => round.beside))]
  const megabytes = (await memoryAddedBy(pid, sendAll)) / 1e6 // Separately, since reading the memory of all processes takes time.
  const hostile = `${MEMBERS} at once: AVIFs of ${bomb.length} bytes with 49 megapixels and of ${within.length} bytes with 8`
  const conditions = `${hostile}; median of ${ROUNDS} rounds of ${ROUND_SECONDS} s in turns; ${PRODUCTION}; ${await postgresVersion()}`
  return [
    {
      benchmark: 'list beside hostile pictures',
      found: `${ratio.toFixed(2)} × without (p99 ${beside} ms, without ${alone} ms)`,
      conditions: `/mentors of visitors, ${PAGES_PER_SECOND} a second over 8 connections; ${conditions}`,
      target: atMost(ratio, 2),
    },
    {
      benchmark: 'memory of hostile pictures',
      found: `${Math.round(megabytes)} MB more at most, product and picture process together`,
      conditions,
      target: atMost(Math.round(megabytes), 200, ' MB'),
    },
  ]
}

/** A normal photo: all its sizes, from the first byte sent to the response. */
async function photo({ url, pid }: Asked, member: string): Promise<Figure> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const jpeg = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#888', noise } })
    .blur(2)
    .jpeg({ quality: 85 })
    .toBuffer()
  const times: number[] = []
  const added = await memoryAddedBy(pid, async () => {
    for (let n = 0; n < PHOTOS; n += 1) {
      const begun = performance.now()
      const status = await send(url, member, jpeg)
      if (status !== 202) throw new Error(`The photo was refused: ${status}`)
      if (n > 0) times.push((performance.now() - begun) / 1_000) // The first one starts the picture process.
    }
  })
  const seconds = median(times)
  return {
    benchmark: 'a photo in all sizes',
    found: `${seconds.toFixed(2)} s (${Math.round(added / 1e6)} MB more, with the picture process)`,
    conditions: `JPEG of 12 megapixels, ${(jpeg.length / 1e6).toFixed(1)} MB; median of ${times.length}, one at a time; ${PRODUCTION}`,
    target: atMost(seconds, 1.5, ' s'),
  }
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a50f62' }, limitInputPixels: false })

/** Uploads as a browser with scripts, which gets no page. Returns the status. */
async function send(url: string, cookie: string, file: Uint8Array): Promise<number> {
  const response = await fetch(`${url}/account/picture.data`, {
    method: 'POST',
    headers: { ...MULTIPART_FORM, origin: url, cookie },
    body: new Uint8Array(upload(file)),
    redirect: 'manual',
  })
  await response.arrayBuffer()
  return response.status
}
