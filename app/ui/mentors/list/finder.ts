/**
 * What scripts add to the form of the list: it is sent when something is chosen or typed, and its controls follow the
 * address when the reader goes back. The address alone decides what is shown.
 */
import { useCallback, useEffect, useEffectEvent, useRef, type ChangeEvent, type FormEvent } from 'react'
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router'
import { useUnanswered } from '../../browser/unanswered.ts'

/** How long nothing is typed before the form is sent. */
const TYPING_PAUSE_MS = 250

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
  const sent = useRef<string | null>(null)
  /** The query for which a new history entry was requested, until it exists. */
  const pushedFrom = useRef<string | null>(null)

  useEffect(() => {
    const isOpening = opening.current
    opening.current = false
    if (isOpening || state !== 'idle') return
    pushedFrom.current = null
    // The form sent this address itself, or has changed since: the address does not know yet what is being typed or was
    // just chosen.
    if (form.current && (isStep || (!timer.current && sent.current === null)))
      matchAddress(form.current, new URLSearchParams(search))
    if (isStep || search.slice(1) === sent.current) sent.current = null
    if (leaves.current) results.current?.focus({ preventScroll: true })
    leaves.current = false
  }, [search, state, isStep])
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Sends the form. A newer request replaces one that is still open, so that no late response wins. */
  const send = (replace: boolean) => {
    clearTimeout(timer.current)
    timer.current = 0
    const address = buildUrl(form.current!)
    sent.current = address === search.slice(1) ? null : address // The same address brings no navigation to wait for.
    // What interrupts a new entry of the history before it is there takes its place, and not that of the entry before it.
    // The entry may be there before this list has followed it.
    const isPushing = pushedFrom.current === window.location.search
    pushedFrom.current = replace && !isPushing ? null : window.location.search
    void navigate({ search: address }, { replace: pushedFrom.current === null, preventScrollReset: true })
  }
  const takeUp = useEffectEvent(() => {
    if (form.current && isTouched(form.current)) send(true)
  })
  useEffect(() => takeUp(), []) // What was typed and chosen before the scripts ran.

  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    const control: EventTarget = event.target
    const isTyped = control instanceof HTMLInputElement && /search|number/.test(control.type)
    if (!isTyped) {
      typed.current = false
      send(false)
      return
    }
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      send(typed.current) // Text that is typed in one go is one entry of the history.
      typed.current = true
    }, TYPING_PAUSE_MS)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send(typed.current)
    typed.current = false
  }
  return {
    form: { ref: form, onChange, onSubmit },
    results,
    busy: !isWaiting && coming !== undefined && coming.pathname === window.location.pathname,
    /** For links that disappear when they are followed: the focus goes to the results. */
    onLeave: useCallback(() => {
      leaves.current = true
      sent.current = null
    }, []),
  }
}

/** As in the server's links, so that a list has one address however its form is laid out. */
const NAMES =
  'q moving_from moving_to speaks experience destination origin language topic location minutes price_min price_max free order'.split(
    ' ',
  )

/** The query of the form, without empty fields. */
function buildUrl(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  const data = new FormData(form)
  if (data.get('order') === 'best') data.delete('order')
  for (const name of NAMES)
    for (const value of data.getAll(name)) if (typeof value === 'string' && value) query.append(name, value)
  return query.toString()
}

/** Whether something in it is no longer as the server drew it. */
function isTouched(form: HTMLFormElement): boolean {
  const drawn = form.cloneNode(true) as HTMLFormElement
  drawn.reset()
  return buildUrl(form) !== buildUrl(drawn)
}

function matchAddress(form: HTMLFormElement, query: URLSearchParams): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && /checkbox|radio/.test(control.type)) {
      control.checked = query.has(control.name) ? query.has(control.name, control.value) : control.value === ''
    } else if (control instanceof HTMLSelectElement || control instanceof HTMLInputElement) {
      const value = query.get(control.name) ?? (control.name === 'order' ? 'best' : '')
      if (control.type !== 'hidden' && control.value !== value) control.value = value
    }
  }
}
