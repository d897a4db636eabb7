/** “I am moving from X to Y”: it orders the list and leaves nobody out. */
import type { Facet, MentorList } from './mentor-list.ts'

/** Only places that some mentor moved from or to: no other could match. Nothing where the page is about one crossing. */
export function Moving({ list: { asked, facets } }: { list: MentorList }) {
  const facet = (filter: Facet['filter']) => facets.find((each) => each.filter === filter)
  const [origins, destinations, languages] = [facet('origin'), facet('destination'), facet('language')]
  if (!origins || !destinations || !languages) return null
  const [spoken, ...others] = asked.speaks
  return (
    <fieldset className="moving">
      <legend className="sr-only">Your move</legend>
      <Choose label="I am moving from" name="moving_from" open="anywhere" facet={origins} chosen={asked.from} />
      <Choose label="to" name="moving_to" open="anywhere" facet={destinations} chosen={asked.to} />
      <Choose label="and speak" name="speaks" open="any language" facet={languages} chosen={spoken ?? null} />
      {others.map((language) => (
        <input key={language} type="hidden" name="speaks" value={language} />
      ))}
    </fieldset>
  )
}

type ChooseProps = { label: string; name: string; open: string; facet: Facet; chosen: string | null }

function Choose({ label, name, open, facet, chosen }: ChooseProps) {
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
