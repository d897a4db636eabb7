/** A receipt on one sheet of paper. A PDF is what the browser's print makes of it. */
import Printer from 'lucide-react/icons/printer'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import type { ReceiptLine } from './page-parts.ts'

/** `kept`: what stays paid; null while nothing has gone back. `printed`: the date of what it says. */
export type ReceiptSheet = {
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

export function ReceiptPage({ sheet }: { sheet: ReceiptSheet }) {
  const { seller, buyer, reference, session, when, lines, kept, currency, printed } = sheet
  const facts = [
    ['Sold by', `${seller.name}, ${seller.address}`],
    ['Sold to', buyer],
    ['Session', session],
    ['Time', when],
  ]
  return (
    <div className="page receipt-page">
      <PageHead title={`Receipt ${reference}`} />
      <div className="receipt-sheet">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 className="text-2xl">Receipt</h1>
          <p className="tabular-nums">
            Booking <strong>{reference}</strong>
          </p>
        </div>
        <dl className="receipt-facts">
          {facts.map(([name, value]) => (
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
                What
              </th>
              <th scope="col" className="number">
                Amount ({currency})
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
                  Paid in the end
                </th>
                <td className="number font-semibold">{kept}</td>
              </tr>
            </tfoot>
          )}
        </table>
        <p className="note">As of {printed}.</p>
      </div>
      <p className="button-row print:hidden">
        <Button onClick={() => window.print()} className="hidden scripted:inline-flex">
          <Printer size={20} strokeWidth={1.75} aria-hidden="true" /> Print, or save as PDF
        </Button>
        <ButtonLink to={`/bookings/${reference}`} variant="secondary">
          Back to the booking
        </ButtonLink>
      </p>
      <p className="mt-3 note scripted:hidden print:hidden">Your browser’s print makes a PDF of this page.</p>
    </div>
  )
}
