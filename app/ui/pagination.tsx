import { ButtonLink } from './button.tsx'

/** Through a long list, a page at a time. Null: there is no such page. Its last page is not known, so none is numbered. */
export function Pagination({ first, next }: { first: string | null; next: string | null }) {
  if (!first && !next) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap gap-3">
      {first && (
        <ButtonLink variant="secondary" to={first}>
          First page
        </ButtonLink>
      )}
      {next && (
        <ButtonLink variant="secondary" to={next}>
          Next page
        </ButtonLink>
      )}
    </nav>
  )
}
