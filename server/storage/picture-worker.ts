/**
 * What the picture process runs: one picture after the other, as `picture-process.ts` asks for them. Started with the memory
 * it may use, in bytes, and the processor time for a picture, in milliseconds. It ends at once when it uses more, and when
 * the product that started it is gone: by a signal to itself, since an orderly exit waits for what is being decoded.
 */
import { encodePicture, type PictureSource } from '#server/storage/picture-encoding'

const CHECK_MS = 10
const [memory = 0, cpuMs = 0] = process.argv.slice(2).map(Number)
const endNow = () => process.kill(process.pid, 'SIGKILL')

/** Processor time before the picture at work; null while there is none. */
let before: NodeJS.CpuUsage | null = null

setInterval(() => {
  const { user, system } = before ? process.cpuUsage(before) : { user: 0, system: 0 }
  if (process.memoryUsage.rss() > memory || (user + system) / 1_000 > cpuMs) endNow()
}, CHECK_MS)

process.on('disconnect', endNow)
process.on('message', async (source: PictureSource) => {
  before = process.cpuUsage()
  const result = await encodePicture(source).catch(() => null)
  before = null
  process.send?.({ result, memory: process.memoryUsage.rss() })
})
