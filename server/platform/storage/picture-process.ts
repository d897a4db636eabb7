/**
 * Decodes pictures in a child process, one at a time, with limits on memory and time. The product's own threads stay free,
 * and a crash ends only the child process (decision 0018).
 *
 *   nothing ─ first picture ─▶ running ─ idle, or too much memory kept ─▶ ended; the next picture starts another
 *                                 │
 *                                 └─ too much memory, too slow, crashed ─▶ killed; that picture is refused, the next ones are not
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { err, ok, type Result } from '#domain/result'
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
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let count = 0 // Pictures that wait or are being decoded.
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  const start = () => {
    const started = fork(worker, [String(limits.memory), String(limits.cpuMs)], {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=64'],
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('error', () => {}) // `ask` listens too. Any other time, such as when ending it fails, would end the product.
    if (started.pid === undefined) throw new Error('The picture process could not be started') // No file is free, say.
    started.once('exit', () => child === started && (child = null))
    started.unref()
    started.channel?.unref()
    return started
  }

  const end = () => {
    child?.kill('SIGKILL')
    child = null
  }

  const encodeNow = async <As extends Kind>(
    source: PictureSource,
    as: As,
  ): Promise<Result<Encoded[As], PictureError>> => {
    if (isClosed) return err({ code: 'busy' })
    clearTimeout(idle)
    child ??= start()
    const response = await ask(child, { source, as }, limits.deadlineMs)
    if (!response || response.memory > MAX_IDLE_MEMORY) end()
    idle = setTimeout(end, limits.idleMs).unref()
    if (!response) return err({ code: isClosed ? 'busy' : 'too_demanding' })
    if (!response.result) throw new Error('The picture process could not read its source')
    return response.result.ok ? ok(response.result.value) : err(response.result.error)
  }

  const encodeInTurn = async <As extends Kind>(
    source: PictureSource,
    as: As,
  ): Promise<Result<Encoded[As], PictureError>> => {
    if (count > limits.waiting) return err({ code: 'busy' })
    count += 1
    const turn = last.then(() => encodeNow(source, as)).finally(() => (count -= 1))
    last = turn.catch(() => {})
    return turn
  }

  return {
    isBusy: () => count > limits.waiting,
    encode: (source) => encodeInTurn(source, 'portrait'),
    encodeDocument: (source) => encodeInTurn(source, 'document'),
    async close() {
      isClosed = true
      clearTimeout(idle)
      const ended = child
      end()
      if (ended && ended.exitCode === null && ended.signalCode === null) await once(ended, 'exit')
    },
  }
}

/**
 * Null if the process ended without a response, or was too slow and must be ended. Throws if it could not be started.
 */
async function ask<As extends Kind>(
  child: ChildProcess,
  question: { source: PictureSource; as: As },
  deadlineMs: number,
): Promise<Response<As> | null> {
  const settled = new AbortController()
  const { signal } = settled
  child.ref()
  const deadline = Promise.withResolvers<null>()
  const timer = setTimeout(deadline.resolve, deadlineMs, null)
  try {
    child.send(question, () => {}) // An error means that the process is gone, which its exit reports.
    return await Promise.race([
      once(child, 'message', { signal }).then(([response]) => response as Response<As>), // Throws on an `error` event.
      once(child, 'exit', { signal }).then(() => null),
      deadline.promise,
    ])
  } finally {
    clearTimeout(timer)
    settled.abort()
    child.unref()
  }
}
