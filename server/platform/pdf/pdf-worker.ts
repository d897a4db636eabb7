/**
 * The PDF process: renders one document after the other for `pdf-process.ts`. It ends itself when the product that started it is gone.
 */
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { renderPdf } from '#server/platform/pdf/render-pdf'

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (sheet: DocumentSheet) => {
  renderPdf(sheet).then(
    (pdf) => process.send?.({ pdf }),
    (error: unknown) => process.send?.({ problem: String(error) }),
  )
})
