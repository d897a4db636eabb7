/**
 * Renders documents in a child process: a long statement takes a few tenths of a second, in which the product's own thread would serve
 * no one, and its fonts take memory that most processes never need (decision 0070).
 */
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { openChildProcess } from '#server/platform/child-process'

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
  const { heapMb, deadlineMs, idleMs, waiting } = limits
  const child = openChildProcess<DocumentSheet, Response>(worker, {
    name: 'PDF process',
    heapMb,
    env: { TZ: 'UTC' }, // None of the product's settings, which hold its secrets.
    deadlineMs,
    idleMs,
  })
  const downloads = new Map<string, Promise<Uint8Array>>()

  const render = async (sheet: DocumentSheet): Promise<Uint8Array> => {
    if (child.count() > waiting) throw new Error('Too many documents wait to be rendered')
    const outcome = await child.run(sheet)
    if (outcome === 'closed') throw new Error('The PDF process is closed')
    if (outcome === 'ended') throw new Error('A document took too long to render')
    if ('problem' in outcome.response) throw new Error(outcome.response.problem)
    return outcome.response.pdf
  }

  return {
    render,
    async renderForDownload(sheet) {
      const key = JSON.stringify(sheet)
      const underWay = downloads.get(key)
      if (underWay) return underWay
      if (child.count() > limits.downloads) return null
      const rendered = render(sheet).finally(() => downloads.delete(key))
      downloads.set(key, rendered)
      return rendered
    },
    close: child.close,
  }
}
