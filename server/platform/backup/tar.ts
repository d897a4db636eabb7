/**
 * Files one after the other in the tar format (POSIX.1-1988, "ustar"), which every system can unpack. Owners, dates and links
 * are not used.
 */
import { BackupError, damaged } from '#server/platform/backup/backup-error'
import { readBytes } from '#server/platform/backup/byte-reader'
import * as m from '#messages/operators'

export type Entry = { name: string; bytes: Buffer }

const BLOCK = 512
const MAX_NAME = 100
const MAX_PREFIX = 155
/** No entry of ours is larger: a picture has 10 MB at most. What claims more would only fill the memory. */
const MAX_ENTRY_BYTES = 256 * 1_048_576

/** What ends an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/** An entry as it stands in the archive: its head, its bytes, and zeros up to a whole block. */
export function tarEntry({ name, bytes }: Entry): Buffer[] {
  const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)
  return [makeHeader(name, bytes.length), bytes, padding]
}

function makeHeader(path: string, size: number): Buffer {
  const { name, prefix } = splitPath(path)
  const head = Buffer.alloc(BLOCK)
  head.write(name, 0)
  head.write('0000600\0', 100)
  head.write('0000000\0', 108)
  head.write('0000000\0', 116)
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  head.write('00000000000\0', 136)
  head.write('0', 156) // A plain file.
  head.write('ustar\u000000', 257)
  head.write(prefix, 345)
  head.write(`${computeChecksum(head).toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** Names of more than 100 characters are split at a slash. */
function splitPath(path: string): { name: string; prefix: string } {
  if (path.length <= MAX_NAME) return { name: path, prefix: '' }
  const slash = path.indexOf('/', path.length - MAX_NAME - 1)
  if (slash < 0 || slash > MAX_PREFIX) throw new BackupError(m.fileNameLong({ path }))
  return { name: path.slice(slash + 1), prefix: path.slice(0, slash) }
}

/** The sum of all bytes, with the eight of the sum itself as blanks. */
function computeChecksum(head: Buffer): number {
  return head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
}

/** Throws at the first thing that is not as `tarEntry` writes it, and if the end is missing. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const reader = readBytes(source)
  for (;;) {
    const head = await reader.take(BLOCK)
    if (head.every((byte) => byte === 0)) {
      await reader.take(TAR_END.length - BLOCK)
      if (await reader.isAtEnd()) return // Read to the end, where the compression proves that all was there.
      throw damaged()
    }
    const size = Number.parseInt(textAt(head, 124, 11), 8)
    if (Number.parseInt(textAt(head, 148, 6), 8) !== computeChecksum(head) || !(size <= MAX_ENTRY_BYTES))
      throw damaged()
    const prefix = textAt(head, 345, MAX_PREFIX)
    const name = textAt(head, 0, MAX_NAME)
    const bytes = await reader.take(size)
    await reader.take((BLOCK - (size % BLOCK)) % BLOCK)
    yield { name: prefix ? `${prefix}/${name}` : name, bytes }
  }
}

const textAt = (head: Buffer, from: number, length: number) =>
  head.toString('utf8', from, from + length).replace(/\0.*$/s, '')
