/** /mentor/:id — a mentor's submission in any state, for an admin to review. Specification §3. */
import { data } from 'react-router'
import { dayAndYearIn, timeIn } from '#domain/time/clock'
import { priceInWords } from '#domain/payments/money'
import { appContext } from '#server/context'
import { findSubmission } from '#server/mentors/queries'
import { requireAdmin } from '#server/http/guards'
import { spokenLanguages } from '#server/reference/languages'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { linkedinAddress } from '#domain/mentors/linkedin'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { Portrait } from '../../ui/mentors/portrait.tsx'
import { Paragraphs, Part, ProsePage } from '../../ui/layout/prose.tsx'
import { minutesInWords, yearsInWords } from '#domain/quantities'
import type { Route } from './+types/mentor-submission'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  requireAdmin(context, request)
  const found = await findSubmission(context.get(appContext).db, params.id)
  if (!found) throw data(null, 404)
  return {
    name: found.name,
    role: found.role,
    status: found.status,
    experience: found.experience,
    location: found.location,
    university: found.university,
    education: found.education,
    linkedin: found.linkedin,
    about: found.about,
    portrait: found.portrait,
    languages: spokenLanguages(found).join(', '),
    price: priceInWords(found.pricePence),
    whyMentor: found.whyMentor,
    helpWith: found.helpWith.join(', '),
    createdAt: `${dayAndYearIn(found.createdAt, 'UTC')}, ${timeIn(found.createdAt, 'UTC')} UTC`,
    createdBy: found.createdBy,
    sessions: found.sessionTypes.map(({ id, title, minutes, description, pricePence }) => {
      return { id, title, minutes, description, price: pricePence === null ? null : priceInWords(pricePence) }
    }),
  }
}

export default function MentorSubmission({ loaderData: mentor }: Route.ComponentProps) {
  const linkedin = linkedinAddress(mentor.linkedin)
  return (
    <ProsePage title={mentor.name} lead={mentor.role}>
      <PageHead title={mentor.name} />
      <Part title="Submission">
        <Portrait name={mentor.name} picture={mentor.portrait} size={168} className="size-28 md:size-42" />
        <Facts>
          <Fact name="Status">{mentor.status}</Fact>
          <Fact name="Experience">{yearsInWords(mentor.experience)}</Fact>
          <Fact name="Location">{mentor.location}</Fact>
          <Fact name="Languages">{orNothing(mentor.languages)}</Fact>
          <Fact name="University">{orNothing(mentor.university)}</Fact>
          <Fact name="Education">{orNothing(mentor.education)}</Fact>
          <Fact name="LinkedIn">
            {linkedin ? (
              <a href={linkedin} rel="noopener nofollow" className="link wrap-anywhere">
                {linkedin}
              </a>
            ) : (
              orNothing(mentor.linkedin)
            )}
          </Fact>
          <Fact name="Price per session">{mentor.price}</Fact>
          <Fact name="Helps with">{orNothing(mentor.helpWith)}</Fact>
          <Fact name="Submitted">{mentor.createdAt}</Fact>
          <Fact name="Submitted by">{mentor.createdBy}</Fact>
        </Facts>
      </Part>
      <Part title="About">
        <Paragraphs text={orNothing(mentor.about)} />
      </Part>
      <Part title="Why a mentor">
        <Paragraphs text={orNothing(mentor.whyMentor)} />
      </Part>
      <Part title="Session slots">
        {mentor.sessions.length === 0 && <p className="text-lg">No session slots available.</p>}
        <Facts>
          {mentor.sessions.map(({ id, title, minutes, description, price }) => (
            <Fact key={id} name={title}>
              {[minutesInWords(minutes), price ?? mentor.price].join(', ')}
              {description && <p className="max-w-prose wrap-anywhere">{description}</p>}
            </Fact>
          ))}
        </Facts>
      </Part>
    </ProsePage>
  )
}

/** A field that was left empty says so. */
const orNothing = (text: string) => text || 'Not given'
