/** Fields that complete what one types, by the browser's own list: with the keyboard, by touch, and without scripts too. */
import { useEffect, useState, type ComponentProps } from 'react'
import { localPath } from '#words/local-path'
import { Field } from '../../controls/field.tsx'

type CompletingFieldProps = ComponentProps<typeof Field> & { options: string[] }

export function CompletingField({ options, ...field }: CompletingFieldProps) {
  const list = `${field.id}-list`
  return (
    <div>
      <Field {...field} list={list} autoComplete="off" />
      <datalist id={list}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </datalist>
    </div>
  )
}

type FoundFieldProps = ComponentProps<typeof Field> & {
  value: string
  /** What the server completes it from: cities of a country, or universities and employers. */
  from: { field: 'city'; country: string } | { field: 'institution' }
}

export function FoundField({ from, ...field }: FoundFieldProps) {
  const country = from.field === 'city' ? from.country : ''
  return <CompletingField {...field} options={useCompletions(from.field, country, field.value)} />
}

const PAUSE_MS = 150 // Debounces typing.

function useCompletions(field: string, country: string, typed: string): string[] {
  const [found, setFound] = useState<string[]>([])
  useEffect(() => {
    const text = typed.trim()
    if (text.length < 2 || (field === 'city' && !country)) return undefined
    const left = new AbortController()
    const query = new URLSearchParams({ field, country, typed: text.slice(0, 60) })
    const timer = setTimeout(() => {
      fetch(localPath(`/become-a-mentor/completions?${query}`), { signal: left.signal })
        .then((response) => (response.ok ? (response.json() as Promise<string[]>) : []))
        .then(setFound)
        .catch(() => {}) // Typed on meanwhile, or offline: the field works without.
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [field, country, typed])
  return found
}

const MOST = 8

/** Completes the last of several names, separated by commas. */
export function completeLast(names: readonly string[], typed: string): string[] {
  const at = typed.lastIndexOf(',') + 1
  const before = at === 0 ? '' : `${typed.slice(0, at)} `
  const start = typed.slice(at).trim().toLowerCase()
  const chosen = new Set(typed.split(',').map((name) => name.trim().toLowerCase()))
  const found = names.filter((name) => name.toLowerCase().startsWith(start) && !chosen.has(name.toLowerCase()))
  return start === '' ? [] : found.slice(0, MOST).map((name) => before + name)
}
