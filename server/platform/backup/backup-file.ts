/**
 * The file of a backup: a tar archive, compressed by zstd, and encrypted if there is a key. Without a key any `tar --zstd` reads
 * it. It is written and read in constant memory.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { once } from 'node:events'
import { BackupError, damaged } from '#server/platform/backup/backup-error'
import { readBytes } from '#server/platform/backup/byte-reader'
import { SEALED, seal, unseal } from '#server/platform/backup/seal'
import { readTar, TAR_END, tarEntry, type Entry } from '#server/platform/backup/tar'
import * as m from '#messages/operators'

const BUFFER_BYTES = 1_048_576
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

export type BackupFile = {
  add(entry: Entry): Promise<void>
  /** Ends the file and gives it its name. Before that, none exists under it. */
  close(): Promise<void>
  /** Removes what was written. */
  abandon(): Promise<void>
}

/** `key`: null writes it unencrypted. Only its owner may read the file. */
export function createBackupFile(path: string, key: string | null): BackupFile {
  const draft = `${path}.unfinished`
  const plain = new PassThrough({ highWaterMark: BUFFER_BYTES })
  const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 }
  const compressed = createZstdCompress({ params, chunkSize: BUFFER_BYTES })
  const target = createWriteStream(draft, { mode: 0o600, highWaterMark: 4 * BUFFER_BYTES })
  const written = key
    ? pipeline(plain, compressed, (source: AsyncIterable<Buffer>) => seal(source, key), target)
    : pipeline(plain, compressed, target)
  written.catch(() => undefined) // Writing or closing reports it.

  const write = async (bytes: Buffer) => {
    if (plain.destroyed) await written
    if (!plain.write(bytes)) await Promise.race([once(plain, 'drain'), written])
  }
  return {
    async add(entry) {
      for (const bytes of tarEntry(entry)) if (bytes.length > 0) await write(bytes)
    },
    async close() {
      await write(TAR_END)
      plain.end()
      await written
      const file = await open(draft, 'r+')
      await file.sync()
      await file.close()
      await rename(draft, path)
    },
    async abandon() {
      plain.destroy()
      await written.catch(() => undefined)
      await rm(draft, { force: true })
    },
  }
}

/** The entries in their order. Throws a `BackupError` for a file that is foreign, damaged, cut off, or opened by another key. */
export async function* readBackupFile(path: string, key: string | null): AsyncGenerator<Entry> {
  try {
    yield* readTar(decompress(await openFile(path, key)))
  } catch (error) {
    if (error instanceof BackupError || !isOfZstd(error)) throw error
    throw damaged()
  }
}

async function openFile(path: string, key: string | null): Promise<AsyncIterable<Buffer>> {
  const source = createReadStream(path, { highWaterMark: BUFFER_BYTES })
  const reader = readBytes(source)
  const first = await reader.take(ZSTD.length).catch((error: unknown) => refuseForeign(error))
  if (first.equals(ZSTD)) return prepend(first, reader.rest())
  if (!first.equals(SEALED.subarray(0, ZSTD.length))) return refuseForeign()
  const line = Buffer.concat([first, await reader.take(SEALED.length - ZSTD.length)])
  if (!line.equals(SEALED)) return refuseForeign()
  if (!key) throw new BackupError(m.backupEncrypted())
  return unseal(reader, key)
}

function refuseForeign(error?: unknown): never {
  if (error && !(error instanceof BackupError)) throw error // The file cannot be read.
  throw new BackupError(m.noBackup())
}

async function* prepend(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

function decompress(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const plain = createZstdDecompress({ chunkSize: BUFFER_BYTES })
  pipeline(Readable.from(source), plain).catch(() => undefined) // Reading `plain` throws it.
  return plain
}

const isOfZstd = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(ZSTD_|Z_|ERR_)/.test(String(error.code))
