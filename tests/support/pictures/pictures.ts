/** The product's picture process, and files for it. Independent of a test runner. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { openPictureProcess, type PictureLimits, type PictureProcess } from '#server/platform/storage/picture-process'

/** The file that the picture process runs. */
const PICTURE_WORKER = new URL('../../../server/platform/storage/picture-worker.ts', import.meta.url)

export const openTestPictures = (limits?: PictureLimits): PictureProcess => openPictureProcess(PICTURE_WORKER, limits)

/** Encodes equal pictures once, since each takes a large part of a second of processor time. */
export function encodeEachOnce(pictures: PictureProcess): PictureProcess {
  const known = new Map<string, ReturnType<PictureProcess['encode']>>()
  const encode: PictureProcess['encode'] = (source) => {
    const key = createHash('sha256')
      .update(typeof source === 'string' ? readFileSync(source) : source)
      .digest('hex')
    const encoded = known.get(key) ?? pictures.encode(source)
    known.set(key, encoded)
    return encoded
  }
  return { ...pictures, encode }
}

/** A chunk of a PNG. */
function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG with more chunks of this type behind its header. `packed`: the data is compressed, as in iCCP and zTXt. */
export function withPngChunks(png: Buffer, type: string, data: Uint8Array, { count = 1, packed = false } = {}): Buffer {
  const named = packed ? Buffer.concat([Buffer.from('a\0\0'), deflateSync(data, { level: 1 })]) : data
  const headerEnd = 33
  const chunks = Buffer.concat(Array<Buffer>(count).fill(pngChunk(type, named)))
  return Buffer.concat([png.subarray(0, headerEnd), chunks, png.subarray(headerEnd)])
}

/** A segment of a JPEG, such as 0xe1 (APP1), with at most 65,533 bytes. */
function jpegSegment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.byteLength + 2, 2)
  return Buffer.concat([head, data])
}

/** A JPEG with more segments at its start. */
export function withJpegSegments(jpeg: Buffer, marker: number, data: Uint8Array, count = 1): Buffer {
  const segments = Buffer.concat(Array<Buffer>(count).fill(jpegSegment(marker, data)))
  return Buffer.concat([jpeg.subarray(0, 2), segments, jpeg.subarray(2)])
}

/**
 * A valid grey JPEG whose every coefficient comes in scans of its own, bit by bit: 896 of them, each of which visits
 * every block. `side` is a multiple of 8.
 */
export function jpegOfManyScans(side: number): Buffer {
  const blocks = (side / 8) ** 2
  const [dc, ac] = [bitWriter(), bitWriter()]
  for (let n = 0; n < blocks; n += 1) dc.put(0, 1)
  for (let left = blocks; left > 0;) {
    const run = Math.min(left, 32_767)
    const size = Math.floor(Math.log2(run))
    ac.put(size, 4) // "The next `run` blocks are zero."
    ac.put(run - 2 ** size, size)
    left -= run
  }
  const runs = Uint8Array.from({ length: 15 }, (_, n) => n << 4)
  const scans: Buffer[] = []
  for (let coefficient = 0; coefficient < 64; coefficient += 1) {
    for (let bit = 13; bit >= 0; bit -= 1) {
      const precision = ((bit === 13 ? 0 : bit + 1) << 4) | bit
      scans.push(jpegSegment(0xda, Uint8Array.of(1, 1, 0, coefficient, coefficient, precision)))
      scans.push(coefficient === 0 ? dc.end() : ac.end())
    }
  }
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xc2, Uint8Array.of(8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0)),
    jpegSegment(0xdb, Buffer.concat([Buffer.alloc(1), Buffer.alloc(64, 1)])),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(16)])), // One code, of one bit.
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x10, 0, 0, 0, 15]), Buffer.alloc(12), runs])), // 15 codes of four bits.
    ...scans,
    Buffer.from([0xff, 0xd9]),
  ])
}

function bitWriter() {
  const bytes: number[] = []
  let [byte, count] = [0, 0]
  const put = (value: number, length: number) => {
    for (let at = length - 1; at >= 0; at -= 1) {
      byte = (byte << 1) | ((value >> at) & 1)
      count += 1
      if (count < 8) continue
      bytes.push(byte, ...(byte === 0xff ? [0] : [])) // A byte of ones is no marker.
      byte = 0
      count = 0
    }
  }
  /** The bytes so far, the last one filled with ones. */
  const end = () => {
    put(2 ** ((8 - count) % 8) - 1, (8 - count) % 8)
    return Buffer.from(bytes)
  }
  return { put, end }
}

/** A valid PNG header of this size, with hardly any data behind it. */
export function hugePng(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(1000))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** A WebP of 120 by 120 pixels that shows `first` and then `then` so often. Both are still WebPs of that size. */
export function animatedWebp(first: Buffer, then: Buffer, times: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(data.byteLength, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.byteLength % 2)])
  }
  const size = Buffer.from([119, 0, 0, 119, 0, 0]) // One less than width and height.
  const frame = (still: Buffer) => {
    const placed = [Buffer.alloc(6), size, Buffer.from([100, 0, 0, 0])] // At the corner, for 100 ms.
    return chunk('ANMF', Buffer.concat([...placed, still.subarray(12)]))
  }
  const moves = chunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), size]))
  const frames = [frame(first), ...Array<Buffer>(times).fill(frame(then))]
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), moves, chunk('ANIM', Buffer.alloc(6)), ...frames]))
}
