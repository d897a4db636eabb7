/** /admin-dashboard/imported — the imported mentor records that nobody has claimed. */
import { plural } from '#domain/quantities'
import { appContext } from '#server/context'
import { requireAdmin } from '#server/http/guards'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { ProsePage } from '../../ui/layout/prose.tsx'
import { UnclaimedRecords } from '../../ui/mentors/claim/unclaimed-records.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { readUnclaimed } from '../../views/mentors/unclaimed.ts'
import type { Route } from './+types/imported'

export function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  return readUnclaimed(context.get(appContext), request, ownZone(request, session))
}

export const headers = personalHeaders

export default function Imported({ loaderData: list }: Route.ComponentProps) {
  return (
    <ProsePage
      title="Imported records"
      lead={list.count > 0 && `${plural(list.count, 'imported record')} not claimed yet.`}
    >
      <PageHead title="Imported records" />
      <div className="mt-8">
        <UnclaimedRecords {...list} />
      </div>
    </ProsePage>
  )
}
