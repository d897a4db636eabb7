import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_PICTURE_BYTES, PICTURE_FORMATS, PICTURE_WIDTHS } from '#server/platform/storage/picture-encoding'
import { readPicture, removePicture, storePicture } from '#server/platform/storage/pictures'
import { connectStorage } from '#server/platform/storage/storage'
import type { Storage } from '#server/platform/storage/store'
import { nonEmpty } from '../../../tests/support/non-empty.ts'
import {
  animatedWebp,
  hugePng,
  openTestPictures,
  withJpegSegments,
  withPngChunks,
} from '../../../tests/support/pictures/pictures.ts'
import { folder, useFolder } from '../../../tests/support/folder.ts'

const red = { r: 220, g: 20, b: 20 }
const green = { r: 20, g: 160, b: 20 }
const blue = { r: 20, g: 20, b: 220 }

const pictures = openTestPictures()
useFolder()
let storage: Storage

beforeEach(() => {
  storage = connectStorage({ folder })
})
afterAll(() => pictures.close())

const announce = async () => {}

/** What is left of the camera's data in a stored file. */
async function readMetadata(file: Uint8Array) {
  const { exif, xmp, icc, iptc, comments, orientation } = await sharp(file).metadata()
  return [exif, xmp, icc, iptc, comments, orientation].filter((value) => value !== undefined)
}

describe('storePicture', () => {
  it('announces the key before the first file is written', async () => {
    const bytes = await stripes([red], 200, 200).png().toBuffer()
    const announced: [key: string, file: unknown][] = []
    const made = await storePicture({ storage, pictures }, bytes, async (key) => {
      announced.push([key, await readPicture(storage, key, 96, 'avif')])
    })
    expect(made).toEqual({ ok: true, value: { key: announced[0]![0] } })
    expect(announced).toEqual([[expect.any(String), null]])
  })

  it('stores AVIF and WebP in four square sizes, under a random key', async () => {
    const bytes = await stripes([red, green], 400, 300).jpeg().toBuffer()
    const key = await stored(bytes)
    expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(await stored(bytes), 'a key’s content never changes').not.toBe(key)
    for (const [width, format, file] of nonEmpty(await everyFile(key))) {
      expect(await sharp(file).metadata()).toMatchObject({
        format: format === 'avif' ? 'heif' : 'webp',
        width,
        height: width,
      })
    }
  })

  it('removes place, author and all other metadata of the camera', async () => {
    const bytes = await stripes([red, blue], 400, 400)
      .withExif({
        IFD0: { Artist: 'Secret Photographer', ImageDescription: 'Home of the secret photographer' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '53/1 28/1 44/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '2/1 14/1 43/1',
        },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect(await sharp(bytes).metadata()).toMatchObject({
      exif: expect.anything(),
      xmp: expect.anything(),
      icc: expect.anything(),
    })
    for (const [, , file] of nonEmpty(await everyFile(await stored(bytes)))) {
      expect(await readMetadata(file)).toEqual([])
      expect(Buffer.from(file).toString('latin1')).not.toMatch(/secret|exif|gps/i)
    }
  })

  const secret = (bytes: number) => Buffer.alloc(bytes, 'secret')
  const png = (...chunks: Parameters<typeof withPngChunks> extends [Buffer, ...infer Rest] ? Rest : never) =>
    stripes([red], 120, 120)
      .png()
      .toBuffer()
      .then((bytes) => withPngChunks(bytes, ...chunks))
  const jpeg = (marker: number, data: Uint8Array, count?: number) =>
    stripes([red], 120, 120)
      .jpeg()
      .toBuffer()
      .then((bytes) => withJpegSegments(bytes, marker, data, count))
  /** A directory of tags that names itself as the next one, with 5,000 tags that each claim two billion values. */
  const endlessExif = () => {
    const tags = Buffer.from('011200037fffffff00000008', 'hex')
    const head = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\x13\x88', 'latin1')
    return Buffer.concat([head, ...Array<Buffer>(5_000).fill(tags), Buffer.from('00000008', 'hex')])
  }
  it.each<[string, () => Promise<Buffer>]>([
    ['a JPEG with a colour profile that is none', () => jpeg(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01secret'))],
    ['a JPEG with nine megabytes of tags in a circle', () => jpeg(0xe1, endlessExif(), 150)],
    ['a JPEG with 100,000 comments', () => jpeg(0xfe, secret(60), 100_000)],
    [
      'a JPEG with megabytes behind its end',
      async () => Buffer.concat([await stripes([red], 120, 120).jpeg().toBuffer(), secret(5e6)]),
    ],
    ['a PNG with 20,000 texts', () => png('tEXt', Buffer.from('Author\0secret'), { count: 20_000 })],
    ['a PNG with a text of 100 MB in few bytes', () => png('zTXt', secret(100e6), { packed: true })],
    ['a PNG with megabytes of tags', () => png('eXIf', Buffer.concat([endlessExif().subarray(6), secret(5e6)]))],
    [
      'an AVIF with megabytes behind its end',
      async () => Buffer.concat([await stripes([red], 120, 120).avif({ effort: 0 }).toBuffer(), secret(5e6)]),
    ],
  ])('stores only the pixels of %s', async (_what, make) => {
    for (const [, , file] of nonEmpty(await everyFile(await stored(await make())))) {
      expect(await readMetadata(file)).toEqual([])
      expect(Buffer.from(file).toString('latin1')).not.toContain('secret')
      expect(file.byteLength).toBeLessThan(500_000)
    }
  })

  it('turns the picture upright, however the camera was held', async () => {
    // Orientation 6: what is stored on the left belongs at the top.
    const bytes = await stripes([red, blue], 400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const key = await stored(bytes)
    expectColour(await colourAt(key, 0.5, 0.1), red)
    expectColour(await colourAt(key, 0.5, 0.9), blue)
  })

  it('crops to a centred square, and keeps the colours without the embedded profile', async () => {
    const key = await stored(await stripes([red, green, blue], 900, 300).withIccProfile('p3').png().toBuffer())
    expectColour(await colourAt(key, 0.05, 0.5), green)
    expectColour(await colourAt(key, 0.95, 0.5), green)
  })

  it('shows the first picture of an animation, of 10,000 too', async () => {
    const still = (colour: typeof red) => stripes([colour], 120, 120).webp({ effort: 0 }).toBuffer()
    const key = await stored(animatedWebp(await still(red), await still(blue), 9_999))
    expectColour(await colourAt(key, 0.5, 0.5), red)
  })

  it('puts white behind transparent parts', async () => {
    const clear = { create: { width: 200, height: 200, channels: 4, background: { ...red, alpha: 0 } } } as const
    const key = await stored(await sharp(clear).png().toBuffer())
    expectColour(await colourAt(key, 0.5, 0.5), { r: 255, g: 255, b: 255 })
  })

  it('accepts the formats that cameras, phones and drawing programs make', async () => {
    const picture = () => stripes([red, green], 200, 240)
    const frame = await picture().png().toBuffer()
    const made = [
      picture().jpeg({ progressive: true }),
      picture().toColourspace('cmyk').jpeg(),
      picture().toColourspace('rgb16').png(),
      picture().png({ palette: true }),
      sharp([frame, frame], { join: { animated: true } }).webp(),
      picture().avif({ effort: 0 }),
    ]
    for (const one of made) {
      const key = await stored(await one.toBuffer())
      expect(await readPicture(storage, key, 768, 'avif')).not.toBeNull()
    }
  })
})

describe('storePicture refuses and stores nothing', () => {
  const refusalOf = async (bytes: Uint8Array) => {
    const result = await storePicture({ storage, pictures }, bytes, announce)
    expect(readdirSync(folder)).toEqual([])
    return result.ok ? 'stored' : result.error.code
  }

  const notPictures: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
    'an SVG drawing': () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>1</script></svg>'),
    'nothing at all': () => new Uint8Array(),
    'a GIF that claims to be 65,535 pixels wide': () =>
      Buffer.from('GIF89a\xff\xff\xff\xff\xf0\0\0\xff\xff\xff\0\0\0;', 'latin1'),
    'a sound GIF': () => noise(200).gif().toBuffer(),
    'an iPhone HEIC': () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'),
    'a box that ends before its brands': () => Buffer.from('\0\0\0\xffftypmif1', 'latin1'),
    'a drawing behind the first bytes of a photo': () =>
      Buffer.from('\xff\xd8\xff<svg xmlns="http://www.w3.org/2000/svg"/>', 'latin1'),
    'half a photo': async () => half(await noise(400).jpeg().toBuffer()),
    'half a WebP': async () => half(await noise(400).webp().toBuffer()),
    'half an AVIF': async () => half(await noise(400).avif({ effort: 0 }).toBuffer()),
  }
  it.each(Object.entries(notPictures))('of %s', async (_, make) => {
    expect(await refusalOf(await make())).toBe('not_a_picture')
  })

  it.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['sixteen million pixels', () => hugePng(4_001, 4_000)],
    ['four million pixels as AVIF', () => plain(2_001, 2_000).avif({ effort: 0 }).toBuffer()],
  ])('of a picture that would decode to more than %s', async (_what, make) => {
    expect(await refusalOf(await make())).toBe('too_large')
  })

  it('of more than ten megabytes', async () => {
    const bytes = Buffer.concat([await stripes([red], 200, 200).jpeg().toBuffer(), Buffer.alloc(MAX_PICTURE_BYTES)])
    expect(await refusalOf(bytes)).toBe('too_large')
  })

  it('of a picture with a side shorter than the smallest size', async () => {
    expect(await refusalOf(await stripes([red], 400, 95).png().toBuffer())).toBe('too_small')
  })
})

describe('readPicture', () => {
  it('gives the type, and a tag that differs from file to file', async () => {
    const key = await stored(await stripes([red], 200, 200).png().toBuffer())
    expect(await readPicture(storage, key, 96, 'webp')).toMatchObject({ type: 'image/webp', etag: `"${key}-96-webp"` })
    expect(await readPicture(storage, key, 192, 'avif')).toMatchObject({
      type: 'image/avif',
      etag: `"${key}-192-avif"`,
    })
  })

  it('finds nothing under other sizes, other formats and invalid keys, nor once the picture is removed', async () => {
    const key = await stored(await stripes([red], 200, 200).png().toBuffer())
    for (const [ofKey, size, format] of [
      [key, 97, 'webp'],
      [key, Number.NaN, 'webp'],
      [key, 96, 'png'],
      ['A'.repeat(22), 96, 'webp'],
      [`../pictures/${key}`, 96, 'webp'],
      ['', 96, 'webp'],
    ] as const)
      expect(await readPicture(storage, ofKey, size, format)).toBeNull()
    await removePicture(storage, key)
    expect(await readPicture(storage, key, 96, 'webp')).toBeNull()
    expect(readdirSync(join(folder, 'pictures'))).toEqual([])
  })
})

type Colour = { r: number; g: number; b: number }

/** A picture of upright stripes of equal width. */
function stripes(colours: Colour[], width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let n = 0; n < width * height; n++) {
    const { r, g, b } = colours[Math.floor(((n % width) * colours.length) / width)]!
    pixels.set([r, g, b], n * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A picture that compresses badly, so that half of the file is half of the picture. The same each time. */
function noise(side: number) {
  const pixels = Buffer.from(Uint8Array.from({ length: side * side * 3 }, (_, n) => (n * 7919 * (n % 251)) % 256))
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
}

const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.byteLength / 2)

/** One colour, so that the file is small however large the picture. */
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red }, limitInputPixels: false })

async function stored(bytes: Uint8Array): Promise<string> {
  const result = await storePicture({ storage, pictures }, bytes, announce)
  if (!result.ok) throw new Error(`Refused: ${result.error.code}`)
  return result.value.key
}

async function everyFile(key: string): Promise<[width: number, format: string, bytes: Uint8Array][]> {
  const files: [number, string, Uint8Array][] = []
  for (const width of PICTURE_WIDTHS) {
    for (const format of PICTURE_FORMATS)
      files.push([width, format, (await readPicture(storage, key, width, format))!.bytes])
  }
  return files
}

/** The colour at a place given in parts of width and height. */
async function colourAt(key: string, x: number, y: number): Promise<Colour> {
  const file = await readPicture(storage, key, 192, 'webp')
  const pixels = await sharp(file!.bytes).raw().toBuffer()
  const at = (Math.floor(y * 192) * 192 + Math.floor(x * 192)) * 3
  return { r: pixels[at]!, g: pixels[at + 1]!, b: pixels[at + 2]! }
}

/** Compression shifts a colour a little. */
function expectColour(found: Colour, wished: Colour) {
  const shift = Math.max(Math.abs(found.r - wished.r), Math.abs(found.g - wished.g), Math.abs(found.b - wished.b))
  expect(shift, `${JSON.stringify(found)} instead of ${JSON.stringify(wished)}`).toBeLessThan(24)
}
