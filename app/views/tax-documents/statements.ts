/** A mentor's monthly statements, and the invoices of platform fees, on their desk. Server side. */
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import { isMonth } from '#domain/time/month'
import type { App } from '#server/context'
import type { Download } from '#server/tax-documents/download'
import { listFeeDocuments, type FeeDocument } from '#server/tax-documents/statements/fee-documents-queries'
import { nameFeeDocument, numberOf, writeFeeDocumentSheet } from '#server/tax-documents/statements/fee-document-sheet'
import { drawFeeDocument, drawStatement } from '#server/tax-documents/statements/statement-files'
import { nameMonth, writeStatementSheets } from '#server/tax-documents/statements/statement-sheet'
import { listStatementMonths, readStatement } from '#server/tax-documents/statements/statements'
import * as m from '#messages/statements'
import { formatBalance } from '#words/prices'
import type { StatementLink, StatementPart } from '../../ui/tax-documents/statement-part.ts'

const toStatement = (month: string) => `/desk/money/statements/${month}`

/** The months of which a mentor has a statement, newest first. */
export async function readStatementLinks(app: App, mentorId: string): Promise<StatementLink[]> {
  const months = await listStatementMonths(app, mentorId)
  return months.map(({ month, isOpen }) => ({ to: toStatement(month), name: nameMonth(month, isOpen) }))
}

/** Null for a month in which nothing moved. */
export async function readStatementPart(app: App, mentorId: string, month: string): Promise<StatementPart | null> {
  const read = await readStatement(app, mentorId, month)
  if (!read) return null
  const sheets = writeStatementSheets(app, read)
  return {
    title: m.statementTitle({ month: nameMonth(month, read.isOpen) }),
    statements: read.statements.map(({ currency }, index) => {
      return { sheet: sheets[index]!, pdf: `${toStatement(month)}.pdf?currency=${currency}` }
    }),
    documents: (await listFeeDocuments(app.db, mentorId, month)).map(describeDocument),
  }
}

function describeDocument(document: FeeDocument): StatementPart['documents'][number] {
  const [number, name] = [numberOf(document), nameFeeDocument(document)]
  const total = formatBalance(document.gross, document.currency)
  return { number, name, total, to: `${toStatement(document.month)}/${number}` }
}

type DocumentName = { month: string; number: string }

/** A fee document by its printed number. Null if the mentor has none with it in this month. */
async function findFeeDocument(app: App, mentorId: string, name: DocumentName): Promise<DocumentSheet | null> {
  if (!isMonth(name.month)) return null
  const all = await listFeeDocuments(app.db, mentorId, name.month)
  const document = all.find((each) => numberOf(each) === name.number)
  return document ? writeFeeDocumentSheet(app, document) : null
}

/** `back`: to its month. */
export async function readFeeDocumentPart(app: App, mentorId: string, name: DocumentName) {
  const sheet = await findFeeDocument(app, mentorId, name)
  if (!sheet) return null
  const back = { to: toStatement(name.month), name: m.statementTitle({ month: nameMonth(name.month, false) }) }
  return { sheet, back, pdf: `${back.to}/${name.number}.pdf` }
}

/** `currency`: of which statement; null: of the first. Null for a month or a currency in which nothing moved. */
export async function readStatementFile(
  app: App,
  mentorId: string,
  { month, currency }: { month: string; currency: string | null },
): Promise<Download | null> {
  const read = await readStatement(app, mentorId, month)
  return read && drawStatement(app, read, currency ?? read.statements[0]!.currency)
}

/** Null as `findFeeDocument`. */
export async function readFeeDocumentFile(app: App, mentorId: string, name: DocumentName): Promise<Download | null> {
  const sheet = await findFeeDocument(app, mentorId, name)
  return sheet && drawFeeDocument(app, name.number, sheet)
}
