/**
 * Decodes pictures in a child process, with limits on memory and time. The product's own threads stay free, and a crash ends only the
 * child process (decision 0018).
 */
import { err, type Result } from '#domain/result'
import { openChildProcess } from '#server/platform/child-process'
import type { EncodingError, PictureFile, PictureSource } from '#server/platform/storage/picture-encoding'

/**
 * `too_demanding`: the picture exceeded the limits of memory or time, or crashed the process. `busy`: too many pictures
 * wait; the same picture may succeed in a minute.
 */
export type PictureError = EncodingError | { code: 'too_demanding' | 'busy' }

export type PictureProcess = {
  /** All files of an uploaded picture. Throws if the process cannot be started or the source cannot be read. */
  encode(source: PictureSource): Promise<Result<PictureFile[], PictureError>>
  /** An uploaded picture of a document, whole, as WebP. Throws as `encode` does. */
  encodeDocument(source: PictureSource): Promise<Result<Uint8Array, PictureError>>
  /** Whether `encode` would return `busy` now. Check it before reading an upload. */
  isBusy(): boolean
  /** Ends the process. Pictures under way and waiting ones are refused as `busy`. */
  close(): Promise<void>
}

export type PictureLimits = {
  /** Resident memory of the process, in bytes. A JPEG of 16 megapixels takes 110 to 185 MB, an AVIF of 4 takes 165 to 190. */
  memory: number
  /** Processor time per picture, in milliseconds. A normal one takes a second or two. */
  cpuMs: number
  /** Elapsed time per picture, in milliseconds; on a busy machine longer than its processor time. */
  deadlineMs: number
  /** Pictures that may wait for their turn. */
  waiting: number
  /** How long the process, which takes 65 MB, stays without work, in milliseconds. */
  idleMs: number
}

export const PICTURE_LIMITS: PictureLimits = {
  memory: 195e6,
  cpuMs: 10_000,
  deadlineMs: 60_000,
  waiting: 16,
  idleMs: 30_000,
}

/**
 * Bytes. A process that keeps more memory after a picture, by fragmentation, is ended. After a portrait it keeps 95 MB,
 * after an AVIF of 4 megapixels 80 MB more.
 */
const MAX_IDLE_MEMORY = 105e6

/**
 * The child gets none of the product's settings, which hold its secrets. One thread decodes and encodes: with two, a
 * portrait is not ready sooner while the product is busy, and requests wait longer. The MALLOC_ settings make glibc
 * return a picture's memory at once; by default it keeps up to 160 MB, in pieces that the next picture cannot use.
 */
const ENVIRONMENT = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** Requests to the process, and their results. */
type Encoded = { portrait: PictureFile[]; document: Uint8Array }
type Kind = keyof Encoded
type Response<As extends Kind> = { result: Result<Encoded[As], EncodingError> | null; memory: number }

/** `worker`: the URL of `picture-worker.ts`, which the process runs. The process starts with the first picture. */
export function openPictureProcess(worker: URL, limits: PictureLimits = PICTURE_LIMITS): PictureProcess {
  const { memory, cpuMs, deadlineMs, idleMs, waiting } = limits
  const child = openChildProcess<{ source: PictureSource; as: Kind }, Response<Kind>>(worker, {
    name: 'picture process',
    args: [String(memory), String(cpuMs)],
    heapMb: 64,
    env: ENVIRONMENT,
    deadlineMs,
    idleMs,
    mayStay: (response) => response.memory <= MAX_IDLE_MEMORY,
  })

  const isBusy = () => child.count() > waiting
  const encode = async <As extends Kind>(source: PictureSource, as: As): Promise<Result<Encoded[As], PictureError>> => {
    if (isBusy()) return err({ code: 'busy' })
    const outcome = await child.run({ source, as })
    if (outcome === 'closed') return err({ code: 'busy' })
    if (outcome === 'ended') return err({ code: 'too_demanding' })
    const { result } = outcome.response as Response<As>
    if (!result) throw new Error('The picture process could not read its source')
    return result
  }

  return {
    isBusy,
    encode: (source) => encode(source, 'portrait'),
    encodeDocument: (source) => encode(source, 'document'),
    close: child.close,
  }
}
