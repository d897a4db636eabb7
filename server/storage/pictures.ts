/**
 * Pictures of people: whatever was uploaded becomes eight square files (four widths, AVIF and WebP) under a random key.
 *
 *   bytes ─▶ known format? ─▶ decode, upright, square ─▶ pictures/<key>/<width>.<format>
 *
 * Only pixels pass: each file is encoded afresh, so EXIF, GPS, colour profiles and anything hidden behind the picture
 * stay out. A key is never used for two pictures, hence what is read under it may be cached for ever.
 *
 * Units: widths in CSS pixels times density, sizes in bytes. Errors: what an uploader can act on is a `PictureError`;
 * a throw is a bug or an outage.
 */
import { randomBytes } from 'node:crypto'
import { err, ok, type Result } from '#domain/result'
import type { Storage } from '#server/storage/storage'

export const PICTURE_WIDTHS = [96, 192, 384, 768] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export const MOST_PICTURE_BYTES = 10 * 1024 * 1024
export const MOST_PICTURE_PIXELS = 50_000_000
export const LEAST_PICTURE_SIDE = 96

type PictureWidth = (typeof PICTURE_WIDTHS)[number]
type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** `not_a_picture`: no JPEG, PNG, WebP or AVIF, or a broken one. `too_large`: in bytes or pixels. */
export type PictureError = { code: 'not_a_picture' } | { code: 'too_large' } | { code: 'too_small' }

/** Files that together are one picture, ready to be stored. */
type Encoded = { width: PictureWidth; format: PictureFormat; bytes: Uint8Array }

/** Stores a picture as eight files and answers with its key: 128 random bits, 22 characters of base64url. */
export async function storePicture(
  storage: Storage,
  bytes: Uint8Array,
): Promise<Result<{ key: string }, PictureError>> {
  if (bytes.byteLength > MOST_PICTURE_BYTES) return err({ code: 'too_large' })
  const format = formatOf(bytes)
  if (!format) return err({ code: 'not_a_picture' })
  const square = await decode(bytes, format)
  if (!square.ok) return square

  const key = randomBytes(16).toString('base64url')
  try {
    for (const file of await encode(square.value)) await storage.put(fileName(key, file.width, file.format), file.bytes)
  } catch (error) {
    await removePicture(storage, key)
    throw error
  }
  return ok({ key })
}

/** One file of a picture, for `GET /pictures/:key/:width.:format`. Null for everything that was never stored. */
export async function readPicture(
  storage: Storage,
  key: string,
  width: number,
  format: string,
): Promise<{ bytes: Uint8Array; type: string; etag: string } | null> {
  const knownWidth = PICTURE_WIDTHS.find((each) => each === width)
  const knownFormat = PICTURE_FORMATS.find((each) => each === format)
  if (!isPictureKey(key) || !knownWidth || !knownFormat) return null
  const bytes = await storage.read(fileName(key, knownWidth, knownFormat))
  // The address alone names the content, since a key is never used twice.
  return bytes && { bytes, type: `image/${knownFormat}`, etag: `"${key}-${knownWidth}-${knownFormat}"` }
}

/** A picture as PNG, for drawings that it becomes a part of. Null as above. */
export async function readPictureAsPng(storage: Storage, key: string, width: number): Promise<Uint8Array | null> {
  const picture = await readPicture(storage, key, width, 'webp')
  if (!picture) return null
  const sharp = await loadSharp()
  return sharp(picture.bytes).png().toBuffer()
}

/** Removes every file of a picture. */
export async function removePicture(storage: Storage, key: string): Promise<void> {
  if (!isPictureKey(key)) return
  for (const width of PICTURE_WIDTHS) {
    for (const format of PICTURE_FORMATS) await storage.remove(fileName(key, width, format))
  }
}

const isPictureKey = (key: string) => /^[A-Za-z0-9_-]{22}$/.test(key)

const fileName = (key: string, width: PictureWidth, format: PictureFormat) => `pictures/${key}/${width}.${format}`

type SourceFormat = 'jpeg' | 'png' | 'webp' | 'avif'

/** What the first bytes say this is. A file's name and its declared type are the uploader's words and count for nothing. */
function formatOf(bytes: Uint8Array): SourceFormat | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  // ISO 14496-12: a box of type `ftyp` with a major brand at 8 and compatible ones from 16.
  if (text(4, 8) !== 'ftyp') return null
  const end = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), 16 + 4 * 16)
  const brands = [text(8, 12), ...(text(16, end).match(/.{4}/gs) ?? [])]
  return brands.includes('avif') ? 'avif' : null
}

const LARGEST = Math.max(...PICTURE_WIDTHS)

type Square = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

/** The picture upright, cut to a square around its middle, as bare sRGB pixels 768 wide. Transparent parts become white. */
async function decode(bytes: Uint8Array, format: SourceFormat): Promise<Result<Square, PictureError>> {
  const sharp = await loadSharp()
  try {
    // The header first: it is read without decoding, so that a bomb is measured and never opened.
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (header.format !== (format === 'avif' ? 'heif' : format)) return err({ code: 'not_a_picture' })
    if (header.width * header.height > MOST_PICTURE_PIXELS) return err({ code: 'too_large' })
    if (Math.min(header.width, header.height) < LEAST_PICTURE_SIDE) return err({ code: 'too_small' })
    const square = await sharp(bytes, { limitInputPixels: MOST_PICTURE_PIXELS, failOn: 'warning' })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize(LARGEST, LARGEST, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return ok(square)
  } catch {
    // sharp tells a broken file from a failing machine only in words; either way this picture cannot be used.
    return err({ code: 'not_a_picture' })
  }
}

async function encode(square: Square): Promise<Encoded[]> {
  const sharp = await loadSharp()
  const { width, height, channels } = square.info
  const files: Encoded[] = []
  for (const size of PICTURE_WIDTHS) {
    const scaled = sharp(square.data, { raw: { width, height, channels } }).resize(size, size)
    // At effort 2 a drawing takes a seventh of a second, all widths together; 4, the default, takes five times as long and
    // saves a twentieth of the bytes. But 2 leaves ripples beside lines in the small ones, where 3 costs nothing.
    const effort = size < 384 ? 3 : 2
    files.push({ width: size, format: 'avif', bytes: await scaled.clone().avif({ quality: 60, effort }).toBuffer() })
    files.push({ width: size, format: 'webp', bytes: await scaled.clone().webp({ quality: 80, effort: 4 }).toBuffer() })
  }
  return files
}

let loading: Promise<typeof import('sharp').default> | undefined

/**
 * sharp, loaded with the first picture, because it costs memory that most processes never need. It opens SVG, TIFF, PDF and
 * more by itself; here it opens four formats, from memory, and no other. One thread each, so that an upload leaves room.
 * Set up once: these settings are the whole process's, and blocking again would fail pictures that are being read.
 */
function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`) })
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loading
}
