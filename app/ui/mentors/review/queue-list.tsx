/** What waits for review, oldest first. */
import CircleAlert from 'lucide-react/icons/circle-alert'
import { Link, useNavigation } from 'react-router'
import * as m from '#messages/application'
import { Badge } from '../../controls/badge.tsx'
import { Portrait } from '../portrait.tsx'

/** `waited`: "4 days". `promised`: the day by which an answer was promised. `late`: how long ago that was; null in time. */
export type QueueEntry = {
  id: string
  name: string
  role: string
  portrait: string | null
  kind: 'new' | 'again' | 'edit'
  waited: string
  promised: string
  late: string | null
}

const KINDS = { again: m.resubmitted, edit: m.liveEdit } as const

/** `pages`: the address below which each has its page. `first`: what one is called that was not sent before. */
type QueueListProps = { queue: QueueEntry[]; pages?: '/mentor' | '/cohort'; first?: string }

export function QueueList({ queue, pages = '/mentor', first = m.newApplication() }: QueueListProps) {
  const { state, location } = useNavigation()
  const opened = state === 'loading' ? location.pathname : null
  return (
    <ol className="framed-list max-w-4xl">
      {queue.map((entry) => (
        <li key={entry.id} className="relative flex items-center gap-3.5 px-4 py-3 hover:bg-shoal-1">
          <Portrait name={entry.name} picture={entry.portrait} size={104} className="size-14" />
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <div className="min-w-0 flex-[1_1_11rem]">
              <Link
                to={`${pages}/${entry.id}`}
                className="font-semibold underline-offset-4 before:absolute before:inset-0 hover:underline"
              >
                {entry.name}
              </Link>
              <p className="text-sm text-ink-2">{opened === `${pages}/${entry.id}` ? m.loading() : entry.role}</p>
            </div>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge ground={entry.kind === 'edit' ? 'accent' : 'plain'}>
                {entry.kind === 'new' ? first : KINDS[entry.kind]()}
              </Badge>
              <Wait entry={entry} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Wait({ entry: { waited, promised, late } }: { entry: QueueEntry }) {
  if (!late) {
    return <p className="text-sm text-ink-2 tabular-nums">{m.waitingInTime({ waited, promised })}</p>
  }
  return (
    <p className="flex items-center gap-1.5 text-sm font-semibold text-danger tabular-nums">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {m.waitingLate({ waited, late, promised })}
    </p>
  )
}
