/** /mentors/:slug — a mentor, the sessions they sell and when they are next free. */
import { appContext } from '#server/context'
import { currentSession } from '#server/site/guards/account-guards'
import { MentorProfile } from '../../../ui/mentors/mentor-profile.tsx'
import waysStyles from '../../../ui/mentors/saved/ways.css?url'
import type { Route } from './+types/mentor'
import { readMentorView } from '../../../views/mentors/mentor-view.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: waysStyles }]

export function loader({ context, params, request }: Route.LoaderArgs) {
  return readMentorView(context.get(appContext), request, { slug: params.slug, reader: currentSession(context) })
}

export default function Mentor({ loaderData }: Route.ComponentProps) {
  return <MentorProfile mentor={loaderData} />
}
