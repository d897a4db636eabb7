/** The proposal form's lists: their words, their fields, and how many entries each takes. */
import { MAX_RESOURCES, MAX_SESSIONS, MAX_TASKS } from '#domain/cohorts/content'
import * as m from '#messages/cohorts'
import { useTypedFields, type Typed, type TypedFields } from '../../forms/typed-fields.ts'

export const LISTS = ['schedule', 'tasks', 'resources'] as const
export type ProposalList = (typeof LISTS)[number]
export type ProposalFields = TypedFields<ProposalList>

type EntryField = { name: string; label: () => string; kind: 'line' | 'date' | 'address' | 'text'; max: number }

type ListWords = { title: () => string; hint: () => string; max: number; fields: EntryField[] }

export const LIST_WORDS: Record<ProposalList, ListWords> = {
  schedule: {
    title: m.schedule,
    hint: m.scheduleHint,
    max: MAX_SESSIONS,
    fields: [
      { name: 'topic', label: m.sessionTopic, kind: 'line', max: 120 },
      { name: 'date', label: m.sessionDate, kind: 'date', max: 10 },
      { name: 'details', label: m.sessionDetails, kind: 'text', max: 600 },
    ],
  },
  tasks: {
    title: m.tasks,
    hint: m.tasksHint,
    max: MAX_TASKS,
    fields: [
      { name: 'title', label: m.taskTitle, kind: 'line', max: 120 },
      { name: 'due', label: m.taskDueDate, kind: 'date', max: 10 },
      { name: 'description', label: m.taskDescription, kind: 'text', max: 600 },
    ],
  },
  resources: {
    title: m.resources,
    hint: m.resourcesHint,
    max: MAX_RESOURCES,
    fields: [
      { name: 'title', label: m.resourceTitle, kind: 'line', max: 120 },
      { name: 'url', label: m.resourceAddress, kind: 'address', max: 500 },
    ],
  },
}

/** What a new entry begins with. */
const FIRST: Record<ProposalList, Typed> = { schedule: { topic: '' }, tasks: { title: '' }, resources: { title: '' } }

export const useProposalFields = (typed: Typed, errors: Typed): ProposalFields =>
  useTypedFields(FIRST, typed, errors, {})

/** The message about a field, in a list with its place: "Session 2: Enter a topic". */
export function describeError(name: string, message: string): string {
  const [, list, place] = /^(schedule|tasks|resources)\.(\d+)/.exec(name) ?? []
  return list ? m.entryError({ list: list as ProposalList, number: Number(place) + 1, message }) : message
}
