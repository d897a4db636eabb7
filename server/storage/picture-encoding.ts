/**
 * Whatever was uploaded becomes eight square files: four widths, AVIF and WebP. Runs in the picture process
 * (`picture-process.ts`), since decoding takes memory and time that the sender's bytes decide.
 *
 *   bytes ─▶ known format? ─▶ sizes from the header ─▶ decode, upright, square ─▶ eight files
 *
 * Only pixels pass: each file is encoded afresh, so EXIF, GPS, colour profiles and anything hidden behind the picture
 * stay out. Of an animation or a document of several pages only the first picture is read.
 */
import { readFile } from 'node:fs/promises'
import { err, ok, type Result } from '#domain/result'
import { loadSharp } from '#server/storage/load-sharp'

export const PICTURE_WIDTHS = [96, 192, 384, 768] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024
const MIN_PICTURE_SIDE = 96

/** AVIF takes about 20 bytes of memory for each pixel, the other formats at most 10. */
const MAX_PICTURE_PIXELS = { jpeg: 16_000_000, png: 16_000_000, webp: 16_000_000, avif: 8_000_000 } as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** An uploaded file: its path, or its bytes where it was made by the product itself. */
export type PictureSource = string | Uint8Array

/** One of the files that together are a picture. */
export type PictureFile = { width: PictureWidth; format: PictureFormat; bytes: Uint8Array }

/** `not_a_picture`: no JPEG, PNG, WebP or AVIF, or a broken one. `too_large`: in bytes or pixels. */
export type EncodingError = { code: 'not_a_picture' | 'too_large' | 'too_small' }

/** All files of a picture, at most half a megabyte together. Throws when the source cannot be read from disk. */
export async function encodePicture(source: PictureSource): Promise<Result<PictureFile[], EncodingError>> {
  const bytes = typeof source === 'string' ? await readFile(source) : source
  if (bytes.byteLength > MAX_PICTURE_BYTES) return err({ code: 'too_large' })
  const format = formatOf(bytes)
  if (!format) return err({ code: 'not_a_picture' })
  const square = await decode(bytes, format)
  return square.ok ? ok(await encode(square.value)) : square
}

type SourceFormat = keyof typeof MAX_PICTURE_PIXELS

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

const LARGEST_WIDTH = Math.max(...PICTURE_WIDTHS)

type Square = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

/** The picture upright, cut to a square around its middle, as bare sRGB pixels 768 wide. Transparent parts become white. */
async function decode(bytes: Uint8Array, format: SourceFormat): Promise<Result<Square, EncodingError>> {
  const sharp = await loadSharp()
  const limitInputPixels = MAX_PICTURE_PIXELS[format]
  try {
    // The header first: it is read without decoding, so that a bomb is measured and never opened.
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (header.format !== (format === 'avif' ? 'heif' : format)) return err({ code: 'not_a_picture' })
    if (header.width * header.height > limitInputPixels) return err({ code: 'too_large' })
    if (Math.min(header.width, header.height) < MIN_PICTURE_SIDE) return err({ code: 'too_small' })
    const square = await sharp(bytes, { limitInputPixels, failOn: 'warning' })
      .autoOrient()
      .resize(LARGEST_WIDTH, LARGEST_WIDTH, { fit: 'cover' })
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

async function encode(square: Square): Promise<PictureFile[]> {
  const sharp = await loadSharp()
  const { width, height, channels } = square.info
  const files: PictureFile[] = []
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
