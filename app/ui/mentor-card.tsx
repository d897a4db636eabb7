/** A mentor as a list shows them: a row on the mentors' page, a card on the home page. */
import { Link } from 'react-router'
import type { Rating } from '#domain/feedback'
import { BookLink } from './booking/book-link.tsx'
import { buttonClass } from './button.tsx'
import { Crossing, type Leg } from './crossing.tsx'
import { Portrait } from './portrait.tsx'
import { RatingMark } from './rating.tsx'
import { years } from './words.ts'

export type MentorCard = {
  slug: string
  name: string
  role: string
  /** Years. */
  experience: number
  location: string
  languages: string[]
  helpWith: string[]
  picture: string | null
  leg: Leg | null
  /** As shown: "£45". The lowest, where sessions differ in price. */
  price: string
  /** Whether some session costs more. */
  from: boolean
  rating: Rating
}

/** A line of the list from 768 px, a card on a phone. */
export function MentorRow({ mentor, eager }: { mentor: MentorCard; eager: boolean }) {
  return (
    <li className="mentor-row">
      <Portrait name={mentor.name} picture={mentor.picture} size={104} eager={eager} className="mentor-portrait" />
      <div className="mentor-words">
        <div className="flex flex-wrap items-center gap-x-4">
          <h2 className="text-lg font-semibold md:text-xl">{mentor.name}</h2>
          <RatingMark rating={mentor.rating} className="text-sm md:text-base" />
        </div>
        <p className="text-sm text-ink-2 md:text-base">{mentor.role}</p>
        {mentor.leg && <Crossing leg={mentor.leg} />}
      </div>
      <div className="mentor-facts">
        <p className="text-sm text-ink-2">
          {years(mentor.experience)} · {mentor.languages.join(', ')} · {mentor.location}
        </p>
        <Topics topics={mentor.helpWith} />
      </div>
      <div className="mentor-actions">
        <Price mentor={mentor} />
        <div className="mentor-buttons">
          <ProfileLink mentor={mentor} />
          <BookLink mentor={mentor} />
        </div>
      </div>
    </li>
  )
}

/** 480 px wide where there is room: with the gap of 24 px, the step of the carousel (specification §9: 504 px). A copy is for the eye only. */
export function MentorTile({ mentor, copy = false }: { mentor: MentorCard; copy?: boolean }) {
  return (
    <li
      {...(copy && { inert: true, 'aria-hidden': true })}
      className="line flex w-[min(30rem,calc(100vw-3rem))] shrink-0 snap-start flex-col rounded-card wrap-anywhere"
    >
      <div className="flex gap-3 p-4 sm:gap-4 sm:p-5">
        <Portrait name={mentor.name} picture={mentor.picture} size={104} className="size-18 sm:size-20 md:size-24" />
        <div className="min-w-0">
          <h3 className="text-xl font-semibold">{mentor.name}</h3>
          <p className="text-ink-2">{mentor.role}</p>
          {mentor.leg && <Crossing leg={mentor.leg} />}
        </div>
      </div>
      <div className="flex-1 px-4 pb-4 sm:px-5 sm:pb-5">
        <Topics topics={mentor.helpWith} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-hair p-4 sm:px-5">
        <div className="grid gap-0.5">
          <Price mentor={mentor} />
          <RatingMark rating={mentor.rating} className="text-sm" />
        </div>
        <div className="grid grid-cols-2 gap-3 max-sm:w-full">
          <ProfileLink mentor={mentor} />
          <BookLink mentor={mentor} />
        </div>
      </div>
    </li>
  )
}

function ProfileLink({ mentor }: { mentor: MentorCard }) {
  return (
    <Link
      to={`/mentors/${mentor.slug}`}
      aria-label={`View Profile: ${mentor.name}`}
      className={buttonClass('secondary', 'whitespace-nowrap')}
    >
      View Profile
    </Link>
  )
}

function Price({ mentor }: { mentor: MentorCard }) {
  return (
    <p className="flex items-baseline gap-x-1.5 text-sm text-ink-2">
      {mentor.from && 'from '}
      <span className="text-xl font-semibold text-ink">{mentor.price}</span> per session
    </p>
  )
}

/** What a mentor helps with, as many as fit a line or two. */
export function Topics({ topics }: { topics: string[] }) {
  if (topics.length === 0) return null
  return (
    <ul aria-label="Helps with" className="flex flex-wrap gap-2 text-sm">
      {topics.map((topic) => (
        <li key={topic} className="rounded-mark bg-shoal-1 px-2 py-1">
          {topic}
        </li>
      ))}
    </ul>
  )
}
