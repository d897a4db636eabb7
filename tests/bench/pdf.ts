/**
 * Tax documents as PDFs, through the product's PDF process: a receipt in each language, and a statement of 200 rows with names in six
 * scripts. The floor in the same run: the English receipt's texts by pdf-lib alone, in a font that every reader has, without shaping,
 * layout or structure.
 */
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { openPdfProcess } from '#server/platform/pdf/pdf-process'
import { RECEIPTS } from '../support/tax-documents/receipts.ts'
import { atMost, median, percentile, sized, type Figure } from './figures.ts'

const ROUNDS = sized(30, 2)
const MOST_MS = 300
const MOST_KILOBYTES = 200
const NAMES = ['Łukasz Đặng', 'Αλέξης', 'Юлия', 'राहुल', '王小明', 'محمد']
const WORKER = new URL('../../server/platform/pdf/pdf-worker.ts', import.meta.url)

export async function measurePdf(): Promise<Figure[]> {
  const pdf = openPdfProcess(WORKER)
  try {
    const first = await elapsed(() => pdf.render(RECEIPTS.en))
    const floors: number[] = []
    const figures: Figure[] = []
    const measured = {
      ...Object.fromEntries(Object.entries(RECEIPTS).map(([language, sheet]) => [`receipt, ${language}`, sheet])),
      'statement of 200 rows': statement(),
    }
    for (const [name, sheet] of Object.entries(measured)) {
      const fresh = await elapsed(() => pdf.render(sheet))
      const times: number[] = []
      let bytes = 0
      for (let round = 0; round < ROUNDS; round += 1) {
        floors.push(await elapsed(renderFloor))
        times.push(await elapsed(async () => (bytes = (await pdf.render(sheet)).length)))
      }
      figures.push(describeFigure(name, { fresh, times, floor: median(floors), kilobytes: bytes / 1_000 }))
    }
    return [...figures, describeFirst(first)]
  } finally {
    await pdf.close()
  }
}

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
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

type Measured = { fresh: number; times: number[]; floor: number; kilobytes: number }

function describeFigure(name: string, { fresh, times, floor, kilobytes }: Measured): Figure {
  const [usual, slow] = [median(times), percentile(times, 0.95)]
  const ratio = `${(usual / floor).toFixed(1)} × floor (${floor.toFixed(1)} ms)`
  const target = atMost(slow, MOST_MS, ' ms')
  return {
    benchmark: `PDF of a ${name}`,
    found: `p50 ${usual.toFixed(0)} ms, p95 ${slow.toFixed(0)} ms, with its fonts still packed ${fresh.toFixed(0)} ms; ${ratio}; ${kilobytes.toFixed(1)} kB`,
    conditions: `${ROUNDS} rounds in turns with the floor, one document at a time in a process that has rendered before`,
    target: { text: `p95 ${target.text}, ≤ ${MOST_KILOBYTES} kB`, met: target.met && kilobytes <= MOST_KILOBYTES },
  }
}

const describeFirst = (first: number): Figure => ({
  benchmark: 'PDF, the first of a process',
  found: `${first.toFixed(0)} ms`,
  conditions: 'starts the process, which loads HarfBuzz, pdf-lib and fonts',
  target: null,
})
