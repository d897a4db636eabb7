/** /profile — a mentor's own profile. People without one see how to apply. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { findMentorOfAccount } from '#server/accounts/sign-in/sessions-queries'
import { readPosted } from '#server/http/form'
import { requireAccount } from '#server/http/guards'
import { Badge } from '../../ui/controls/badge.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { Part, ProsePage } from '../../ui/layout/prose.tsx'
import { requireAccountOrSaveDraft } from '../../views/accounts/draft-guard.ts'
import type { Route } from './+types/profile'

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  const mentor = await findMentorOfAccount(context.get(appContext).db, session.accountId)
  return { mentor: mentor ?? null }
}

/** There is no form here yet, but what a visitor posts is kept until they have signed in. */
export async function action({ context, request }: Route.ActionArgs) {
  await requireAccountOrSaveDraft(context, request, '/profile', await readPosted(request))
  throw data(null, 405)
}

export default function Profile({ loaderData: { mentor } }: Route.ComponentProps) {
  return (
    <ProsePage title="Mentor profile" lead={mentor ? undefined : 'You have no mentor profile yet.'}>
      <PageHead title="Mentor profile" />
      {mentor ? <OwnRecord {...mentor} /> : <NoRecord />}
    </ProsePage>
  )
}

type Record = { slug: string; name: string; role: string; status: string }

function OwnRecord({ slug, name, role, status }: Record) {
  const accepted = status === 'accepted'
  return (
    <div className="mt-8 max-w-3xl">
      <Facts>
        <Fact name="Name">{name}</Fact>
        <Fact name="Role">{role}</Fact>
        <Fact name="Status">
          <Badge ground={accepted ? 'good' : 'plain'}>{accepted ? 'Accepted' : 'Paused'}</Badge>
        </Fact>
      </Facts>
      <p className="mt-4 text-ink-2">
        {accepted
          ? 'People find you among the mentors and can book you.'
          : 'You are not among the mentors for now, and nobody can book you. What is booked stands.'}
      </p>
      {accepted && (
        <p className="mt-6">
          <ButtonLink to={`/mentors/${slug}`} variant="secondary">
            See your page
          </ButtonLink>
        </p>
      )}
      <Part title="Changing it">
        <p className="text-lg">
          You cannot change your profile here yet. Until you can, write to us with what is to be different.
        </p>
      </Part>
    </div>
  )
}

function NoRecord() {
  return (
    <div className="mt-4 grid max-w-3xl justify-items-start gap-6">
      <p className="text-lg">
        A mentor profile comes with an accepted application: you describe your move and what you would talk about, and a
        person reads it.
      </p>
      <ButtonLink to="/become-a-mentor">Be Our Mentor</ButtonLink>
    </div>
  )
}
