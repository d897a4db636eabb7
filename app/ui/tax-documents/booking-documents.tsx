/** The receipts and credit notes of a booking, one below the other. */
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import * as m from '#messages/receipts'
import { Notice } from '../controls/notice.tsx'
import { DocumentOnPage } from './document-on-page.tsx'
import { DownloadPdf } from './download-pdf.tsx'

/** `pdf`: the address of its file. `preparing`: something that was paid or refunded has no document yet. */
export type BookingDocumentsPart = {
  documents: { number: string; sheet: DocumentSheet; pdf: string }[]
  preparing: boolean
}

export const BookingDocuments = ({ part: { documents, preparing } }: { part: BookingDocumentsPart }) => (
  <>
    {preparing && (
      <div className="mb-5 print:hidden">
        <Notice>
          <p>{m.preparing()}</p>
        </Notice>
      </div>
    )}
    {documents.map(({ sheet, pdf }) => (
      <DocumentOnPage key={pdf} sheet={sheet}>
        <DownloadPdf href={pdf} />
      </DocumentOnPage>
    ))}
  </>
)
