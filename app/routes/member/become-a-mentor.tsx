/** /become-a-mentor, the specification's /BeOurMentor — what mentors do, and how applying works. */
import { ButtonLink } from '../../ui/controls/button.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { Part, ProsePage } from '../../ui/layout/prose.tsx'
import { useSite } from '../../ui/layout/site.ts'

export default function BecomeAMentor() {
  const signedIn = Boolean(useSite()?.session)
  return (
    <ProsePage
      title="Be Our Mentor"
      lead="You have made the crossing. Somebody at the start of it would pay for an hour of what you know."
    >
      <PageHead
        title="Be Our Mentor"
        description="What mentors do, what you decide yourself, and how applying works."
        path="/become-a-mentor"
      />
      <div className="max-w-3xl">
        <Part title="What you decide">
          <ul className="grid list-disc gap-2 ps-5 text-lg marker:text-magenta">
            <li>The sessions you offer: their subject, their length and their price.</li>
            <li>What you help with, in your own words.</li>
            <li>The language or languages you speak in.</li>
          </ul>
        </Part>
        <Part title="How applying works">
          <ol className="grid list-decimal gap-2 ps-5 text-lg marker:text-magenta">
            <li>You describe your move, your work and the sessions you would like to offer.</li>
            <li>A person reads it. Until then nothing of it is public.</li>
            <li>Once accepted, you appear among the mentors and people can book you.</li>
          </ol>
        </Part>
        <Part title="Applications are not open yet">
          <p className="text-lg">
            {signedIn
              ? 'You cannot send an application yet. ‘Add Mentor Schedule’ comes here, and your account is all you need for it.'
              : 'You cannot send an application yet. ‘Add Mentor Schedule’ comes here, for people who have an account. You can make one now.'}
          </p>
          <div className="button-row">
            {!signedIn && <ButtonLink to="/sign-up?next=%2Fbecome-a-mentor">Make an account</ButtonLink>}
            <ButtonLink to="/mentors" variant="secondary">
              See who mentors already
            </ButtonLink>
          </div>
        </Part>
      </div>
    </ProsePage>
  )
}
