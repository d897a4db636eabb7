import * as m from '#messages/site'
import { ButtonLink } from './button.tsx'

type PaginationProps = { previous: string | null; next: string | null; onTurn?: () => void }

/** Links to the previous and the next page of a list; null where there is none. Pages have no numbers, since the list changes. */
export function Pagination({ previous, next, onTurn }: PaginationProps) {
  if (!previous && !next) return null
  return (
    <nav aria-label={m.pages()} className="button-row justify-between">
      {previous && (
        <ButtonLink variant="secondary" to={previous} rel="prev" onClick={onTurn}>
          {m.previousPage()}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink variant="secondary" to={next} rel="next" onClick={onTurn} className="ms-auto">
          {m.nextPage()}
        </ButtonLink>
      )}
    </nav>
  )
}
