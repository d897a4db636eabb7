/** What the list of mentors shows. `app/views/mentors/mentor-list.ts` makes it, the components beside this file draw it. */
import type { ChoiceFilter, Order } from '#domain/search/criteria'
import type { ListedMentor } from './mentor-row.tsx'

/** A value as in the address, its label, and how many mentors it would leave. */
export type Choice = [value: string, label: string, count: number]

/** A filter and its choices, of which there is at least one. */
export type Facet = {
  filter: ChoiceFilter
  title: string
  choices: Choice[]
  /** Replaces `choices` where they stand under headings. */
  groups?: [heading: string, choices: Choice[]][]
  /** All its choices are drawn, as the address asks: without scripts a facet is opened by the form. */
  isOpen?: boolean
}

/** A filter in use, and the address without it. */
export type Chip = { label: string; to: string }

/** Rows of the page that share as much with the visitor's move. */
export type Group = { title: string; mentors: ListedMentor[] }

export type MentorList = {
  /** The page's own path, which its form and its links lead to, but for links to mentors. */
  path: string
  /** The criteria, as in the address. Prices in whole units of `currency`, `experience` in years, `free` in days. */
  criteria: {
    text: string
    from: string | null
    to: string | null
    speaks: string[]
    choices: Partial<Record<ChoiceFilter, string[]>>
    experience: number | null
    least: number | null
    most: number | null
    free: number | null
    order: Order
  }
  orders: [order: Order, label: string][]
  facets: Facet[]
  /** How many mentors each minimum of years, and each number of days, would leave. */
  steps: { experience: [years: number, count: number][]; free: [days: number, count: number][] }
  /** The lowest and the highest price in whole units of `currency`. Null when no mentor is found. */
  prices: { least: number; most: number } | null
  /** The site's own, in which prices are compared; ISO 4217. */
  currency: string
  chips: Chip[]
  /** The address without filters and search text. Null when none is in use. */
  clear: string | null
  /** The city that names the visitor's zone. While it is null, times are in each mentor's own zone. */
  place: string | null
  /** The visitor's move: names of its countries, and the query that carries it to a mentor's page. */
  move: { from: string; to: string; query: string } | null
  total: number
  /** How many are found, in words. With a move how many share it, how many a part of it, and how many nothing. */
  found: { most: string; middle?: string; rest?: string }
  /** The same mentors: in one group without a title unless a move is named. */
  groups: Group[]
  mentors: ListedMentor[]
  previous: string | null
  next: string | null
  /** When no mentor is found: what to say, which criteria to drop, and similar crossings. */
  nothing: {
    title: string
    text: string
    drops: { label: string; to: string; count: number }[]
    crossings: NearCrossing[]
  } | null
}

type NearCrossing = { from: string; to: string; count: number; path: string }
