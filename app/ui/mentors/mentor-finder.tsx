/** The list of mentors with its search, filters and order: for /mentors and the pages of a crossing or a destination. */
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { Order } from '#domain/search/criteria'
import { Button } from '../controls/button.tsx'
import { Pagination } from '../controls/pagination.tsx'
import { plural } from '#domain/quantities'
import { Chips } from './chips.tsx'
import { Filters } from './filters.tsx'
import { useFinder } from './finder.ts'
import type { MentorList } from './mentor-list.ts'
import { MentorRow } from './mentor-row.tsx'
import { MoveFields } from './move-fields.tsx'
import { NothingFound } from './nothing-found.tsx'

const ORDERS: Record<Order, string> = {
  best: 'Best match',
  soonest: 'Soonest free',
  rating: 'Rating',
  price: 'Price: low to high',
  'price-down': 'Price: high to low',
  experience: 'Experience',
  newest: 'Newest',
}

/** `children`: the heading of the page and a sentence. */
export function MentorFinder({ list, children }: { list: MentorList; children: ReactNode }) {
  const { form, results, busy, onLeave } = useFinder()
  const { criteria, total, mentors } = list
  return (
    <div className="page finder">
      <div className="finder-head">{children}</div>
      <search className="contents">
        <Form {...form} action={list.path} autoComplete="off" className="contents">
          <div className="finder-ask">
            <div className="finder-words">
              <label className="relative min-w-0 flex-1">
                <span className="sr-only">Search mentors</span>
                <Search
                  size={20}
                  strokeWidth={1.75}
                  aria-hidden="true"
                  className="pointer-events-none absolute top-1/2 inset-s-4 -translate-y-1/2 text-ink-2"
                />
                <input
                  type="search"
                  name="q"
                  defaultValue={criteria.text}
                  placeholder="Name, city, university or topic"
                  maxLength={100}
                  className="text-box min-h-12 pe-3 ps-11"
                />
              </label>
              {/* With scripts, typing or Enter sends the form. */}
              <Button type="submit" variant="secondary" className="scripted:hidden">
                Search
              </Button>
            </div>
            <MoveFields list={list} />
            <label className="finder-order">
              <span>Sort by</span>
              <select name="order" defaultValue={criteria.order}>
                {Object.entries(ORDERS).map(([order, label]) => (
                  <option key={order} value={order}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          </div>
          {list.facets.length > 0 && <Filters list={list} />}
        </Form>
      </search>
      <section ref={results} tabIndex={-1} aria-label="Mentors found" aria-busy={busy} className="found">
        <div className="found-head">
          <output className="font-semibold whitespace-nowrap">{plural(total, 'mentor')}</output>
          <Chips list={list} onLeave={onLeave} />
          {/* The key makes new words a new element, so that they do not count as a layout shift. */}
          <p key={list.place} className="found-place">
            {list.place ? `Times shown in ${list.place}` : 'Times shown in each mentor’s city'}
          </p>
        </div>
        {mentors.length > 0 && (
          <ul className="grid gap-4 md:gap-0">
            {mentors.map((mentor, index) => (
              <MentorRow key={mentor.slug} mentor={mentor} eager={index < 4} />
            ))}
          </ul>
        )}
        {list.nothing && <NothingFound list={list} nothing={list.nothing} onLeave={onLeave} />}
        <div className="mt-8">
          <Pagination previous={list.previous} next={list.next} onTurn={onLeave} />
        </div>
      </section>
    </div>
  )
}
