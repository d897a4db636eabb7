/**
 * The steps of the booking dialog as entries of the browser's history, so that Back and Forward lead from step to step. They
 * lie over the entry of the page that opened it, with the same address; what is selected is in their state, and so survives
 * reloading. This bypasses the router, since to it another entry of the same page is a reason to request the page
 * again, which on a slow line makes people wait and without a connection ends here. Nothing typed is ever part of them.
 * Decision 0017.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { NOTHING_SELECTED, currentStep, navigationFor, type Selection, type Step } from '../selection.ts'

/** What is selected already where the dialog is opened, and the page that books it without scripts. */
export type Wanted = { session: string | null; at: string | null; href: string }

/** `opened`: the address without scripts of what opened the dialog. `stackBelow`: the steps of the entries before it. */
type BookingEntry = { slug: string; opened: string; selection: Selection; stackBelow: Step[] }

export type HistoryState = { key?: string; idx?: number; booking?: BookingEntry } | null
const stateNow = () => window.history.state as HistoryState

/** The step that is shown. Null while no booking dialog is open. */
const shownEntry = (): BookingEntry | null => stateNow()?.booking ?? null

/** What was selected last in a dialog that has been closed, by what opened it. */
const left = new Map<string, Selection>()

const listeners = new Set<() => void>()
/** The router's key of the page below. */
let pageKey = 'default'
let isOpen = false

function notify(): void {
  const entry = shownEntry()
  isOpen = entry !== null
  if (entry) left.set(entry.opened, entry.selection)
  for (const listener of listeners) listener()
}

/** The router's own keys of the state stay as they are: to the router this is the entry of the page. */
function push(booking: BookingEntry): void {
  const state = stateNow()
  window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, booking }, '')
  notify()
}

/** Opens the dialog where it was left, or else with the session and the time that were chosen beside what opened it. */
export function openBooking(slug: string, { session, at, href }: Wanted): void {
  const selection = { ...NOTHING_SELECTED, session, at, details: at !== null }
  push({ slug, opened: href, selection: left.get(href) ?? selection, stackBelow: [] })
}

export function changeSelection(change: Partial<Selection>): void {
  const entry = shownEntry()
  if (!entry) return
  const selection = { ...entry.selection, ...change }
  const way = navigationFor(entry.selection, selection, entry.stackBelow)
  if (way === 'back') window.history.back()
  else if (way === 'push')
    push({ ...entry, selection, stackBelow: [...entry.stackBelow, currentStep(entry.selection)] })
  else {
    window.history.replaceState({ ...stateNow(), booking: { ...entry, selection } }, '')
    notify()
  }
}

/** Leaves all steps at once, so that the next Back leaves the page. */
export function closeBooking(): void {
  const entry = shownEntry()
  if (entry) window.history.go(-entry.stackBelow.length - 1)
}

/** Keeps from the router ways from one of our entries to another, or to the page below them (`browser/page-steps.ts`). */
function follow(event: PopStateEvent): void {
  const wasOpen = isOpen
  notify()
  const { key = 'default' } = (event.state as HistoryState) ?? {}
  if ((wasOpen || isOpen) && key === pageKey) event.stopImmediatePropagation()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  isOpen = shownEntry() !== null
  window.onPageStep = follow
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.onPageStep = undefined
  }
}

/** The step of the dialog with this mentor. Null while it is not open. */
export function useBookingEntry(slug: string): BookingEntry | null {
  const entry = useSyncExternalStore(subscribe, shownEntry, () => null)
  const { key } = useLocation()
  useEffect(() => {
    pageKey = key
  }, [key])
  return entry?.slug === slug ? entry : null
}
