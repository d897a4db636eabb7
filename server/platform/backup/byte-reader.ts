/** Reads a stream of bytes in pieces of a given size. */
import { damaged } from '#server/platform/backup/backup-error'

export type ByteReader = {
  /** Reads exactly this number of bytes. Throws if the stream ends before. */
  take(size: number): Promise<Buffer>
  /** Whether nothing is left. */
  isAtEnd(): Promise<boolean>
  /** What is left, as it comes. */
  rest(): AsyncGenerator<Buffer>
}

export function readBytes(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let waiting: Buffer[] = []
  let size = 0

  async function fill(wanted: number): Promise<boolean> {
    while (size < wanted) {
      const next = await chunks.next()
      if (next.done) return false
      waiting.push(next.value)
      size += next.value.length
    }
    return true
  }

  return {
    async take(wanted) {
      if (!(await fill(wanted))) throw damaged()
      const all = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting)
      waiting = size > wanted ? [all.subarray(wanted)] : []
      size -= wanted
      return all.subarray(0, wanted)
    },
    isAtEnd: async () => !(await fill(1)),
    async *rest() {
      while (await fill(1)) {
        const now = waiting
        waiting = []
        size = 0
        yield* now
      }
    },
  }
}
