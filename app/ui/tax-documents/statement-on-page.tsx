/** A mentor's statement of a month, a sheet for each currency, and its invoices of platform fees. */
import { Fragment } from 'react'
import { Link } from 'react-router'
import * as m from '#messages/statements'
import { formatList } from '#words/lists'
import { DocumentOnPage } from './document-on-page.tsx'
import { DownloadPdf } from './download-pdf.tsx'
import type { StatementPart } from './statement-part.ts'

export function StatementOnPage({ part: { statements, documents } }: { part: StatementPart }) {
  return (
    <>
      {statements.map(({ sheet, pdf }) => (
        <Fragment key={pdf}>
          <DocumentOnPage sheet={sheet} />
          <div className="my-5">
            <DownloadPdf href={pdf} />
          </div>
        </Fragment>
      ))}
      {documents.length > 0 && (
        <section className="desk-part print:hidden" aria-labelledby="fee-documents-head">
          <div className="desk-part-head">
            <h2 id="fee-documents-head">{m.feeDocuments()}</h2>
          </div>
          <ul className="framed-list mt-3 max-w-3xl">
            {documents.map(({ to, number, name, total }) => (
              <li key={number} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3">
                <Link to={to}>{formatList([name, number], 'comma')}</Link>
                <span className="font-semibold">{total}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
