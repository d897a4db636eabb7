/** /mentor_profile?mentor=slug — the specification's address of a mentor's page. Its canonical address is /mentors/:slug. */
import { appContext } from '#server/context'
import { currentSession } from '#server/site/guards/account-guards'
import * as m from '#messages/mentors'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { MentorProfile } from '../../../ui/mentors/mentor-profile.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { ProsePage } from '../../../ui/layout/prose.tsx'
import waysStyles from '../../../ui/mentors/saved/ways.css?url'
import type { Route } from './+types/mentor-profile'
import { readMentorView } from '../../../views/mentors/mentor-view.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: waysStyles }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const slug = new URL(request.url).searchParams.get('mentor')
  return {
    mentor: slug
      ? await readMentorView(context.get(appContext), request, { slug, reader: currentSession(context) })
      : null,
  }
}

export default function MentorProfilePage({ loaderData: { mentor } }: Route.ComponentProps) {
  return mentor ? <MentorProfile mentor={mentor} /> : <NoMentorData />
}

function NoMentorData() {
  return (
    <ProsePage title={m.mentorProfile()} lead={m.noMentorData()}>
      <PageHead title={m.mentorProfile()} />
      <div className="mt-8">
        <ButtonLink to="/mentors">{m.findMentor()}</ButtonLink>
      </div>
    </ProsePage>
  )
}
