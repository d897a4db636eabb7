/**
 * Tax documents as PDFs: a receipt in each language, and a statement of 200 rows with names in six scripts, as the PDF process renders
 * them one after the other. The floor in the same run: the English receipt's texts by pdf-lib alone, in a font that every reader has,
 * without shaping, layout or structure.
 */
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { openPdfProcess } from '#server/platform/pdf/pdf-process'
import { renderPdf } from '#server/platform/pdf/render-pdf'
import { RECEIPTS } from '../support/tax-documents/receipts.ts'
import { atMost, median, percentile, sized, type Figure } from './figures.ts'

const ROUNDS = sized(30, 2)
const MOST_MS = 300
const MOST_KILOBYTES = 200
const NAMES = ['Łukasz Đặng', 'Αλέξης', 'Юлия', 'राहुल', '王小明', 'محمد']
const WORKER = new URL('../../server/platform/pdf/pdf-worker.ts', import.meta.url)

export async function measurePdf(): Promise<Figure[]> {
  const receipts = Object.entries(RECEIPTS).map(([language, sheet]): [string, DocumentSheet] => [
    `receipt, ${language}`,
    sheet,
  ])
  const figures: Figure[] = []
  await renderPdf(RECEIPTS.en)
  for (const [name, sheet] of [...receipts, ['statement of 200 rows', statement()] as const])
    figures.push(await measureSheet(name, sheet))
  return [...figures, await measureFirst()]
}

/** Milliseconds: elapsed, and of the processor. */
type Time = { elapsed: number; cpu: number }

async function time(work: () => Promise<unknown>): Promise<Time> {
  const [started, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { elapsed: performance.now() - started, cpu: (user + system) / 1_000 }
}

async function measureSheet(name: string, sheet: DocumentSheet): Promise<Figure> {
  const packed = await time(() => renderPdf(sheet))
  const floors: Time[] = []
  const times: Time[] = []
  let kilobytes = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await time(renderFloor))
    times.push(await time(async () => (kilobytes = (await renderPdf(sheet)).length / 1_000)))
  }
  const [cpu, floor] = [times, floors].map((each) => median(each.map((one) => one.cpu))) as [number, number]
  const elapsed = times.map((one) => one.elapsed)
  const slow = percentile(elapsed, 0.95)
  const target = atMost(slow, MOST_MS, ' ms')
  return {
    benchmark: `PDF of a ${name}`,
    found: `${cpu.toFixed(0)} ms of CPU, ${(cpu / floor).toFixed(1)} × floor (${floor.toFixed(1)} ms); p50 ${median(elapsed).toFixed(0)} ms, p95 ${slow.toFixed(0)} ms, with its fonts still packed ${packed.elapsed.toFixed(0)} ms; ${kilobytes.toFixed(1)} kB`,
    conditions: `medians of ${ROUNDS} rounds in turns with the floor, in one process`,
    target: { text: `p95 ${target.text}, ≤ ${MOST_KILOBYTES} kB`, met: target.met && kilobytes <= MOST_KILOBYTES },
  }
}

/** The first document, for which the process starts. */
async function measureFirst(): Promise<Figure> {
  const pdf = openPdfProcess(WORKER)
  try {
    const { elapsed } = await time(() => pdf.render(RECEIPTS.en))
    return {
      benchmark: 'PDF, the first of a process',
      found: `${elapsed.toFixed(0)} ms`,
      conditions: 'starts the process, which loads HarfBuzz, pdf-lib and fonts',
      target: null,
    }
  } finally {
    await pdf.close()
  }
}

function statement(): DocumentSheet {
  const rows = Array.from({ length: 200 }, (_, row) => [
    `${1 + (row % 30)} November 2026 · CV review with ${NAMES[row % NAMES.length]} (7F3K-${1_000 + row})`,
    '£40.00',
    '£6.00',
    row % 9 ? '£0.00' : '−£40.00',
    '£34.00',
  ])
  return {
    ...RECEIPTS.en,
    title: 'Statement',
    head: ['Date and session', 'Price', 'Fee', 'Refunded', 'Your share'],
    rows,
  }
}

async function renderFloor(): Promise<Uint8Array> {
  const { title, facts, parties, head, rows, totals, notes, issuer } = RECEIPTS.en
  const texts = [
    title,
    ...[...facts, ...totals, ...rows, head].flat(),
    ...parties.flatMap(({ lines }) => lines),
    ...notes,
    issuer,
  ]
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([595, 842])
  // The font has Latin letters of Western Europe alone.
  for (const [index, text] of texts.entries())
    page.drawText(text.replaceAll(/[^\x20-\x7E\xA0-\xFF]/g, '?'), { x: 50, y: 800 - index * 14, size: 10, font })
  return document.save()
}
