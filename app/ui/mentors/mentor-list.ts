/** What the list of mentors shows: made by `app/views/mentors/mentor-list.ts`, drawn by the components beside this file. */
import type { ChoiceFilter, Order } from '#domain/search/criteria'
import type { ListedMentor } from './mentor-row.tsx'

/** A value as the address has it, its words, and how many mentors it would give. */
export type Choice = [value: string, label: string, count: number]

/** One filter and its choices, at least one. */
export type Facet = {
  filter: ChoiceFilter
  title: string
  choices: Choice[]
  /** Instead of `choices`, where they stand under headings. */
  groups?: [heading: string, choices: Choice[]][]
}

/** A filter in use, and the address without it. */
export type Chip = { label: string; to: string }

export type MentorList = {
  /** The page's own path. Its form and all its links but those to mentors stay there. */
  path: string
  /** As the address has it. Prices in whole pounds, `experience` in years, `free` in days. */
  asked: {
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
  facets: Facet[]
  /** How many each least number of years would give, and each number of days. */
  steps: { experience: [years: number, count: number][]; free: [days: number, count: number][] }
  /** Whole pounds: what there is to pay; null: nobody is there. */
  prices: { least: number; most: number } | null
  chips: Chip[]
  /** Without any filter and words; null: there are none. */
  clear: string | null
  /** The visitor's zone by its city; null: nobody told it, and times are each mentor's own. */
  place: string | null
  total: number
  mentors: ListedMentor[]
  previous: string | null
  next: string | null
  /** Where nobody is found: what to leave out, and crossings that come near. */
  nothing: { drops: { label: string; to: string; count: number }[]; crossings: NearCrossing[] } | null
}

type NearCrossing = { from: string; to: string; count: number; path: string }
