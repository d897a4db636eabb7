/** Ratings: the average of a mentor, and the stars that one person gave. */
import { MAX_STARS, type Rating } from '#domain/mentors/feedback'
import * as m from '#messages/site'
import { formatAverage } from '#words/average'

type RatingMarkProps = {
  rating: Rating
  className?: string
  /** Whether `StarShape` is on the page, for lists of many. */
  shared?: boolean
}

/** "★ 4.9 (38)". Draws nothing while there is no rating. */
export function RatingMark({ rating, className = '', shared = false }: RatingMarkProps) {
  if (rating.average === null) return null
  return (
    <p className={`rating-mark ${className}`}>
      {shared ? (
        <svg width={WIDTH} height="18" aria-hidden="true" className="stars">
          <use href="#star" />
        </svg>
      ) : (
        <StarsDrawn given={1} of={1} />
      )}
      <span aria-hidden="true">{`${formatAverage(rating.average)} (${rating.count})`}</span>
      <span className="sr-only">{formatRating(rating.average, rating.count)}</span>
    </p>
  )
}

/** "★ 4.9 38 sessions reviewed", where there is more room. */
export function RatingLine({ rating, className = '' }: { rating: Rating; className?: string }) {
  if (rating.average === null) return null
  return (
    <p className={`relative flex items-center gap-1.5 tabular-nums ${className}`}>
      <StarsDrawn given={1} of={1} />
      <span className="sr-only">{m.rated()} </span>
      <span className="font-semibold">{formatAverage(rating.average)}</span>
      <span className="sr-only"> {m.ofStars({ max: MAX_STARS })} </span>
      <span className="text-ink-2">{m.sessionsReviewed({ count: rating.count })}</span>
    </p>
  )
}

/** The stars that one person gave, of five. */
export function Stars({ given }: { given: number }) {
  return (
    <span className="relative inline-flex">
      <StarsDrawn given={given} of={MAX_STARS} />
      <span className="sr-only">{m.starsGiven({ given, max: MAX_STARS })}</span>
    </span>
  )
}

/** "Rated 4.9 of 5 stars, 38 sessions reviewed" */
function formatRating(average: number, count: number): string {
  return m.ratedOfStars({ average: formatAverage(average), max: MAX_STARS, count })
}

const WIDTH = 18 // Of one star with the space beside it, in the drawing's own units.

/** In the drawing's own units. */
const STAR = 'M9 2l2 4.8 5.2.4-4 3.4 1.2 5L9 12.9l-4.4 2.7 1.2-5-4-3.4L7 6.8z'

/** Is not seen itself. */
export const StarShape = () => (
  <svg className="hidden">
    <path id="star" d={STAR} />
  </svg>
)

/** Full stars are filled and empty ones are outlines, so that they differ without colour. */
function StarsDrawn({ given, of }: { given: number; of: number }) {
  return (
    <svg viewBox={`0 0 ${WIDTH * of} 18`} width={WIDTH * of} height="18" aria-hidden="true" className="stars">
      {Array.from({ length: of }, (_, n) => (
        <path
          key={n}
          d={STAR}
          {...(n > 0 && { transform: `translate(${WIDTH * n})` })}
          {...(n >= given && { fill: 'none' })}
        />
      ))}
    </svg>
  )
}
