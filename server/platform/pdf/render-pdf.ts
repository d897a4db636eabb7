/** Renders a tax document as a PDF of A4, in this thread. The product does it in a process (`pdf-process.ts`). */
import { createHash } from 'node:crypto'
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { cleanSheet } from '#server/platform/pdf/clean-text'
import { prepareFonts, type Weight } from '#server/platform/pdf/document-fonts'
import { writePdf } from '#server/platform/pdf/pdf-file'
import { layOutSheet } from '#server/platform/pdf/sheet-layout'
import { openTypesetter } from '#server/platform/pdf/typesetting'

/**
 * Embeds the characters that the sheet uses, in any script of `font-families.ts`; other characters are boxes. The same sheet gives the same
 * bytes. Texts are bounded by `clean-text.ts`.
 *
 * @throws RangeError if the sheet has more than 1,000 rows.
 */
export async function renderPdf(sheet: DocumentSheet): Promise<Uint8Array> {
  const clean = cleanSheet(sheet)
  const fonts = await prepareFonts(clean.language, listTexts(clean))
  const { pages, root } = layOutSheet(clean, openTypesetter(fonts, clean.language))
  const id = createHash('sha256').update(JSON.stringify(clean)).digest().subarray(0, 16)
  return writePdf({ title: clean.title, language: clean.language, id }, pages, root)
}

/** A superset of what is shown at each weight: the layout chooses the weight. */
function listTexts({ title, facts, parties, head, rows, totals, notes, issuer }: DocumentSheet) {
  const bold = [title, ...head, ...parties.flatMap(({ lines }) => lines.slice(0, 1)), ...(totals.at(-1) ?? [])]
  const regular = [
    ...[...facts, ...totals, ...rows].flat(),
    ...parties.flatMap(({ label, lines }) => [label, ...lines]),
    ...notes,
    issuer,
    '0123456789 / ', // Page numbers.
  ]
  return new Map<Weight, Set<string>>([
    [400, new Set(regular)],
    [600, new Set(bold)],
  ])
}
