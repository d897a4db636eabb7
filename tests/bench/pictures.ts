/**
 * The cost of uploads for others: the list of mentors while four members upload ordinary photos, and while twenty upload
 * hostile pictures, each compared with the list alone in the same run; the resident memory of all processes meanwhile; and the duration of a normal
 * photo's upload.
 */
import sharp from 'sharp'
import { addMembers } from '../support/accounts/people.ts'
import { MULTIPART_FORM, upload } from '../support/http/raw-http.ts'
import { memoryAddedBy } from '../support/product/resident-memory.ts'
import { atMost, median, PRODUCTION, sized, type Figure } from './figures.ts'
import { load, postgresVersion, startSeeded } from './processes.ts'

const MEMBERS = 20
const PAGES_PER_SECOND = 100
const ROUNDS = sized(5, 1)
const ROUND_SECONDS = 4
const PHOTOS = sized(9, 2)
const PHOTOS_AT_ONCE = 4

export async function measurePictures(): Promise<Figure[]> {
  const product = await startSeeded('PostgreSQL')
  try {
    const members = await addMembers(product.databaseUrl, MEMBERS)
    const [photographer = ''] = await addMembers(product.databaseUrl, 1)
    const jpeg = await ordinaryPhoto()
    return [
      await photo(product, photographer, jpeg),
      await besidePhotos(product, members.slice(0, PHOTOS_AT_ONCE), jpeg),
      ...(await besideHostile(product, members)),
    ]
  } finally {
    await product.stop()
  }
}

type Sent = { url: string; pid: number }

/** The p99 of the list in ms while `sendAll` is under way and without it, in turns, and the median of their ratios. */
async function besideUploads({ url }: Sent, sendAll: () => Promise<unknown>) {
  const ask = () =>
    load(`${url}/mentors`, { connections: 8, seconds: ROUND_SECONDS, headers: {}, perSecond: PAGES_PER_SECOND })
  await ask()
  const rounds: { alone: number; beside: number; ratio: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = (await ask()).p99
    const uploads = sendAll()
    const beside = (await ask()).p99
    await uploads
    rounds.push({ alone, beside, ratio: beside / alone })
  }
  const medianPart = (part: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[part]))
  return { ratio: medianPart('ratio'), alone: medianPart('alone'), beside: medianPart('beside') }
}

const LIST = `/mentors of visitors, ${PAGES_PER_SECOND} a second over 8 connections`
const IN_TURNS = `median of ${ROUNDS} rounds of ${ROUND_SECONDS} s in turns; ${PRODUCTION}`

async function besidePhotos(product: Sent, members: string[], jpeg: Uint8Array): Promise<Figure> {
  const sendOne = async (member: string) => {
    const status = await send(product.url, member, jpeg)
    if (status !== 202) throw new Error(`The photo was refused: ${status}`)
  }
  const { ratio, alone, beside } = await besideUploads(product, () => Promise.all(members.map(sendOne)))
  const photos = `${members.length} JPEGs of 12 megapixels at once`
  return {
    benchmark: 'list beside ordinary photos',
    found: `${ratio.toFixed(2)} × without (p99 ${beside} ms, without ${alone} ms)`,
    conditions: `${LIST}; ${photos}; ${IN_TURNS}; ${await postgresVersion()}`,
    target: atMost(ratio, 2),
  }
}

async function besideHostile(product: Sent, members: string[]): Promise<Figure[]> {
  const { url, pid } = product
  const bomb = await picture(7_000, 7_000).avif({ effort: 0, quality: 30 }).toBuffer()
  const within = await picture(2_000, 2_000).avif({ effort: 0 }).toBuffer()
  const sendAll = () => Promise.all(members.map((member, n) => send(url, member, n % 2 ? bomb : within)))
  const { ratio, alone, beside } = await besideUploads(product, sendAll)
  const megabytes = (await memoryAddedBy(pid, sendAll)) / 1e6 // Separately, since reading the memory of all processes takes time.
  const hostile = `${MEMBERS} at once: AVIFs of ${bomb.length} bytes with 49 megapixels and of ${within.length} bytes with 4`
  const conditions = `${hostile}; ${IN_TURNS}; ${await postgresVersion()}`
  return [
    {
      benchmark: 'list beside hostile pictures',
      found: `${ratio.toFixed(2)} × without (p99 ${beside} ms, without ${alone} ms)`,
      conditions: `${LIST}; ${conditions}`,
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

/** A JPEG of 12 megapixels with about as much detail as a phone's. */
function ordinaryPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  return sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#888', noise } })
    .blur(2)
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** A normal photo: all its sizes, from the first byte sent to the response. */
async function photo({ url, pid }: Sent, member: string, jpeg: Uint8Array): Promise<Figure> {
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
