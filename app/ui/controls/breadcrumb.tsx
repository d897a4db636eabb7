import { Link } from 'react-router'
import * as m from '#messages/site'

type BreadcrumbProps = {
  /** The pages above this one, from the outside in. */
  above: { label: string; to: string }[]
  /** The name of this page. */
  here: string
}

/** Links to the pages above this one. */
export function Breadcrumb({ above, here }: BreadcrumbProps) {
  return (
    <nav aria-label={m.breadcrumb()}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-ink-2">
        {above.map((page) => (
          <li key={page.to} className="flex items-center gap-1.5">
            <Link
              to={page.to}
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink"
            >
              {page.label}
            </Link>
            {/* A chevron, drawn by two borders: an icon would add a script to pages that have no room for it. */}
            <span aria-hidden="true" className="me-1 size-1.75 rotate-45 border-t-2 border-e-2 border-current" />
          </li>
        ))}
        <li aria-current="page" className="text-ink wrap-anywhere">
          {here}
        </li>
      </ol>
    </nav>
  )
}
