/** The product's picture process, and files for it. Independent of a test runner. */
import { crc32, deflateSync } from 'node:zlib'
import { openPictureProcess, type PictureLimits, type PictureProcess } from '#server/storage/picture-process'

/** The file that the picture process runs. */
const PICTURE_WORKER = new URL('../../../server/storage/picture-worker.ts', import.meta.url)

export const openTestPictures = (limits?: PictureLimits): PictureProcess => openPictureProcess(PICTURE_WORKER, limits)

/** A valid PNG header of this size, with hardly any data behind it. */
export function hugePng(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.byteLength)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(1000))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', new Uint8Array())])
}
