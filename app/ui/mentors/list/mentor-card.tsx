/** A mentor's card on the home page, and the parts that it shares with a row of the list. */
import { Link } from 'react-router'
import type { Rating } from '#domain/mentors/feedback'
import * as m from '#messages/mentors'
import type { CardPriceWords } from '#words/money'
import { BookLink } from '../../bookings/book-link.tsx'
import { buttonClass } from '../../controls/button.tsx'
import { Crossing, type Leg } from '../crossing.tsx'
import type { LangAttributes } from '../../lang-attributes.ts'
import { Portrait } from '../portrait.tsx'
import { RatingMark } from '../../controls/rating.tsx'

export type MentorCard = {
  slug: string
  name: string
  role: string
  helpWith: string[]
  langAttributes?: LangAttributes
  picture: string | null
  leg: Leg | null
  price: CardPriceWords
  /** True when a session of theirs has a free start. */
  bookable: boolean
  rating: Rating
}

/**
 * 480 px wide where there is room; with the gap of 24 px that is the step of the carousel (specification §9: 504 px). `query`
 * carries the visitor's move to their page. `copy` hides it from the keyboard and from screen readers.
 */
export function MentorTile({ mentor, query, copy = false }: { mentor: MentorCard; query: string; copy?: boolean }) {
  return (
    <li
      {...(copy && { inert: true, 'aria-hidden': true })}
      className="line flex w-[min(30rem,calc(100vw-3rem))] max-[16rem]:w-[calc(100vw-1rem)] shrink-0 snap-start flex-col rounded-card wrap-anywhere"
    >
      <div className="flex flex-1 gap-3 p-4 max-[16rem]:flex-wrap sm:gap-4 sm:p-5">
        <Portrait name={mentor.name} picture={mentor.picture} size={104} className="size-18 sm:size-20 md:size-24" />
        <div className="min-w-0">
          <h3 className="text-xl font-semibold">{mentor.name}</h3>
          <p {...mentor.langAttributes} className="text-ink-2">
            {mentor.role}
          </p>
          {mentor.leg && <Crossing leg={mentor.leg} />}
        </div>
      </div>
      {/* One line of topics: a second line on one card would leave an empty band on all others. */}
      <div className="mx-4 mb-4 h-7 overflow-hidden sm:mx-5 sm:mb-5">
        <Topics topics={mentor.helpWith} langAttributes={mentor.langAttributes} />
      </div>
      <div className="button-row items-center justify-between border-t border-hair p-4 sm:px-5">
        <div className="grid gap-0.5">
          <Price mentor={mentor} />
          <RatingMark rating={mentor.rating} className="text-sm" />
        </div>
        <div className="grid grid-cols-2 gap-3 max-[16rem]:grid-cols-1 max-sm:w-full">
          <ProfileLink mentor={mentor} query={query} className="max-[22rem]:px-1.5" />
          {mentor.bookable ? (
            <BookLink mentor={mentor} className="max-[22rem]:px-1.5" />
          ) : (
            // In two lines as high as its neighbour, so that the cards are of one height.
            <NotifyMe mentor={mentor} className="px-2 py-0.5 text-sm/4.5 sm:max-w-34" />
          )}
        </div>
      </div>
    </li>
  )
}

type ProfileLinkProps = { mentor: MentorCard; query: string; className?: string }

export function ProfileLink({ mentor, query, className }: ProfileLinkProps) {
  return (
    <Link
      to={`/mentors/${mentor.slug}${query}`}
      aria-label={m.viewProfileOf({ name: mentor.name })}
      className={buttonClass('secondary', className)}
    >
      {m.viewProfile()}
    </Link>
  )
}

/** As the profile's link to the waitlist, and apart from it: shared, a profile would load the script of the whole list for it. */
export function NotifyMe({ mentor: { slug, name }, className }: { mentor: MentorCard; className?: string }) {
  return (
    <Link
      to={`/mentors/${slug}/waiting`}
      aria-label={m.notifyMeOf({ name })}
      className={buttonClass('primary', className)}
    >
      {m.notifyMe()}
    </Link>
  )
}

export function Price({ mentor: { price } }: { mentor: MentorCard }) {
  return (
    <p className="note">
      {price.before}
      <span className="amount">{price.amount}</span>
      {price.after}
    </p>
  )
}

type TopicsProps = { topics: string[]; langAttributes?: LangAttributes | undefined; more?: string[] }

/** What a mentor helps with: in their own words, and by topics of ours. */
export function Topics({ topics, langAttributes, more = [] }: TopicsProps) {
  if (topics.length + more.length === 0) return null
  return (
    <ul aria-label={m.helpsWith()} className="topics">
      {topics.map((topic) => (
        <li key={topic} {...langAttributes}>
          {topic}
        </li>
      ))}
      {more.map((topic) => (
        <li key={topic}>{topic}</li>
      ))}
    </ul>
  )
}
