/** What the forms of step 1 send along. Scripts need none of it. */
import { TYPED_TEXTS, type Typed } from './details/mentee-details.ts'
import type { Place } from './offer.ts'

/** `typed` null: nothing was typed yet, and the form may be an address. */
export function Kept({ typed, place, again }: { typed: Typed | null; place: Place; again: string | null }) {
  return (
    <>
      {place.session && <input type="hidden" name="session" value={place.session} />}
      {again && <input type="hidden" name="again" value={again} />}
      {typed && (
        <>
          <input type="hidden" name="intent" value="choose" />
          {TYPED_TEXTS.map((name) => typed[name] && <input key={name} type="hidden" name={name} value={typed[name]} />)}
        </>
      )}
    </>
  )
}
