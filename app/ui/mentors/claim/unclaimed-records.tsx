/** Unclaimed imported records, each with a form to send its owner a link. */
import { Link } from 'react-router'
import * as m from '#messages/application'
import { Badge } from '../../controls/badge.tsx'
import { ButtonLink } from '../../controls/button.tsx'
import { EmptyState } from '../../controls/empty-state.tsx'
import { Pagination } from '../../controls/pagination.tsx'

/** `imported`: the day. `link`: whether a claim link was sent, and when it ends. */
type UnclaimedEntry = {
  id: string
  name: string
  role: string
  isPublic: boolean
  imported: string | null
  link: string
}

/** `previous`, `next`: addresses of the pages beside this one; null where there is none. */
export type UnclaimedList = {
  count: number
  records: UnclaimedEntry[]
  previous: string | null
  next: string | null
}

export function UnclaimedRecords({ records, previous, next }: UnclaimedList) {
  if (records.length === 0) {
    return <EmptyState title={m.allClaimed()} text={m.allClaimedText()} />
  }
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <ol className="framed-list">
        {records.map((record) => (
          <li
            key={record.id}
            className="grid gap-x-5 gap-y-3 px-4 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
          >
            <div className="grid min-w-0 gap-1">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
                <Link to={`/mentor/${record.id}`} className="link font-semibold">
                  {record.name}
                </Link>
                {record.isPublic && <Badge ground="good">{m.isPublic()}</Badge>}
              </p>
              <p className="note wrap-anywhere">
                {[record.role, record.imported && m.importedOn({ date: record.imported })].filter(Boolean).join(', ')}
              </p>
              <p className="text-sm wrap-anywhere">{record.link}</p>
            </div>
            <ButtonLink
              to={`/mentor/${record.id}/claim-link`}
              variant="secondary"
              aria-label={m.claimLinkFor({ name: record.name })}
            >
              {m.claimLink()}
            </ButtonLink>
          </li>
        ))}
      </ol>
      <Pagination previous={previous} next={next} />
    </div>
  )
}
