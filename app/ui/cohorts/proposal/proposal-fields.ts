/** The proposal form's lists: their words, their fields, and how many entries each takes. */
import { MAX_RESOURCES, MAX_SESSIONS, MAX_TASKS } from '#domain/cohorts/content'
import { useTypedFields, type Typed, type TypedFields } from '../../forms/typed-fields.ts'

export const LISTS = ['schedule', 'tasks', 'resources'] as const
export type ProposalList = (typeof LISTS)[number]
export type ProposalFields = TypedFields<ProposalList>

type EntryField = { name: string; label: string; kind: 'line' | 'date' | 'address' | 'text'; max: number }

/** `entry`: one of them, "session". */
type ListWords = { title: string; entry: string; hint: string; max: number; fields: EntryField[] }

export const LIST_WORDS: Record<ProposalList, ListWords> = {
  schedule: {
    title: 'Schedule',
    entry: 'session',
    hint: 'Group sessions, by date.',
    max: MAX_SESSIONS,
    fields: [
      { name: 'topic', label: 'Topic', kind: 'line', max: 120 },
      { name: 'date', label: 'Date', kind: 'date', max: 10 },
      { name: 'details', label: 'Details', kind: 'text', max: 600 },
    ],
  },
  tasks: {
    title: 'Tasks',
    entry: 'task',
    hint: 'What each mentee does between sessions. Leave empty if there are no tasks.',
    max: MAX_TASKS,
    fields: [
      { name: 'title', label: 'Title', kind: 'line', max: 120 },
      { name: 'due', label: 'Due', kind: 'date', max: 10 },
      { name: 'description', label: 'Description', kind: 'text', max: 600 },
    ],
  },
  resources: {
    title: 'Resources',
    entry: 'resource',
    hint: 'Useful pages with their links. Leave empty if there are none.',
    max: MAX_RESOURCES,
    fields: [
      { name: 'title', label: 'Title', kind: 'line', max: 120 },
      { name: 'url', label: 'Address', kind: 'address', max: 500 },
    ],
  },
}

/** What a new entry begins with. */
const FIRST: Record<ProposalList, Typed> = { schedule: { topic: '' }, tasks: { title: '' }, resources: { title: '' } }

export const useProposalFields = (typed: Typed, errors: Typed): ProposalFields =>
  useTypedFields(FIRST, typed, errors, {})

/** "Session 2: " for a field of a list. */
export function describePlace(name: string): string {
  const [, list, place] = /^(schedule|tasks|resources)\.(\d+)/.exec(name) ?? []
  if (!list) return ''
  const { entry } = LIST_WORDS[list as ProposalList]
  return `${entry.charAt(0).toUpperCase()}${entry.slice(1)} ${Number(place) + 1}: `
}
