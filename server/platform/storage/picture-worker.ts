/**
 * The picture process: encodes one picture after the other for `picture-process.ts`. Its arguments are the limits of
 * memory, in bytes, and of processor time per picture, in milliseconds. It kills itself when it exceeds one, and when
 * the product that started it is gone. It does so by a signal, since an orderly exit waits for the picture being
 * decoded.
 */
import { encodeDocument, encodePicture, type PictureSource } from '#server/platform/storage/picture-encoding'

const CHECK_MS = 10
const [memory = 0, cpuMs = 0] = process.argv.slice(2).map(Number)
const endNow = () => process.kill(process.pid, 'SIGKILL')

/** Processor time when the current picture began; null without one. */
let before: NodeJS.CpuUsage | null = null

setInterval(() => {
  const { user, system } = before ? process.cpuUsage(before) : { user: 0, system: 0 }
  if (process.memoryUsage.rss() > memory || (user + system) / 1_000 > cpuMs) endNow()
}, CHECK_MS)

process.on('disconnect', endNow)
process.on('message', async ({ source, as }: { source: PictureSource; as: 'portrait' | 'document' }) => {
  before = process.cpuUsage()
  const encoded = as === 'portrait' ? encodePicture(source) : encodeDocument(source)
  const result = await encoded.catch(() => null)
  before = null
  process.send?.({ result, memory: process.memoryUsage.rss() })
})
