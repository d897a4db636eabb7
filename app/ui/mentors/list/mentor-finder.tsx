/** The list of mentors with its search, filters and order: for /mentors and the pages of a crossing or a destination. */
import { Fragment, useState, type ReactNode, type Ref } from 'react'
import { Form } from 'react-router'
import * as m from '#messages/mentors'
import { Button } from '../../controls/button.tsx'
import { StarShape } from '../../controls/rating.tsx'
import { Pagination } from '../../controls/pagination.tsx'
import { Chips } from '../chips.tsx'
import { Filters } from './filters.tsx'
import { useFinder } from './finder.ts'
import type { MentorList } from './mentor-list.ts'
import { MentorRow } from './mentor-row.tsx'
import { MoveFields } from './move-fields.tsx'
import { NothingFound } from './nothing-found.tsx'
import { rich } from '../../rich.tsx'

/** `children`: the heading of the page and a sentence. */
export function MentorFinder({ list, children }: { list: MentorList; children: ReactNode }) {
  const { form, results, busy, onLeave } = useFinder()
  // So few that nothing need be searched or put in order.
  if (list.facets.length === 0)
    return (
      <div className="page pt-8 pb-2">
        {children}
        <Found list={list} onLeave={onLeave} />
      </div>
    )
  return (
    <div className="page finder">
      <search className="contents">
        <Form {...form} action={list.path} autoComplete="off" className="contents">
          <div className="finder-top">
            <div className="finder-head">{children}</div>
            <Ask list={list} />
          </div>
          <label className="finder-order">
            <span>{m.sortBy()}</span>
            <select name="order" defaultValue={list.criteria.order}>
              {list.orders.map(([order, label]) => (
                <option key={order} value={order}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <Filters list={list} onLeave={onLeave} />
        </Form>
      </search>
      <Found list={list} onLeave={onLeave} ref={results} busy={busy} />
    </div>
  )
}

/** The visitor's move, and words to search for: on a phone behind a line that opens, open already where words are searched. */
function Ask({ list }: { list: MentorList }) {
  const { text } = list.criteria
  const [open] = useState(text !== '')
  return (
    <details className="finder-ask" open={open}>
      <summary className="link font-semibold">{formatQuestion(list)}</summary>
      <MoveFields list={list} />
      <div className="finder-words">
        <label className="finder-search">
          <span className="sr-only">{m.searchMentors()}</span>
          <input
            type="search"
            name="q"
            defaultValue={text}
            placeholder={m.searchHint()}
            maxLength={100}
            className="text-box min-h-12"
          />
        </label>
        {/* With scripts, typing or Enter sends the form. */}
        <Button type="submit" variant="secondary" className="scripted:hidden">
          {m.search()}
        </Button>
      </div>
    </details>
  )
}

/** What the line that opens says. The page of a crossing has no move to name. */
function formatQuestion({ move, facets }: MentorList): ReactNode {
  if (!facets.some(({ filter }) => filter === 'destination')) return m.search()
  if (!move) return m.searchOrMove()
  return rich(m.changeMove({ hidden: (text) => <span className="sr-only">{text}</span> }))
}

type FoundProps = { list: MentorList; onLeave: () => void; ref?: Ref<HTMLElement>; busy?: boolean }

function Found({ list, onLeave, ref, busy = false }: FoundProps) {
  const { groups, move, place } = list
  const { most, middle, rest } = list.found
  return (
    <section ref={ref} tabIndex={-1} aria-label={m.mentorsFound()} aria-busy={busy} className="found">
      <StarShape />
      <div className="found-head">
        <output className="found-count">
          <strong className="font-semibold">{most}</strong>
          {middle && ` · ${middle}`}
          {rest && <span className="found-rest"> · {rest}</span>}
        </output>
        {/* The key makes new words a new element, so that they do not count as a layout shift. */}
        <p key={place} className="found-place">
          {place ? m.timesIn({ place }) : m.timesInEach()}
        </p>
      </div>
      <Chips list={list} onLeave={onLeave} />
      {groups.map(({ title, mentors }, n) => (
        <Fragment key={title}>
          {title && <h2 className="found-group">{title}</h2>}
          <ul className="found-list">
            {mentors.map((mentor, index) => (
              <MentorRow
                key={mentor.slug}
                mentor={mentor}
                query={move?.query ?? ''}
                heading={title ? 'h3' : 'h2'}
                eager={n + index < 4}
              />
            ))}
          </ul>
        </Fragment>
      ))}
      {list.nothing && <NothingFound nothing={list.nothing} onLeave={onLeave} />}
      <div className="mt-8">
        <Pagination previous={list.previous} next={list.next} onTurn={onLeave} />
      </div>
    </section>
  )
}
