import { ButtonLink } from './button.tsx'

type PaginationProps = { previous: string | null; next: string | null; onTurn?: () => void }

/** Through a long list, a page at a time. Null: there is no such page. Pages move as the list changes, so none is numbered. */
export function Pagination({ previous, next, onTurn }: PaginationProps) {
  if (!previous && !next) return null
  return (
    <nav aria-label="Pages" className="button-row justify-between">
      {previous && (
        <ButtonLink variant="secondary" to={previous} rel="prev" onClick={onTurn}>
          Previous page
        </ButtonLink>
      )}
      {next && (
        <ButtonLink variant="secondary" to={next} rel="next" onClick={onTurn} className="ms-auto">
          Next page
        </ButtonLink>
      )}
    </nav>
  )
}
