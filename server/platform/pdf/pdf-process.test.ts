import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { openPdfProcess, PDF_LIMITS, type PdfLimits, type PdfProcess } from '#server/platform/pdf/pdf-process'
import { renderPdf } from '#server/platform/pdf/render-pdf'
import { RECEIPTS } from '../../../tests/support/tax-documents/receipts.ts'
import { folder, useFolder } from '../../../tests/support/folder.ts'

const { en: RECEIPT } = RECEIPTS
const WORKER = new URL('pdf-worker.ts', import.meta.url)

useFolder()

const opened: PdfProcess[] = []
afterEach(async () => {
  for (const pdf of opened.splice(0)) await pdf.close()
})

function open(limits: Partial<PdfLimits> = {}, worker = WORKER): PdfProcess {
  const pdf = openPdfProcess(worker, { ...PDF_LIMITS, ...limits })
  opened.push(pdf)
  return pdf
}

/** A process that runs this script instead of ours. */
function openScript(script: string, limits: Partial<PdfLimits> = {}): PdfProcess {
  const file = join(folder, `${opened.length}-${script.length}.mjs`)
  writeFileSync(file, script)
  return open(limits, pathToFileURL(file))
}

/** Answers with its process id, and never on a sheet without a title. */
const REPORTS_PID = `process.on('message', ({ title }) => {
  if (title) process.send({ pdf: new Uint8Array(new Int32Array([process.pid]).buffer) })
})`
const UNTITLED = { ...RECEIPT, title: '' }

describe('the PDF process', () => {
  it('renders what the same thread would, and says why it cannot', async () => {
    const pdf = open()
    const rendered = await pdf.render(RECEIPT)
    expect(Buffer.compare(rendered, await renderPdf(RECEIPT))).toBe(0)
    const long = { ...RECEIPT, rows: Array.from({ length: 1_001 }, () => ['']) }
    await expect(pdf.render(long)).rejects.toThrow('at most 1000 rows')
    expect(Buffer.compare(await pdf.render(RECEIPT), rendered)).toBe(0)
  })

  it('gives up a document that takes too long, and renders the next one in another process', async () => {
    const pdf = openScript(REPORTS_PID, { deadlineMs: 2_000 })
    const before = await pdf.render(RECEIPT)
    const [slow, next] = await Promise.allSettled([pdf.render(UNTITLED), pdf.render(RECEIPT)])
    expect(slow).toMatchObject({ reason: { message: expect.stringContaining('too long') } })
    expect(next).toMatchObject({ status: 'fulfilled' })
    expect(next).not.toMatchObject({ value: before })
  })

  it('fails the document that crashes it, and no other', async () => {
    const pdf = openScript(REPORTS_PID.replace('\n})', '\n  else process.exit(1)\n})'))
    const turns = await Promise.allSettled([pdf.render(UNTITLED), pdf.render(RECEIPT)])
    expect(turns.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('refuses documents at once while too many wait, and all of them once it is closed', async () => {
    const pdf = openScript(REPORTS_PID, { waiting: 1 })
    const turns = [pdf.render(UNTITLED), pdf.render(RECEIPT), pdf.render(RECEIPT)].map((turn) => turn.catch(String))
    expect(await turns[2]).toContain('Too many')
    await pdf.close()
    expect(await Promise.all(turns.slice(0, 2))).toEqual([
      expect.stringContaining('closed'),
      expect.stringContaining('closed'),
    ])
    await expect(pdf.render(RECEIPT)).rejects.toThrow('closed')
  })

  it('renders what is downloaded again meanwhile once, and leaves most places to emails', async () => {
    const pdf = openScript(REPORTS_PID, { waiting: 2, downloads: 0 })
    const ends = (rendered: Promise<Uint8Array | null>) => rendered.catch(String)
    const [first, again] = [ends(pdf.renderForDownload(UNTITLED)), ends(pdf.renderForDownload(UNTITLED))]
    expect(await pdf.renderForDownload(RECEIPT)).toBeNull()
    const email = ends(pdf.render(RECEIPT))
    await pdf.close()
    expect(await Promise.all([first, again, email])).toEqual(Array(3).fill(expect.stringContaining('closed')))
  })
})
