/** Statements and fee documents as PDFs. */
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import type { App } from '#server/context'
import { drawDownload, type Download } from '#server/tax-documents/download'
import { listFeeDocuments } from '#server/tax-documents/statements/fee-documents-queries'
import { numberOf, writeFeeDocumentSheet } from '#server/tax-documents/statements/fee-document-sheet'
import { writeStatementSheets } from '#server/tax-documents/statements/statement-sheet'
import type { MonthStatement } from '#server/tax-documents/statements/statements'

/** `name`: of the file. */
type PdfFile = { name: string; content: Uint8Array }

type DrawingContext = Pick<App, 'db' | 'config' | 'secretFor' | 'pdf' | 'log'>

/** "statement-2026-10-GBP": a statement has a file for each currency. */
const nameStatement = (month: string, currency: string): string => `statement-${month}-${currency}.pdf`

/** Null if there is no statement in this currency. */
export async function drawStatement(app: DrawingContext, read: MonthStatement, currency: string) {
  const index = read.statements.findIndex((each) => each.currency === currency)
  const sheet = writeStatementSheets(app, read)[index]
  return sheet ? drawDownload(app, nameStatement(read.period.month, currency), sheet) : null
}

export const drawFeeDocument = (app: DrawingContext, number: string, sheet: DocumentSheet): Promise<Download> =>
  drawDownload(app, `${number}.pdf`, sheet)

/** The files of a month's email. One that cannot be drawn is logged and left out. */
export async function drawMonthFiles(app: DrawingContext, mentorId: string, read: MonthStatement): Promise<PdfFile[]> {
  const files: PdfFile[] = []
  const add = async (name: string, sheet: DocumentSheet) => {
    try {
      files.push({ name, content: await app.pdf.render(sheet) })
    } catch (error) {
      app.log.error('document not drawn', { mentorId, error })
    }
  }
  const { month } = read.period
  for (const [index, sheet] of writeStatementSheets(app, read).entries())
    await add(nameStatement(month, read.statements[index]!.currency), sheet)
  for (const document of await listFeeDocuments(app.db, mentorId, month))
    await add(`${numberOf(document)}.pdf`, await writeFeeDocumentSheet(app, document))
  return files
}
