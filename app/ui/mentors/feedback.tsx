/** Feedback on a mentor. Only people who completed a session can give it. */
import type { Rating } from '#domain/mentors/feedback'
import { Stars } from '../controls/rating.tsx'
import * as m from '#messages/mentors'
import { localPath } from '#words/local-path'
import { rich } from '../rich.tsx'
import type { LangAttributes } from '../lang-attributes.ts'

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
type WhatPeopleSaidProps = {
  name: string
  langAttributes?: LangAttributes
  rating: Rating
  stars: number[]
  feedback: Feedback[]
}

export function WhatPeopleSaid({ name, langAttributes, rating, stars, feedback }: WhatPeopleSaidProps) {
  return (
    <section aria-labelledby="said" className="min-w-0">
      <h2 id="said" className="border-b border-hair pb-2 text-2xl">
        {m.feedback()}
      </h2>
      {rating.average !== null && <Distribution stars={stars} />}
      {feedback.length === 0 ? (
        <div className="mt-5 grid gap-1 rounded-card bg-shoal-1 px-5 py-4">
          <p className="font-semibold">{m.noFeedback()}</p>
          <p className="text-ink-2">{m.onlyMentees({ name })}</p>
        </div>
      ) : (
        <ul className="said divide-y divide-hair">
          {feedback.map(({ id, author, stars: given, text, answer, month, session }) => (
            <li key={id} className="py-5">
              <p className="flex flex-wrap items-center gap-x-2">
                <Stars given={given} />
                <bdi className="font-semibold">{author}</bdi>
                <span className="text-ink-2">{m.completedSession({ session, month })}</span>
              </p>
              <p dir="auto" className="mt-1.5 max-w-prose break-langAttributes whitespace-pre-line">
                {text}
              </p>
              {answer && (
                <div className="mt-3 max-w-prose border-s-4 border-hair ps-4">
                  <p className="note">{m.answeredBy({ name })}</p>
                  <p dir="auto" {...langAttributes} className="wrap-anywhere whitespace-pre-line">
                    {answer}
                  </p>
                </div>
              )}
              <a
                href={localPath(`/feedback/${id}`)}
                rel="nofollow"
                className="inline-flex min-h-11 items-center note link"
              >
                {rich(m.reportWhat({ author, hidden: (text) => <span className="sr-only">{text}</span> }))}
              </a>
            </li>
          ))}
        </ul>
      )}
      {feedback.length > 0 && feedback.length < rating.count && (
        <p className="border-t border-hair pt-4 text-ink-2">
          {m.newestOf({ shown: feedback.length, count: rating.count })}
        </p>
      )}
    </section>
  )
}

/** How many gave how many stars: a bar each, and the number. */
function Distribution({ stars }: { stars: number[] }) {
  const all = stars.reduce((sum, count) => sum + count, 0)
  return (
    <ul aria-label={m.ratings()} className="star-bars">
      {stars.map((count, n) => (
        <li key={n}>
          {m.starCount({ count: 5 - n })}
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(100 * count) / all} height="8" />
          </svg>
          {count}
        </li>
      ))}
    </ul>
  )
}
