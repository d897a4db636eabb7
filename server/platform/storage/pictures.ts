/**
 * Stores pictures of people: each upload becomes eight square files (four widths, AVIF and WebP) under a random key.
 *
 *   source ─▶ picture process: known format? decode, upright, square ─▶ pictures/<key>/<width>.<format>
 *
 * A key is never reused, so its files may be cached for ever.
 *
 * Units: widths in device pixels, sizes in bytes. Errors: a `PictureError` is for the uploader to act on; a throw is a bug
 * or an outage.
 */
import { randomBytes } from 'node:crypto'
import { err, ok, type Result } from '#domain/result'
import { loadSharp } from '#server/platform/storage/load-sharp'
import {
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type PictureFormat,
  type PictureSource,
  type PictureWidth,
} from '#server/platform/storage/picture-encoding'
import type { PictureError, PictureProcess } from '#server/platform/storage/picture-process'
import type { Storage } from '#server/platform/storage/store'

export type { PictureError } from '#server/platform/storage/picture-process'

/** The parts of `App` that storing a picture needs. */
export type PictureStore = { storage: Storage; pictures: PictureProcess }

/**
 * Stores a picture as eight files and returns its key: 128 random bits, 22 characters of base64url. `announce` receives the
 * key before the first file is written, so that none is left unknown if the product ends meanwhile.
 */
export async function storePicture(
  { storage, pictures }: PictureStore,
  source: PictureSource,
  announce: (key: string) => Promise<void>,
): Promise<Result<{ key: string }, PictureError>> {
  const encoded = await pictures.encode(source)
  if (!encoded.ok) return err(encoded.error)

  const key = randomBytes(16).toString('base64url')
  await announce(key)
  try {
    for (const file of encoded.value) await storage.put(fileName(key, file.width, file.format), file.bytes)
  } catch (error) {
    await removePicture(storage, key)
    throw error
  }
  return ok({ key })
}

/** One file of a picture, for `GET /pictures/:key/:width.:format`. Null if there is none. */
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
  // The name is enough for a tag, since a key is never reused.
  return bytes && { bytes, type: `image/${knownFormat}`, etag: `"${key}-${knownWidth}-${knownFormat}"` }
}

/** A picture as PNG, to be drawn into another one. Null if there is none. */
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
