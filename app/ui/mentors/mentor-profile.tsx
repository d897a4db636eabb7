/** A mentor's page: who they are on the left, what can be booked on the right. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { timeIn } from '#domain/time/clock'
import { clockPlace, zoneCity } from '#domain/time/zone'
import { BookLink } from '../bookings/book-link.tsx'
import { NOTHING_SELECTED, selectionQuery } from '../bookings/selection.ts'
import { TellMeLink } from '../bookings/tell-me-link.tsx'
import { buttonClass } from '../controls/button.tsx'
import { sameClock, shortDayIn } from '../time/clock.ts'
import { Crossing } from './crossing.tsx'
import { WhatPeopleSaid } from './feedback.tsx'
import { Fact, Facts } from '../layout/facts.tsx'
import { LeaveWith, VisaNotice } from './session-notes.tsx'
import { Topics } from './mentor-card.tsx'
import type { MentorView } from './mentor-view.ts'
import { PageHead } from '../layout/page-head.tsx'
import { Portrait } from './portrait.tsx'
import { Paragraphs } from '../layout/prose.tsx'
import { RatingLine } from '../controls/rating.tsx'
import { MentorData } from '../layout/structured-data.tsx'
import { otherClock } from '../time/two-clocks.tsx'
import { minutesInWords, yearsInWords } from '#domain/quantities'

const PURPOSES = { study: 'to study', work: 'to work', family: 'for family', other: '' }

/** "to study at the University of Manchester, in 2020" */
function moveInWords({ purpose, institution, year }: MentorView['legs'][number]): string {
  const article = institution.startsWith('University of ') ? 'the ' : ''
  const why = [PURPOSES[purpose], institution && `at ${article}${institution}`].filter(Boolean).join(' ')
  return why ? `${why}, in ${year}` : `in ${year}`
}

export function MentorProfile({ mentor }: { mentor: MentorView }) {
  const [firstLeg] = mentor.legs
  return (
    <div className="page max-w-[77.75rem] py-6 md:py-11">
      <PageHead
        title={`${mentor.name}, ${mentor.role}`}
        description={`Book an hour with ${mentor.name}, ${mentor.role}${firstLeg ? `, who moved from ${firstLeg.from} to ${firstLeg.to}` : ''}. Speaks ${mentor.languages.join(', ')}.`}
        path={`/mentors/${mentor.slug}`}
        profilePicture={`/mentors/${mentor.slug}/preview.png`}
      />
      <MentorData mentor={mentor} />
      <div className="mentor-page">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-7 gap-y-4 sm:flex-nowrap">
            <Portrait name={mentor.name} picture={mentor.picture} size={168} eager className="size-28 md:size-42" />
            <div className="min-w-0">
              <h1 className="page-title break-words">{mentor.name}</h1>
              <p className="mt-1 lead">{mentor.role}</p>
              {mentor.legs.map((leg) => (
                <p key={`${leg.from} ${leg.to} ${leg.year}`} className="mt-1 flex flex-wrap items-baseline gap-x-3">
                  <Crossing leg={leg} className="text-xl md:text-2xl" />
                  <span className="text-ink-2">{moveInWords(leg)}</span>
                </p>
              ))}
              <RatingLine rating={mentor.rating} className="mt-2" />
            </div>
          </div>
          <BookOrWait mentor={mentor} className={buttonClass('primary', 'mt-5 w-full sm:w-auto sm:px-10 lg:hidden')} />
          <div className="mt-7">
            <MentorFacts mentor={mentor} />
          </div>
          {mentor.about && (
            <Text title="About">
              <Paragraphs text={mentor.about} />
            </Text>
          )}
          {mentor.whyMentor && (
            <Text title="Why I mentor">
              <Paragraphs text={mentor.whyMentor} />
            </Text>
          )}
        </div>
        <Sessions mentor={mentor} />
        <WhatPeopleSaid {...mentor} />
      </div>
    </div>
  )
}

const BookOrWait = (props: { mentor: MentorView; className: string }) =>
  props.mentor.bookable ? <BookLink {...props} /> : <TellMeLink {...props} />

function MentorFacts({ mentor }: { mentor: MentorView }) {
  const { linkedin } = mentor
  return (
    <Facts>
      <Fact name="Speaks">{mentor.languages.join(', ')}</Fact>
      <Fact name="Lives in">{mentor.location}</Fact>
      {mentor.studied && <Fact name="Studied">{mentor.studied}</Fact>}
      <Fact name="Experience">{yearsInWords(mentor.experience)}</Fact>
      {mentor.helpWith.length > 0 && (
        <Fact name="Helps with">
          <Topics topics={mentor.helpWith} />
        </Fact>
      )}
      {mentor.topics.length > 0 && (
        <Fact name="Topics">
          <ul className="flex flex-wrap gap-x-1.5">
            {mentor.topics.map(({ code, label }, n) => (
              <li key={code}>{n + 1 < mentor.topics.length ? `${label},` : label}</li>
            ))}
          </ul>
        </Fact>
      )}
      {mentor.checks.length > 0 && (
        <Fact name="Checked">
          <ul>
            {mentor.checks.map((check) => (
              <li key={check}>{check}</li>
            ))}
          </ul>
        </Fact>
      )}
      {linkedin && (
        <Fact name="Elsewhere">
          <a href={linkedin} rel="noopener nofollow ugc" className="tall-link">
            {mentor.name} on LinkedIn
          </a>
        </Fact>
      )}
    </Facts>
  )
}

function Text({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="text-2xl">{title}</h2>
      <div className="mt-3 grid gap-4">{children}</div>
    </section>
  )
}

function Sessions({ mentor }: { mentor: MentorView }) {
  return (
    <section aria-labelledby="sessions" className="mentor-sessions">
      <h2 id="sessions" className="text-xl">
        Choose a session
      </h2>
      {mentor.sessions.length === 0 ? (
        <>
          <p className="line mt-3 rounded-card bg-shoal-1 px-5 py-4">No session slots available.</p>
          <BookOrWait mentor={mentor} className={buttonClass('primary', 'mt-5 min-h-12 w-full')} />
        </>
      ) : (
        <>
          <ul className="framed-list mt-3">
            {mentor.sessions.map((session) => (
              <li key={session.id} className="px-5 pt-4 pb-2">
                <div className="flex items-baseline justify-between gap-4">
                  <h3 className="font-semibold tracking-normal">{session.title}</h3>
                  <p className="text-xl font-semibold">{session.price}</p>
                </div>
                <p className="mt-1 text-ink-2">
                  {minutesInWords(session.minutes)}
                  {session.description && ` · ${session.description}`}
                </p>
                {session.leaveWith && <LeaveWith text={session.leaveWith} />}
                {session.notice && <VisaNotice notice={session.notice} />}
                {mentor.bookable && (
                  <BookLink
                    mentor={mentor}
                    sessionTypeId={session.id}
                    sessionTitle={session.title}
                    className="tall-link rounded-control font-semibold"
                  />
                )}
              </li>
            ))}
          </ul>
          <NextFree mentor={mentor} />
          {!mentor.bookable && (
            <p className="mt-5">{mentor.name} has no free time at the moment. You get one mail when there is one.</p>
          )}
          <BookOrWait mentor={mentor} className={buttonClass('primary', 'mt-5 min-h-12 w-full')} />
          <p className="mt-4 note">
            {mentor.refundRule} You need no account. You are charged in pounds; your bank converts.
          </p>
        </>
      )}
    </section>
  )
}

/**
 * In the visitor's zone, if it is known, with the mentor's beside it. The keys make the times new elements once the zone
 * becomes known, so that they do not count as a layout shift. Where a row is narrow it is as high as both clocks on two lines.
 */
function NextFree({ mentor }: { mentor: MentorView }) {
  const zone = mentor.visitorZone ?? mentor.timeZone
  const session = mentor.sessions[0]?.id ?? null
  if (mentor.free.length === 0) return null
  return (
    <div className="mt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold tracking-normal">Next free</h3>
        <p key={zone} className="text-ink-2">
          {mentor.visitorZone ? 'your time' : 'mentor’s time'}, {zoneCity(zone)}
        </p>
      </div>
      <ul key={zone} className="mt-2 grid gap-2">
        {mentor.free.map((at) => (
          <li key={at.toISOString()}>
            <Link
              to={`/mentors/${mentor.slug}/book${selectionQuery({ ...NOTHING_SELECTED, session, at: at.toISOString() })}`}
              className="line flex min-h-16 flex-wrap content-center items-center justify-between gap-x-3 rounded-control px-4 py-2 tabular-nums hover:bg-shoal-1 min-[30rem]:max-lg:min-h-11"
            >
              <span className="font-semibold">{`${shortDayIn(at, zone)}, ${timeIn(at, zone)}`}</span>
              {!sameClock(at, zone, mentor.timeZone) && (
                <span className="note">
                  {otherClock(at, zone, {
                    timeZone: mentor.timeZone,
                    place: clockPlace(mentor.location, mentor.timeZone),
                  })}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
