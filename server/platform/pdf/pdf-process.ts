/**
 * Renders documents in a child process, one at a time, with limits on memory and time: a long statement takes a few tenths of a second,
 * in which the product's own thread would serve no one, and its fonts take memory that most processes never need (decision 0070).
 *
 *   nothing ─ first document ─▶ running ─ idle ─▶ ended; the next document starts another
 *                                  │
 *                                  └─ too slow, crashed ─▶ killed; that document fails, the next ones do not
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { DocumentSheet } from '#domain/tax-documents/sheet'

export type PdfProcess = {
  /**
   * A tax document as a PDF of A4. The same sheet gives the same bytes. Texts of any script and length are fine: what no font has is a
   * box, and what is longer than any form lets through ends with an ellipsis.
   *
   * @throws Error if the sheet has more than 1,000 rows, if too many documents wait (the same one may succeed in a minute), if it takes
   *   too long, or if the process cannot be started.
   */
  render(sheet: DocumentSheet): Promise<Uint8Array>
  /**
   * As `render`, for a person who waits. A sheet that is requested again meanwhile is rendered once, and null says that others wait already:
   * most places are for emails, so that people who download again and again keep no email from its files.
   */
  renderForDownload(sheet: DocumentSheet): Promise<Uint8Array | null>
  /** Ends the process. Documents under way and waiting ones fail. */
  close(): Promise<void>
}

export type PdfLimits = {
  /** Megabytes of JavaScript values. A statement of 1,000 rows takes about 60. */
  heapMb: number
  /** Elapsed time per document, in milliseconds. A receipt takes 10 to 30, a statement of 1,000 rows about 400, the first one 500 more. */
  deadlineMs: number
  /** Documents that may wait for their turn. */
  waiting: number
  /** Behind how many documents a download may wait. */
  downloads: number
  /** How long the process, which takes 150 to 250 MB, stays without work, in milliseconds. */
  idleMs: number
}

export const PDF_LIMITS: PdfLimits = { heapMb: 192, deadlineMs: 20_000, waiting: 64, downloads: 8, idleMs: 60_000 }

type Response = { pdf: Uint8Array } | { problem: string }

/** `worker`: the URL of `pdf-worker.ts`, which the process runs. The process starts with the first document. */
export function openPdfProcess(worker: URL, limits: PdfLimits = PDF_LIMITS): PdfProcess {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let count = 0 // Documents that wait or are being rendered.
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()
  const downloads = new Map<string, Promise<Uint8Array>>()

  const start = () => {
    const started = fork(worker, [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${limits.heapMb}`],
      env: { TZ: 'UTC' }, // None of the product's settings, which hold its secrets.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('error', () => {}) // `ask` listens too. Any other time, such as when ending it fails, would end the product.
    if (started.pid === undefined) throw new Error('The PDF process could not be started')
    started.once('exit', () => child === started && (child = null))
    started.unref()
    started.channel?.unref()
    return started
  }
  const end = () => {
    child?.kill('SIGKILL')
    child = null
  }
  const renderNow = async (sheet: DocumentSheet): Promise<Uint8Array> => {
    if (isClosed) throw new Error('The PDF process is closed')
    clearTimeout(idle)
    child ??= start()
    const response = await ask(child, sheet, limits.deadlineMs)
    if (!response) end()
    idle = setTimeout(end, limits.idleMs).unref()
    if (!response) throw new Error(isClosed ? 'The PDF process was closed' : 'A document took too long to render')
    if ('problem' in response) throw new Error(response.problem)
    return response.pdf
  }

  const render = async (sheet: DocumentSheet): Promise<Uint8Array> => {
    if (count > limits.waiting) throw new Error('Too many documents wait to be rendered')
    count += 1
    const turn = last.then(() => renderNow(sheet)).finally(() => (count -= 1))
    last = turn.catch(() => {})
    return turn
  }

  return {
    render,
    async renderForDownload(sheet) {
      const key = JSON.stringify(sheet)
      const underWay = downloads.get(key)
      if (underWay) return underWay
      if (count > limits.downloads) return null
      const rendered = render(sheet).finally(() => downloads.delete(key))
      downloads.set(key, rendered)
      return rendered
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      const ended = child
      end()
      if (!ended || ended.exitCode !== null || ended.signalCode !== null) return
      ended.ref() // Nothing else may keep a command running until then.
      await once(ended, 'exit')
    },
  }
}

/** Null if the process ended without a response, or was too slow and must be ended. */
async function ask(child: ChildProcess, sheet: DocumentSheet, deadlineMs: number): Promise<Response | null> {
  const settled = new AbortController()
  const { signal } = settled
  child.ref()
  const deadline = Promise.withResolvers<null>()
  const timer = setTimeout(deadline.resolve, deadlineMs, null)
  try {
    child.send(sheet, () => {}) // An error means that the process is gone, which its exit reports.
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
