/** A mentor in the list: who they are, why they fit, what a session costs and when the next one is. */
import type { ReactNode } from 'react'
import { BookLink } from '../../bookings/book-link.tsx'
import { Crossing } from '../crossing.tsx'
import { Price, ProfileLink, NotifyMe, Topics, type MentorCard } from './mentor-card.tsx'
import { Portrait } from '../portrait.tsx'
import { RatingMark } from '../../controls/rating.tsx'
import { SaveHeart } from '../saved/save-heart.tsx'
import * as m from '#messages/mentors'
import { formatList } from '#words/lists'
import { formatYears } from '#words/time'
import { rich } from '../../rich.tsx'

/** `words`: "tomorrow 14:30". `other`: the mentor's clock, "09:00 in Manchester", or empty where both show the same time. */
export type NextFree = { at: string; words: string; other: string }

export type ListedMentor = MentorCard & {
  /** Years. */
  experience: number
  location: string
  /** Their names, which are also those of the filter: one name is sent once. */
  languages: string[]
  /** The soonest free start within 30 days. */
  free: NextFree | null
  /** Why they match, in words: "Same crossing: India to the United Kingdom". */
  reasons: string[]
}

type MentorRowProps = {
  mentor: ListedMentor
  /** Carries the visitor's move to the mentor's page. */
  query: string
  heading: 'h2' | 'h3'
  eager: boolean
  children?: ReactNode
}

/** A row from 768 px, a card on a phone. `StarShape` is to be on its page. */
export function MentorRow({ mentor, query, heading: Heading, eager, children }: MentorRowProps) {
  return (
    <li className="mentor-row">
      <Portrait name={mentor.name} picture={mentor.picture} size={104} eager={eager} />
      <div className="mentor-words">
        <Heading>{mentor.name}</Heading>
        <p {...mentor.langAttributes} className="note md:text-base">
          {mentor.role}
        </p>
        {mentor.leg && <Crossing leg={mentor.leg} className="text-lg" />}
      </div>
      <div className="mentor-facts">
        {mentor.reasons.length > 0 && <Reasons reasons={mentor.reasons} />}
        <p className="note">
          {[formatYears(mentor.experience), formatList(mentor.languages, 'comma'), mentor.location].join(' · ')}
        </p>
        <Topics topics={mentor.helpWith} langAttributes={mentor.langAttributes} />
      </div>
      <div className="mentor-actions">
        <div className="mentor-offer">
          <Price mentor={mentor} />
          <RatingMark rating={mentor.rating} className="text-sm" shared />
          <NextFreeTime free={mentor.free} />
        </div>
        <div className="mentor-buttons">
          <ProfileLink mentor={mentor} query={query} />
          {mentor.bookable ? <BookLink mentor={mentor} /> : <NotifyMe mentor={mentor} />}
        </div>
        {children}
      </div>
      <SaveHeart mentor={mentor} />
    </li>
  )
}

function NextFreeTime({ free }: { free: NextFree | null }) {
  if (!free) return <p className="note">{m.noFreeTimes()}</p>
  return (
    <p key={free.words + free.other} className="note">
      {rich(m.nextFreeAt({ when: free.words, time: (text) => <time dateTime={free.at}>{text}</time> }))}
      {/* The line is there even when it is empty, so that no row moves once the visitor's zone is known. */}
      <span className="free-other">{free.other}</span>
    </p>
  )
}

/** Why this mentor fits the move that the visitor is about to make. */
function Reasons({ reasons }: { reasons: string[] }) {
  return (
    <ul aria-label={m.whyMatch()} className="reasons">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}
