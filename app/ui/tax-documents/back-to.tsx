import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Link } from 'react-router'

/** The way from a document on the mentor's desk to where it is listed. */
export function BackTo({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className="tall-link gap-1">
      <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" className="directional shrink-0" />
      {name}
    </Link>
  )
}
