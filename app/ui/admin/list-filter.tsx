/** The form above a list: one search and one choice. It asks for the list's address anew. */
import { Form } from 'react-router'
import * as m from '#messages/admin'

type ListFilterProps = {
  path: string
  search: { label: string; value: string }
  /** `all`: the words for no choice. `options`: words by value. */
  choice: { label: string; name: string; value: string | null; all: string; options: [value: string, words: string][] }
}

export function ListFilter({ path, search, choice }: ListFilterProps) {
  return (
    <Form method="get" action={path} className="admin-filters" key={`${search.value} ${choice.value}`}>
      <div className="wide">
        <label htmlFor="list-search">{search.label}</label>
        <input
          id="list-search"
          type="search"
          name="q"
          defaultValue={search.value}
          maxLength={100}
          data-keys="search"
          className="admin-control w-full"
        />
      </div>
      <div>
        <label htmlFor="list-choice">{choice.label}</label>
        <select id="list-choice" name={choice.name} defaultValue={choice.value ?? ''} className="admin-control">
          <option value="">{choice.all}</option>
          {choice.options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="admin-button">
        {m.show()}
      </button>
    </Form>
  )
}
