/** Feedback on a mentor. Only people who completed a session can give it. */
import type { Rating } from '#domain/mentors/feedback'
import { Stars } from '../controls/rating.tsx'
import { plural } from '#domain/quantities'

export type Feedback = {
  id: string
  /** "Priya S." */
  author: string
  stars: number
  text: string
  /** The mentor's. */
  answer: string | null
  /** Of the session: "October 2026", and its title. */
  month: string
  session: string
}

/** `stars`: how many gave five, four, and so on. */
type WhatPeopleSaidProps = { name: string; rating: Rating; stars: number[]; feedback: Feedback[] }

export function WhatPeopleSaid({ name, rating, stars, feedback }: WhatPeopleSaidProps) {
  return (
    <section aria-labelledby="said" className="min-w-0">
      <h2 id="said" className="border-b border-hair pb-2 text-2xl">
        Feedback
      </h2>
      {rating.average !== null && <Distribution stars={stars} />}
      {feedback.length === 0 ? (
        <div className="mt-5 grid gap-1 rounded-card bg-shoal-1 px-5 py-4">
          <p className="font-semibold">No feedback submitted.</p>
          <p className="text-ink-2">Only people who had a session with {name} can give feedback. It appears here.</p>
        </div>
      ) : (
        <ul className="said divide-y divide-hair">
          {feedback.map(({ id, author, stars: given, text, answer, month, session }) => (
            <li key={id} className="py-5">
              <p className="flex flex-wrap items-center gap-x-2">
                <Stars given={given} />
                <bdi className="font-semibold">{author}</bdi>
                <span className="text-ink-2">
                  completed session · {session} · {month}
                </span>
              </p>
              <p dir="auto" className="mt-1.5 max-w-prose break-words whitespace-pre-line">
                {text}
              </p>
              {answer && (
                <div className="mt-3 max-w-prose border-s-4 border-hair ps-4">
                  <p className="note">{name} answered</p>
                  <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                    {answer}
                  </p>
                </div>
              )}
              <a href={`/feedback/${id}`} rel="nofollow" className="inline-flex min-h-11 items-center note link">
                Report<span className="sr-only"> what {author} said</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {feedback.length > 0 && feedback.length < rating.count && (
        <p className="border-t border-hair pt-4 text-ink-2">
          The newest {feedback.length} of {rating.count}.
        </p>
      )}
    </section>
  )
}

/** How many gave how many stars: a bar each, and the number. */
function Distribution({ stars }: { stars: number[] }) {
  const all = stars.reduce((sum, count) => sum + count, 0)
  return (
    <ul aria-label="Ratings" className="star-bars">
      {stars.map((count, n) => (
        <li key={n}>
          {plural(5 - n, 'star')}
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(100 * count) / all} height="8" />
          </svg>
          {count}
        </li>
      ))}
    </ul>
  )
}
