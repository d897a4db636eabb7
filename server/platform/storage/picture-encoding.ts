/**
 * Encodes an uploaded picture as eight square files: four widths, AVIF and WebP. Runs in the picture process
 * (`picture-process.ts`), since the sender's bytes decide how much memory and time decoding takes.
 *
 *   bytes ─▶ known format? ─▶ sizes from the header ─▶ decode, upright, square ─▶ eight files
 *
 * Each file is encoded anew from pixels, so EXIF, GPS, colour profiles and appended data are left out. Only the first
 * picture of an animation or a multi-page file is read.
 */
import { readFile } from 'node:fs/promises'
import type { ResizeOptions } from 'sharp'
import { err, ok, type Result } from '#domain/result'
import { loadSharp } from '#server/platform/storage/load-sharp'

export const PICTURE_WIDTHS = [96, 192, 384, 768] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024
const MIN_PICTURE_SIDE = 96

/** AVIF takes about 25 bytes of memory per pixel, the other formats at most 10. */
const MAX_PICTURE_PIXELS = { jpeg: 16_000_000, png: 16_000_000, webp: 16_000_000, avif: 4_000_000 } as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** The path of an uploaded file, or the bytes of a picture that the product has made. */
export type PictureSource = string | Uint8Array

/** One of a picture's eight files. */
export type PictureFile = { width: PictureWidth; format: PictureFormat; bytes: Uint8Array }

/** `not_a_picture`: no JPEG, PNG, WebP or AVIF, or a broken one. `too_large`: in bytes or pixels. */
export type EncodingError = { code: 'not_a_picture' | 'too_large' | 'too_small' }

/** All files of a picture, together at most half a megabyte. Throws if the source cannot be read from disk. */
export async function encodePicture(source: PictureSource): Promise<Result<PictureFile[], EncodingError>> {
  const square = await read(source, { width: MAX_WIDTH, height: MAX_WIDTH, fit: 'cover' })
  return square.ok ? ok(await encode(square.value)) : square
}

/**
 * A picture of a document as one WebP, whole and large enough to be read. Throws if the source cannot be read from disk.
 */
export async function encodeDocument(source: PictureSource): Promise<Result<Uint8Array, EncodingError>> {
  const whole = await read(source, { ...DOCUMENT_SIZE, fit: 'inside', withoutEnlargement: true })
  if (!whole.ok) return whole
  const sharp = await loadSharp()
  const { width, height, channels } = whole.value.info
  return ok(await sharp(whole.value.data, { raw: { width, height, channels } }).webp({ quality: 80 }).toBuffer())
}

/** In pixels: a page of A4 at 170 dots an inch. */
const DOCUMENT_SIZE = { width: 2_000, height: 2_000 }

async function read(source: PictureSource, size: ResizeOptions): Promise<Result<Pixels, EncodingError>> {
  const bytes = typeof source === 'string' ? await readFile(source) : source
  if (bytes.byteLength > MAX_PICTURE_BYTES) return err({ code: 'too_large' })
  const format = detectFormat(bytes)
  return format ? decode(bytes, format, size) : err({ code: 'not_a_picture' })
}

type SourceFormat = keyof typeof MAX_PICTURE_PIXELS

/** The format by the first bytes. A file's name and declared type come from the uploader and are not trusted. */
function detectFormat(bytes: Uint8Array): SourceFormat | null {
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

const MAX_WIDTH = Math.max(...PICTURE_WIDTHS)

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

/** The picture upright and resized, as sRGB pixels. Transparent parts become white. */
async function decode(
  bytes: Uint8Array,
  format: SourceFormat,
  size: ResizeOptions,
): Promise<Result<Pixels, EncodingError>> {
  const sharp = await loadSharp()
  const limitInputPixels = MAX_PICTURE_PIXELS[format]
  try {
    // Reads only the header, so that a decompression bomb is refused by its size and never decoded.
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (header.format !== (format === 'avif' ? 'heif' : format)) return err({ code: 'not_a_picture' })
    if (header.width * header.height > limitInputPixels) return err({ code: 'too_large' })
    if (Math.min(header.width, header.height) < MIN_PICTURE_SIDE) return err({ code: 'too_small' })
    const pixels = await sharp(bytes, { limitInputPixels, failOn: 'warning' })
      .autoOrient()
      .resize(size)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return ok(pixels)
  } catch {
    // sharp distinguishes a broken file from a failing machine only by message; either way this picture cannot be used.
    return err({ code: 'not_a_picture' })
  }
}

async function encode(square: Pixels): Promise<PictureFile[]> {
  const sharp = await loadSharp()
  const { width, height, channels } = square.info
  const files: PictureFile[] = []
  for (const size of PICTURE_WIDTHS) {
    const scaled = sharp(square.data, { raw: { width, height, channels } }).resize(size, size)
    // At effort 2 all widths of a drawing take a seventh of a second; 4, the default, takes five times as long and saves a
    // twentieth of the bytes. In small files 2 leaves ripples beside lines, and 3 costs nothing.
    const effort = size < 384 ? 3 : 2
    files.push({ width: size, format: 'avif', bytes: await scaled.clone().avif({ quality: 60, effort }).toBuffer() })
    files.push({ width: size, format: 'webp', bytes: await scaled.clone().webp({ quality: 80, effort: 4 }).toBuffer() })
  }
  return files
}
