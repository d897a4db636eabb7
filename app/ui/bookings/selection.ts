/** What a visitor has selected so far, kept in the address so that every step of booking is a link. */

/** `day` is a date key and `month` a month key in the visitor's zone, `at` an instant in ISO text. Any of them may not exist. */
export type Selection = {
  session: string | null
  month: string | null
  day: string | null
  at: string | null
  /** Step 2 is wanted. */
  details: boolean
}

export const NOTHING_SELECTED: Selection = { session: null, month: null, day: null, at: null, details: false }

export type Step = 'session' | 'time' | 'details'

/** The step that a selection asks for. What is on offer may lead to an earlier one (`progress.ts`). */
export const currentStep = ({ session, details }: Selection): Step =>
  details ? 'details' : session ? 'time' : 'session'

const ORDER: Step[] = ['session', 'time', 'details']

/**
 * How the history of the browser follows a change: `push` for a step forward, `back` for one back to the entry before, whose
 * steps are `stackBelow`. Whatever else changes takes the place of the entry, so that Back never leads from day to day.
 */
export function navigationFor(before: Selection, after: Selection, stackBelow: Step[]): 'push' | 'replace' | 'back' {
  const step = currentStep(after)
  const forward = ORDER.indexOf(step) - ORDER.indexOf(currentStep(before))
  if (forward > 0) return 'push'
  // A time that turned out to be taken must not be chosen again.
  const isThere = step === 'session' || (after.session === before.session && after.at === before.at)
  return forward < 0 && isThere && stackBelow.at(-1) === step ? 'back' : 'replace'
}

/** Reads the query of an address or a posted form. Values that cannot be meant are null. */
export function readSelection(fields: URLSearchParams | FormData): Selection {
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' && value !== '' && value.length <= 64 ? value : null
  }
  return {
    session: text('session'),
    month: text('month'),
    day: text('day'),
    at: text('at'),
    details: text('step') === 'details',
  }
}

/**
 * The query that `readSelection` reads back, "?session=…&day=…", or an empty text.
 * `again` is the secret of a hold that was released: with it the page restores what was typed.
 */
export function selectionQuery(selection: Selection, again: string | null = null): string {
  const query = new URLSearchParams()
  if (selection.session) query.set('session', selection.session)
  if (selection.month) query.set('month', selection.month)
  if (selection.day) query.set('day', selection.day)
  if (selection.at) query.set('at', selection.at)
  if (selection.details) query.set('step', 'details')
  if (again) query.set('again', again)
  return query.size > 0 ? `?${query}` : ''
}
