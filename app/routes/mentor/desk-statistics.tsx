/** /desk/statistics — how often a mentor's page is looked at, and what comes of it. */
import { appContext } from '#server/context'
import { requireMentor } from '#server/site/guards/account-guards'
import * as m from '#messages/mentors'
import { DeskFrame } from '../../ui/mentors/desk/desk-frame.tsx'
import deskStyles from '../../ui/mentors/desk/desk.css?url'
import { Statistics } from '../../ui/mentors/desk/statistics.tsx'
import { readDeskHead } from '../../views/mentors/desk/desk.ts'
import { readStatistics } from '../../views/mentors/desk/statistics.ts'
import type { Route } from './+types/desk-statistics'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: deskStyles }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { mentorId } = requireMentor(context, request)
  const app = context.get(appContext)
  return { head: await readDeskHead(app, mentorId), statistics: await readStatistics(app, mentorId) }
}

export default function DeskStatistics({ loaderData: { head, statistics } }: Route.ComponentProps) {
  return (
    <DeskFrame title={m.yourStatistics()} line={m.weeksStart()} head={head}>
      <Statistics {...statistics} />
    </DeskFrame>
  )
}
