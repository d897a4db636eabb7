/** SQL for the operator's invoices of platform fees to mentors, and the credit notes to them. */
import { sql } from 'kysely'
import type { FeeLine, InvoicedFee } from '#domain/tax-documents/fee-documents'
import type { Db } from '#server/platform/db/connect'

/** What is left of a mentor's invoices in a currency after their credit notes, by invoice and booking, the latest first. */
export async function listInvoicedFees(db: Db, mentorId: string, currency: string): Promise<InvoicedFee[]> {
  const { rows } = await sql<InvoicedFee>`
    select invoice.id as document_id, line.booking_id, sum(line.fee)::int as fee
    from tax_documents as document
    join fee_lines as line on line.document_id = document.id
    join tax_documents as invoice on invoice.id = coalesce(document.corrects, document.id)
    where document.mentor_id = ${mentorId} and document.currency = ${currency}
      and document.kind in ('fee_invoice', 'fee_credit_note')
    group by invoice.id, line.booking_id
    having sum(line.fee) > 0
    order by invoice.year desc, invoice.number desc, line.booking_id`.execute(db)
  return rows
}

/** An invoice's rate, and what is left of it after its credit notes. */
export async function readCorrected(db: Db, id: string): Promise<{ gross: number; vat: number; vatPercent: number }> {
  const { gross, vat, vatPercent } = await db
    .selectFrom('taxDocuments')
    .select(({ fn, selectFrom }) => [
      fn.sum<number>('gross').as('gross'),
      fn.sum<number>('vat').as('vat'),
      selectFrom('taxDocuments as invoice').select('invoice.vatPercent').where('invoice.id', '=', id).as('vatPercent'),
    ])
    .where((row) => row.or([row('id', '=', id), row('corrects', '=', id)]))
    .executeTakeFirstOrThrow()
  return { gross: Number(gross), vat: Number(vat), vatPercent: vatPercent! }
}

/** Writes what a document is for. `sign`: -1 of a credit note. */
export async function insertFeeLines(tx: Db, documentId: string, lines: FeeLine[], sign: 1 | -1): Promise<void> {
  const rows = lines.map(({ bookingId, fee }) => ({ documentId, bookingId, fee: fee * sign }))
  await tx.insertInto('feeLines').values(rows).execute()
}

const FEE_KINDS = ['fee_invoice', 'fee_credit_note'] as const

/** A mentor's invoices and credit notes of a month, `YYYY-MM`, in the order of their numbers. `zone`: of its statement. */
export async function listFeeDocuments(db: Db, mentorId: string, month: string) {
  const rows = await db
    .selectFrom('taxDocuments as document')
    .innerJoin('mentorStatements as statement', (join) =>
      join.onRef('statement.mentorId', '=', 'document.mentorId').on('statement.month', '=', month),
    )
    .leftJoin('taxDocuments as invoice', 'invoice.id', 'document.corrects')
    .selectAll('document')
    .select([
      'invoice.year as correctedYear',
      'invoice.number as correctedNumber',
      'statement.month',
      'timeZone as zone',
    ])
    .where('document.mentorId', '=', mentorId)
    .where('document.period', '=', `${month}-01`)
    .where('document.kind', 'in', FEE_KINDS)
    .orderBy('document.year')
    .orderBy('document.number')
    .execute()
  return rows.map((row) => ({ ...row, mentorId }))
}

export type FeeDocument = Awaited<ReturnType<typeof listFeeDocuments>>[number]

/** What a document is for, by the date of the session. */
export const listFeeLines = (db: Db, documentId: string) =>
  db
    .selectFrom('feeLines')
    .innerJoin('bookings', 'bookings.id', 'bookingId')
    .select(['fee', 'reference', 'sessionTitle as title', 'startsAt'])
    .where('documentId', '=', documentId)
    .orderBy('startsAt')
    .orderBy('reference')
    .execute()
