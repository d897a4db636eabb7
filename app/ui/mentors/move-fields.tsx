/** “I am moving from X to Y”: orders the list and leaves nobody out. */
import type { Facet, MentorList } from './mentor-list.ts'

/** Offers only places that a mentor moved from or to. Draws nothing on the page of a crossing. */
export function MoveFields({ list: { criteria, facets } }: { list: MentorList }) {
  const facet = (filter: Facet['filter']) => facets.find((each) => each.filter === filter)
  const [origins, destinations, languages] = [facet('origin'), facet('destination'), facet('language')]
  if (!origins || !destinations || !languages) return null
  const [spoken, ...others] = criteria.speaks
  return (
    <fieldset className="moving">
      <legend className="sr-only">Your move</legend>
      <PlaceSelect label="I am moving from" name="moving_from" open="anywhere" facet={origins} chosen={criteria.from} />
      <PlaceSelect label="to" name="moving_to" open="anywhere" facet={destinations} chosen={criteria.to} />
      <PlaceSelect label="and speak" name="speaks" open="any language" facet={languages} chosen={spoken ?? null} />
      {others.map((language) => (
        <input key={language} type="hidden" name="speaks" value={language} />
      ))}
    </fieldset>
  )
}

type PlaceSelectProps = { label: string; name: string; open: string; facet: Facet; chosen: string | null }

function PlaceSelect({ label, name, open, facet, chosen }: PlaceSelectProps) {
  const choices = facet.choices.toSorted((a, b) => (a[1] < b[1] ? -1 : 1))
  return (
    <label>
      {label}
      <select name={name} defaultValue={chosen ?? ''}>
        <option value="">{open}</option>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
