/** One booking beside the list of them. In a narrow window it takes the list’s place, by CSS alone. */
import X from 'lucide-react/icons/x'
import { Link } from 'react-router'
import * as m from '#messages/admin'
import { Notice } from '../../controls/notice.tsx'
import { BookingRecord, type BookingRecordPage, type RecordResult } from './booking-record.tsx'

type BookingSheetProps = {
  page: BookingRecordPage
  result: RecordResult | null
  /** The address of the list alone. */
  closed: string
  done: string | null
}

export function BookingSheet({ page, result, closed, done }: BookingSheetProps) {
  return (
    <section className="admin-sheet" aria-labelledby="sheet">
      <header>
        <p className="admin-aside">{m.bookingReference({ reference: page.reference })}</p>
        <Link to={closed} data-keys="close" preventScrollReset className="admin-close">
          <span>{m.allBookings()}</span>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      </header>
      <h2 id="sheet">{page.title}</h2>
      {done && (
        <Notice good>
          <output>{done}</output>
        </Notice>
      )}
      <BookingRecord page={page} result={result} key={page.reference} />
    </section>
  )
}
