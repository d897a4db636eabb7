/** “I am moving from X to Y”: orders the list and filters out no one. */
import * as m from '#messages/mentors'
import { currentTag } from '../../../../messages/runtime.ts'
import type { Facet, MentorList } from './mentor-list.ts'

/** Offers only places that a mentor moved from or to. Draws nothing on the page of a crossing. */
export function MoveFields({ list: { criteria, facets } }: { list: MentorList }) {
  const facet = (filter: Facet['filter']) => facets.find((each) => each.filter === filter)
  const [origins, destinations] = [facet('origin'), facet('destination')]
  if (!origins || !destinations) return null
  return (
    <fieldset className="moving">
      <legend className="sr-only">{m.yourMove()}</legend>
      <PlaceSelect label={m.movingFrom()} name="moving_from" facet={origins} chosen={criteria.from} />
      <PlaceSelect label={m.movingTo()} name="moving_to" facet={destinations} chosen={criteria.to} />
      <p className="note">{m.madeMoveFirst()}</p>
      {/* Languages that a link or a form of another page names. */}
      {criteria.speaks.map((language) => (
        <input key={language} type="hidden" name="speaks" value={language} />
      ))}
    </fieldset>
  )
}

type PlaceSelectProps = { label: string; name: string; facet: Facet; chosen: string | null }

function PlaceSelect({ label, name, facet, chosen }: PlaceSelectProps) {
  const choices = facet.choices.toSorted((a, b) => a[1].localeCompare(b[1], currentTag()))
  return (
    <label>
      {label}
      <select name={name} defaultValue={chosen ?? ''}>
        <option value="">{m.anywhere()}</option>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
