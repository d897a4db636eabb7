/**
 * Pictures are decoded in a process of their own, one at a time: what a sender's bytes cost there in memory and time is
 * bounded, leaves the product's own threads free, and ends with that process if it goes wrong (decision 0018).
 *
 *   nothing ─ first picture ─▶ running ─ idle, or bloated ─▶ ended; the next picture starts another
 *                                 │
 *                                 └─ too much memory, too slow, crashed ─▶ killed; that picture is refused, the next ones are not
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { err, ok, type Result } from '#domain/result'
import type { EncodingError, PictureFile, PictureSource } from '#server/storage/picture-encoding'

/**
 * `too_demanding`: the picture took more memory or time than one may, or broke the process. `busy`: too many wait; nothing
 * was looked at, and the same picture may be fine in a minute.
 */
export type PictureError = EncodingError | { code: 'too_demanding' | 'busy' }

export type PictureProcess = {
  /** All files of an uploaded picture. Throws when the process cannot be started or the source cannot be read. */
  encode(source: PictureSource): Promise<Result<PictureFile[], PictureError>>
  /** Whether `encode` would answer `busy` now: to be asked before an upload is read. */
  isBusy(): boolean
  /** Ends the process. Pictures that are under way or wait are refused as `busy`. */
  close(): Promise<void>
}

export type PictureLimits = {
  /** Resident memory of the process, in bytes. A JPEG of 12 megapixels takes 130 MB, an AVIF of 8 takes 250. */
  memory: number
  /** Processor time for one picture, in milliseconds. An honest one takes a second or two. */
  cpuMs: number
  /** From a picture's turn to its end, in milliseconds: on a busy machine the processor's time takes longer to come by. */
  deadlineMs: number
  /** Pictures that may wait for their turn. */
  waiting: number
  /** How long the process stays without work, in milliseconds. It takes 65 MB. */
  idleMs: number
}

export const PICTURE_LIMITS: PictureLimits = {
  memory: 280e6,
  cpuMs: 10_000,
  deadlineMs: 60_000,
  waiting: 16,
  idleMs: 30_000,
}

/** What the process keeps after a picture, by fragmentation. With more than this the next one begins in a fresh process. */
const BLOATED = 105e6 // Bytes. After a portrait it is 95 MB; an AVIF of 8 megapixels takes 160 MB beyond.

/**
 * None of the product's settings: they hold its secrets. One thread decodes and encodes; with two a portrait is ready no
 * sooner where the product draws the next one meanwhile, and requests wait longer. The others have glibc give back at once what a picture took; by
 * itself it keeps up to 160 MB, in pieces that the next picture cannot use.
 */
const ENVIRONMENT = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

type Response = { result: Result<PictureFile[], EncodingError> | null; memory: number }

/** `worker`: the file that the process runs, `picture-worker.ts`. Nothing is started before the first picture. */
export function openPictureProcess(worker: URL, limits: PictureLimits = PICTURE_LIMITS): PictureProcess {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let count = 0 // Of pictures that wait or are being decoded.
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  const start = () => {
    const started = fork(worker, [String(limits.memory), String(limits.cpuMs)], {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=64'],
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.once('exit', () => child === started && (child = null))
    started.unref()
    started.channel?.unref()
    return started
  }

  const end = () => {
    child?.kill('SIGKILL')
    child = null
  }

  const encodeNow = async (source: PictureSource): Promise<Result<PictureFile[], PictureError>> => {
    if (isClosed) return err({ code: 'busy' })
    clearTimeout(idle)
    child ??= start()
    const response = await ask(child, source, limits.deadlineMs)
    if (!response || response.memory > BLOATED) end()
    idle = setTimeout(end, limits.idleMs).unref()
    if (!response) return err({ code: isClosed ? 'busy' : 'too_demanding' })
    if (!response.result) throw new Error('The picture process could not read its source')
    return response.result.ok ? ok(response.result.value) : err(response.result.error)
  }

  return {
    isBusy: () => count > limits.waiting,
    async encode(source) {
      if (count > limits.waiting) return err({ code: 'busy' })
      count += 1
      const turn = last.then(() => encodeNow(source)).finally(() => (count -= 1))
      last = turn.catch(() => {})
      return turn
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      const ended = child
      end()
      if (ended && ended.exitCode === null && ended.signalCode === null) await once(ended, 'exit')
    },
  }
}

/** Null when the process ended without a response, or was too slow and is to be ended. Throws when it could not be started. */
async function ask(child: ChildProcess, source: PictureSource, deadlineMs: number): Promise<Response | null> {
  const settled = new AbortController()
  const { signal } = settled
  child.ref()
  const deadline = Promise.withResolvers<null>()
  const timer = setTimeout(deadline.resolve, deadlineMs, null)
  try {
    child.send(source, () => {}) // A process that is gone is told by its exit.
    return await Promise.race([
      once(child, 'message', { signal }).then(([response]) => response as Response), // Throws on an `error` event.
      once(child, 'exit', { signal }).then(() => null),
      deadline.promise,
    ])
  } finally {
    clearTimeout(timer)
    settled.abort()
    child.unref()
  }
}
