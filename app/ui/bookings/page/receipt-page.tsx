/** A booking's receipts and credit notes, and until the first is issued what was paid. Each is a sheet of paper when printed. */
import Printer from 'lucide-react/icons/printer'
import * as m from '#messages/bookings'
import { formatList } from '#words/lists'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { BookingDocuments, type BookingDocumentsPart } from '../../tax-documents/booking-documents.tsx'
import type { ReceiptLine } from './page-parts.ts'
import { rich } from '../../rich.tsx'

/** `facts`: while nothing is issued. `back`: the page of the booking. */
export type ReceiptPart = {
  reference: string
  documents: BookingDocumentsPart
  facts: ReceiptFacts | null
  back: { to: string; label: string }
}

/** `kept`: what stays paid; null while nothing has gone back. `printed`: the date of what it says. */
export type ReceiptFacts = {
  seller: { name: string; address: string }
  buyer: string
  reference: string
  session: string
  when: string
  lines: ReceiptLine[]
  kept: string | null
  currency: string
  printed: string
}

export function ReceiptPage({ part: { reference, documents, facts, back } }: { part: ReceiptPart }) {
  return (
    <div className="page receipt-page">
      <PageHead title={m.receiptTitle({ reference })} />
      <h1 className="sr-only">{m.receiptTitle({ reference })}</h1>
      <BookingDocuments part={documents} />
      {facts && <Facts facts={facts} />}
      <p className="button-row print:hidden">
        <Button onClick={() => window.print()} className="hidden scripted:inline-flex">
          <Printer size={20} strokeWidth={1.75} aria-hidden="true" /> {m.printOrSave()}
        </Button>
        <ButtonLink to={back.to} variant="secondary">
          {back.label}
        </ButtonLink>
      </p>
      <p className="mt-3 note scripted:hidden print:hidden">{m.printMakesPdf()}</p>
    </div>
  )
}

function Facts({ facts: sheet }: { facts: ReceiptFacts }) {
  const { seller, buyer, reference, session, when, lines, kept, currency, printed } = sheet
  const rows = [
    [m.soldBy(), formatList([seller.name, seller.address], 'comma')],
    [m.soldTo(), buyer],
    [m.session(), session],
    [m.time(), when],
  ]
  return (
    <div className="document-sheet">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-2xl">{m.receipt()}</h2>
        <p className="tabular-nums">
          {rich(m.receiptBooking({ reference, strong: (text) => <strong>{text}</strong> }))}
        </p>
      </div>
      <dl className="document-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="text-start">
              {m.receiptItem()}
            </th>
            <th scope="col" className="number">
              {m.receiptAmount({ currency })}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, amount }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- Two refunds of a day may read the same.
            <tr key={index}>
              <td>{name}</td>
              <td className="number">{amount}</td>
            </tr>
          ))}
        </tbody>
        {kept && (
          <tfoot>
            <tr>
              <th scope="row" className="text-start">
                {m.paidInTheEnd()}
              </th>
              <td className="number font-semibold">{kept}</td>
            </tr>
          </tfoot>
        )}
      </table>
      <p className="note">{m.asOf({ date: printed })}</p>
    </div>
  )
}
