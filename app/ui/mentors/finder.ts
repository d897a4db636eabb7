/**
 * What scripts add to the form of the list: it is sent whenever something is chosen or typed, and its controls follow the
 * address when somebody goes back. The address alone says what is shown.
 */
import { useCallback, useEffect, useRef, type ChangeEvent, type FormEvent } from 'react'
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router'
import { useUnanswered } from '../browser/unanswered.ts'

/** Milliseconds without another key before what is typed is searched. */
const PAUSE = 250

export function useFinder() {
  const form = useRef<HTMLFormElement>(null)
  const results = useRef<HTMLElement>(null)
  const timer = useRef(0)
  const typed = useRef(false)
  const leaves = useRef(false)
  const navigate = useNavigate()
  const { search } = useLocation()
  const { state, location: coming } = useNavigation()
  const isWaiting = useUnanswered() !== null
  const opening = useRef(true)
  const isStep = useNavigationType() === 'POP'
  const asked = useRef<string | null>(null)

  useEffect(() => {
    const isOpening = opening.current
    opening.current = false
    if (isOpening || state !== 'idle') return
    // The form has said this itself, or has been changed since: of what is still being typed, or has just been chosen, the
    // address does not know yet.
    if (form.current && (isStep || (!timer.current && asked.current === null)))
      matchAddress(form.current, new URLSearchParams(search))
    if (isStep || search.slice(1) === asked.current) asked.current = null
    if (leaves.current) results.current?.focus({ preventScroll: true })
    leaves.current = false
  }, [search, state, isStep])
  useEffect(() => () => clearTimeout(timer.current), [])

  /** A newer question replaces one that is not answered yet, so that no late answer wins. */
  const ask = (replace: boolean) => {
    clearTimeout(timer.current)
    timer.current = 0
    const address = addressOf(form.current!)
    asked.current = address === search.slice(1) ? null : address // The same again is no news to wait for.
    void navigate({ search: address }, { replace, preventScrollReset: true })
  }
  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    const control: EventTarget = event.target
    const isTyped = control instanceof HTMLInputElement && /search|number/.test(control.type)
    if (!isTyped) {
      typed.current = false
      ask(false)
      return
    }
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      ask(typed.current) // What is typed in one go is one step back.
      typed.current = true
    }, PAUSE)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    ask(typed.current)
    typed.current = false
  }
  return {
    form: { ref: form, onChange, onSubmit },
    results,
    busy: !isWaiting && coming !== undefined && coming.pathname === window.location.pathname,
    /** What is pressed will be gone: the focus goes to the results. */
    onLeave: useCallback(() => {
      leaves.current = true
      asked.current = null
    }, []),
  }
}

/** What was left open is not in the address. The order stands last, as in the server's own links: one list, one address. */
function addressOf(form: HTMLFormElement): string {
  const asked = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value) asked.append(name, value)
  const order = asked.get('order') ?? 'best'
  asked.delete('order')
  if (order !== 'best') asked.append('order', order)
  return asked.toString()
}

function matchAddress(form: HTMLFormElement, asked: URLSearchParams): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && /checkbox|radio/.test(control.type)) {
      control.checked = asked.has(control.name) ? asked.has(control.name, control.value) : control.value === ''
    } else if (control instanceof HTMLSelectElement || control instanceof HTMLInputElement) {
      const value = asked.get(control.name) ?? (control.name === 'order' ? 'best' : '')
      if (control.type !== 'hidden' && control.value !== value) control.value = value
    }
  }
}
