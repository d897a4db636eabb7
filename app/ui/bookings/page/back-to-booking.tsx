import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Link } from 'react-router'
import * as m from '#messages/bookings'

/** The way from a page about a booking to the booking's own. */
export function BackToBooking({ reference }: { reference: string }) {
  return (
    <p>
      <Link to={`/bookings/${reference}`} className="tall-link gap-1">
        <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" className="directional shrink-0" />
        {m.bookingReference({ reference })}
      </Link>
    </p>
  )
}
