import { Link } from 'react-router'
import * as m from '#messages/bookings'
import { buttonClass } from '../controls/button.tsx'

/** In place of 'Book Now' where a mentor has nothing to book. */
export function NotifyMeLink({ mentor, className }: { mentor: { slug: string; name: string }; className?: string }) {
  return (
    <Link
      to={`/mentors/${mentor.slug}/waiting`}
      aria-label={m.notifyMeOf({ name: mentor.name })}
      className={className ?? buttonClass('primary')}
    >
      {m.notifyMe()}
    </Link>
  )
}
