import { Link } from 'react-router'
import { buttonClass } from '../controls/button.tsx'

/** In place of 'Book Now' where a mentor has nothing to book. */
export function NotifyMeLink({ mentor, className }: { mentor: { slug: string; name: string }; className?: string }) {
  return (
    <Link
      to={`/mentors/${mentor.slug}/waiting`}
      aria-label={`Notify me when there is a time: ${mentor.name}`}
      className={className ?? buttonClass('primary')}
    >
      Notify me
    </Link>
  )
}
