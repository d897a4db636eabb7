/** A mentor's page: who they are on the left, what can be booked on the right; on a phone one below the other. */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Crossing } from './crossing.tsx'
import { WhatPeopleSaid } from './feedback.tsx'
import { Fact, Facts } from '../layout/facts.tsx'
import { Topics } from './list/mentor-card.tsx'
import type { MentorView } from './mentor-view.ts'
import { PageHead } from '../layout/page-head.tsx'
import { Portrait } from './portrait.tsx'
import { Paragraphs } from '../layout/prose.tsx'
import { SessionPanel } from './session-panel.tsx'
import { LateRecentlyViewed } from './saved/late-recently-viewed.tsx'
import { SaveAndShare } from './saved/save-and-share.tsx'
import { SimilarMentors } from './similar-mentors.tsx'
import { Trust } from './trust.tsx'
import { MentorData } from '../layout/structured-data.tsx'
import * as m from '#messages/mentors'
import { formatYears } from '#words/time'

/** "to study at the University of Manchester, in 2020" */
function formatMove({ purpose, institution, year }: MentorView['legs'][number]): string {
  if (!institution) return m.moveIn({ purpose, year: String(year) })
  const hasArticle = institution.startsWith('University of ')
  return m.moveAt({ purpose, hasArticle, institution, year: String(year) })
}

export function MentorProfile({ mentor }: { mentor: MentorView }) {
  const [firstLeg] = mentor.legs
  return (
    <div className="page py-4 md:py-8">
      <PageHead
        title={`${mentor.name}, ${mentor.role}`}
        description={m.profileDescription({
          name: mentor.name,
          role: mentor.role,
          hasMove: firstLeg !== undefined,
          from: firstLeg?.from ?? '',
          to: firstLeg?.to ?? '',
          languages: mentor.speaks,
        })}
        path={`/mentors/${mentor.slug}`}
        profilePicture={`/mentors/${mentor.slug}/preview.png`}
      />
      <MentorData mentor={mentor} />
      <div className="mentor-page">
        <div className="min-w-0">
          <div className="mentor-top">
            <Link to={mentor.above.to} aria-label={mentor.above.label} className="mentor-above">
              <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" className="directional" />
              <span className="max-md:hidden">{mentor.above.label}</span>
              <span className="md:hidden">{m.mentors()}</span>
            </Link>
            <SaveAndShare key={mentor.slug} mentor={mentor} />
          </div>
          <Identity mentor={mentor} />
          <Trust mentor={mentor} />
        </div>
        <SessionPanel key={mentor.slug} mentor={mentor} />
        <div className="min-w-0">
          {mentor.about && (
            <Text title={m.about()} langAttributes={mentor.textsAttributes}>
              <Paragraphs text={mentor.about} />
            </Text>
          )}
          <MentorFacts mentor={mentor} />
          {mentor.whyMentor && (
            <Text title={m.whyIMentor()} langAttributes={mentor.textsAttributes}>
              <Paragraphs text={mentor.whyMentor} />
            </Text>
          )}
        </div>
        <WhatPeopleSaid {...mentor} />
      </div>
      <SimilarMentors mentors={mentor.similar} query={mentor.query} />
      <LateRecentlyViewed mentor={mentor} />
    </div>
  )
}

function Identity({ mentor }: { mentor: MentorView }) {
  return (
    <div className="mentor-identity">
      <Portrait name={mentor.name} picture={mentor.picture} size={168} eager className="size-26 md:size-42" />
      <div className="min-w-0">
        <h1 className="text-2xl break-langAttributes md:text-4xl">{mentor.name}</h1>
        <p {...mentor.langAttributes} className="mt-1 text-ink-2 md:text-lg">
          {mentor.role}
        </p>
        {mentor.legs.map((leg) => (
          <p key={`${leg.from} ${leg.to} ${leg.year}`} className="mt-1 flex flex-wrap items-baseline gap-x-3">
            <Crossing leg={leg} className="text-lg md:text-2xl" />
            <span className="note md:text-base">{formatMove(leg)}</span>
          </p>
        ))}
        <p className="mt-2 note md:text-base">{m.speaksLanguages({ languages: mentor.speaks })}</p>
      </div>
    </div>
  )
}

function MentorFacts({ mentor }: { mentor: MentorView }) {
  const { linkedin } = mentor
  return (
    <div className="mt-7 border-t border-hair pt-6">
      <Facts>
        <Fact name={m.livesIn()}>{mentor.location}</Fact>
        {mentor.studied && <Fact name={m.studied()}>{mentor.studied}</Fact>}
        <Fact name={m.experience()}>{formatYears(mentor.experience)}</Fact>
        {mentor.helpWith.length + mentor.topics.length > 0 && (
          <Fact name={m.helpsWith()}>
            <Topics topics={mentor.helpWith} langAttributes={mentor.langAttributes} more={mentor.topics} />
          </Fact>
        )}
        {linkedin && (
          <Fact name={m.elsewhere()}>
            <a href={linkedin} rel="noopener nofollow ugc" className="tall-link">
              {m.onLinkedin({ name: mentor.name })}
            </a>
          </Fact>
        )}
      </Facts>
    </div>
  )
}

type TextProps = { title: string; langAttributes: MentorView['langAttributes']; children: ReactNode }

function Text({ title, langAttributes, children }: TextProps) {
  return (
    <section className="mt-8 first:mt-0">
      <h2 className="text-2xl">{title}</h2>
      <div {...langAttributes} className="mt-3 grid gap-4">
        {children}
      </div>
    </section>
  )
}
