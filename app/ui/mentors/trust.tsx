/** Why to trust a mentor, in facts: what was checked and when, what people said, how soon they answer, how
 * many sessions they held. */
import * as m from '#messages/mentors'
import { RatingLine } from '../controls/rating.tsx'
import { rich } from '../rich.tsx'
import type { MentorView } from './mentor-view.ts'

export function Trust({ mentor: { likeYou, facts, rating, held } }: { mentor: MentorView }) {
  if (!likeYou && facts.length === 0 && rating.average === null && held === 0) return null
  return (
    <ul aria-label={m.verified()} className="trust">
      {likeYou && <li className="trust-like">{likeYou}</li>}
      {rating.average !== null && (
        <li>
          <RatingLine rating={rating} />
        </li>
      )}
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
      {held > 0 && <li>{rich(m.sessionsHeld({ held, strong: (text) => <b className="font-semibold">{text}</b> }))}</li>}
    </ul>
  )
}
