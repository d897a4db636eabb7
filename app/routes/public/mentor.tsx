/** /mentors/:slug — a mentor, the sessions they sell and when they are next free. */
import { appContext } from '#server/context'
import { MentorProfile } from '../../ui/mentors/mentor-profile.tsx'
import type { Route } from './+types/mentor'
import { readMentorView } from '../../views/mentors/mentor-view.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return readMentorView(context.get(appContext), request, params.slug)
}

export default function Mentor({ loaderData }: Route.ComponentProps) {
  return <MentorProfile mentor={loaderData} />
}
