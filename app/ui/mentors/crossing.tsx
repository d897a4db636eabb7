/** A leg: the cities that a mentor moved between. In italics, as charts set place names. */
import * as m from '#messages/mentors'
export type Leg = { from: string; to: string }

export function Crossing({ leg, className = 'md:text-lg' }: { leg: Leg; className?: string }) {
  return (
    <span className={`crossing ${className}`}>
      {leg.from}
      <span>
        <span className="leg">
          <span className="sr-only">{` ${m.crossingTo()} `}</span>
        </span>
        {leg.to}
      </span>
    </span>
  )
}
