/** PDFs in tests: rendered in the test's own thread, where fonts stay unpacked from one file to the next, and read again. */
import type { PdfProcess } from '#server/platform/pdf/pdf-process'

export const openTestPdf = (): PdfProcess =>
  renderBy(async (sheet) => (await import('#server/platform/pdf/render-pdf')).renderPdf(sheet))

/** Draws nothing: most tests send emails whose receipts no one reads, and the first document takes a second in each file. */
export const openBlankPdf = (): PdfProcess => renderBy(async () => new Uint8Array())

const renderBy = (render: PdfProcess['render']): PdfProcess => ({
  render,
  renderForDownload: render,
  close: async () => {},
})

/** The text of each page, as a reader copies it. Characters whose glyph another one stands for are left out, as by browsers. */
export async function readPdf(pdf: Uint8Array): Promise<string[]> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  const { text } = await extractText(await getDocumentProxy(pdf.slice()))
  return text.map((page) => page.replaceAll('\0', ''))
}
