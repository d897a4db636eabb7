/**
 * A form with lists in the browser: what is typed, and the entries of its lists, whose fields are named by their place,
 * "sessions.0.title".
 */
import { useState, type ChangeEvent } from 'react'
import { countEntries, moved, reordered } from '#domain/mentors/typed-list'
import * as m from '#messages/site'

/** By name of field, as typed. Fields of lists are named by their place: "sessions.0.title". */
export type Typed = Record<string, string>

/** The id of a field's control: an error summary links to it. */
export const fieldId = (name: string) => `apply-${name.replaceAll('.', '-')}`

/** The name of the field with this id, if there is one. */
export const nameOfId = (id: string) =>
  id.startsWith('apply-') && !id.startsWith('apply-step-') ? id.slice('apply-'.length).replaceAll('-', '.') : null

/** The entry of a list at a place, without the list's name. */
export function entryAt(typed: Typed, list: string, place: number): Typed {
  const prefix = `${list}.${place}.`
  const entries = Object.entries(typed).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(prefix.length), value]))
}

const named = (list: string, place: number, entry: Typed): Typed =>
  Object.fromEntries(Object.entries(entry).map(([field, value]) => [`${list}.${place}.${field}`, value]))

/** Every list shows at least one entry. */
function withFirstEntries<List extends string>(first: Record<List, Typed>, typed: Typed): Typed {
  const lists = (Object.keys(first) as List[]).filter((list) => countEntries(typed, list) === 0)
  return Object.assign({ ...typed }, ...lists.map((list) => named(list, 0, first[list]))) as Typed
}

/** What stands in the form on the screen: the browser restores it, and people type before scripts run. */
export function typedOnScreen(form: HTMLFormElement): Typed {
  const typed: Typed = {}
  for (const [name, value] of new FormData(form)) {
    if (name === 'version' || typeof value !== 'string') continue
    typed[name] = Object.hasOwn(typed, name) ? `${typed[name]},${value}` : value
  }
  return typed
}

/** Whether two forms say the same: an empty field is as good as none. */
export function saysTheSame(one: Typed, other: Typed): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''))
}

type Removed<List> = { list: List; place: number; entry: Typed }

/** `keys`: of the entries on the screen, in their order, so that each keeps its focus when it moves. */
type State<List extends string> = {
  typed: Typed
  errors: Typed
  keys: Record<List, number[]>
  removed: Removed<List> | null
}

const numbered = (length: number) => Array.from({ length }, (_, n) => n)

function initialState<List extends string>(first: Record<List, Typed>, typed: Typed, errors: Typed): State<List> {
  const all = withFirstEntries(first, typed)
  const lists = Object.keys(first) as List[]
  const keys = Object.fromEntries(lists.map((list) => [list, numbered(countEntries(all, list))])) as Record<
    List,
    number[]
  >
  return { typed: all, errors, keys, removed: null }
}

export type TypedFields<List extends string> = ReturnType<typeof useTypedFields<List>>

/** `first`: the form's lists, and what a new entry of each begins with. `prefill`: values that an admin requested, by field. */
export function useTypedFields<List extends string>(
  first: Record<List, Typed>,
  typed: Typed,
  errors: Typed,
  prefill: Typed,
) {
  const [state, setState] = useState(() => initialState(first, typed, errors))

  /** `value`: null for a box that is not ticked. */
  const change = (name: string, value: string | null) =>
    setState((before) => {
      const { [name]: _before, ...others } = before.typed
      const { [name]: _corrected, ...wrong } = before.errors
      return { ...before, typed: value === null ? others : { ...others, [name]: value }, errors: wrong }
    })

  const reorder = (list: List, order: number[], change: Partial<State<List>> = {}) =>
    setState((before) => ({
      ...before,
      typed: reordered(before.typed, list, order),
      errors: reordered(before.errors, list, order),
      keys: { ...before.keys, [list]: order.map((place) => before.keys[list][place]!) },
      ...change,
    }))

  return {
    ...state,
    length: (list: List) => state.keys[list].length,
    /** Replaces everything, as by another tab's version. */
    replace: (other: Typed, wrong: Typed = {}) => setState(initialState(first, other, wrong)),
    refuse: (refused: Typed) => setState((before) => ({ ...before, errors: refused })),
    change,
    /** Adds an entry at the end. */
    add: (list: List) =>
      setState((before) => {
        const place = before.keys[list].length
        const keys = [...before.keys[list], Math.max(-1, ...before.keys[list]) + 1]
        const all = { ...before.typed, ...named(list, place, first[list]) }
        return { ...before, typed: all, keys: { ...before.keys, [list]: keys } }
      }),
    move: (list: List, from: number, to: number) => reorder(list, moved(state.keys[list].length, from, to)),
    remove: (list: List, place: number) => {
      const order = numbered(state.keys[list].length).toSpliced(place, 1)
      reorder(list, order, { removed: { list, place, entry: entryAt(state.typed, list, place) } })
    },
    /** Puts the entry that was removed last back where it was. */
    undo: () =>
      setState((before) => {
        if (!before.removed) return before
        const { list, place, entry } = before.removed
        const end = before.keys[list].length
        const order = moved(end + 1, end, Math.min(place, end))
        const keys = [...before.keys[list], Math.max(-1, ...before.keys[list]) + 1]
        return {
          typed: reordered({ ...before.typed, ...named(list, end, entry) }, list, order),
          errors: reordered(before.errors, list, order),
          keys: { ...before.keys, [list]: order.map((at) => keys[at]!) },
          removed: null,
        }
      }),
    /** The properties of a field's control. */
    field(name: string, hint?: string) {
      const wish = prefill[name] && m.weRequest({ prefill: prefill[name] })
      return {
        id: fieldId(name),
        name,
        value: state.typed[name] ?? '',
        error: state.errors[name],
        hint: [wish, hint].filter(Boolean).join(' ') || undefined,
        onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
          change(name, event.target.value),
      }
    },
    /** The properties of a box that is ticked. */
    box(name: string) {
      return {
        id: fieldId(name),
        name,
        value: 'on',
        checked: state.typed[name] === 'on',
        error: state.errors[name],
        onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.target.checked ? 'on' : null),
      }
    },
  }
}
