import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'

type BreadcrumbProps = {
  /** From the outside in. */
  above: { label: string; to: string }[]
  /** The page itself. */
  here: string
}

/** Where a page lies, and the way up. */
export function Breadcrumb({ above, here }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-ink-2">
        {above.map((page) => (
          <li key={page.to} className="flex items-center gap-1.5">
            <Link
              to={page.to}
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink"
            >
              {page.label}
            </Link>
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />
          </li>
        ))}
        <li aria-current="page" className="text-ink wrap-anywhere">
          {here}
        </li>
      </ol>
    </nav>
  )
}
