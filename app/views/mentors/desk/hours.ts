/** The page of a mentor's hours: what is saved or typed, and what that would change. Server side. */
import { diffHours } from '#domain/bookings/hours'
import {
  fromHoursItems,
  toHoursItems,
  LISTS,
  MAX_DAYS_AHEAD,
  parseDate,
  parseStart,
  parseTrip,
  RULE_NAMES,
} from '#domain/bookings/hours-items'
import type { Client } from '#domain/accounts/client'
import type { Session } from '#domain/accounts/account'
import { dateAfter } from '#domain/time/wall-time'
import { zoneCity } from '#domain/time/zone'
import type { App } from '#server/context'
import { saveHours } from '#server/mentors/hours/hours'
import { readHoursForm, type HoursForm } from '#server/mentors/hours/hours-form'
import { describeClockPlace } from '#server/platform/reference/locations'
import { shortDayOfKey } from '#words/time'
import type { HoursPage, NamedItem, StartItem } from '../../../ui/mentors/desk/hours-page.ts'
import { readDesk, type Desk } from './desk.ts'
import { buildPreview } from './hours-preview.ts'
import { describeTimes, describeTrip } from './hours-words.ts'

/** The page as it is opened. `draft`: a form that was posted after the session had ended. */
export async function readHoursPage(
  app: App,
  request: Request,
  mentorId: string,
  draft: FormData | null,
): Promise<HoursPage> {
  const known = await readDesk(app, request, mentorId)
  const read = draft && readHoursForm(draft, known)
  if (read?.ok) return buildPage(known, read.value, 'draft')
  const message = new URL(request.url).searchParams.has('saved') ? 'saved' : null
  return buildPage(known, unchanged(known), message)
}

/** A form in which nothing was changed. */
function unchanged({ saved, today }: Desk): HoursForm {
  const items = toHoursItems(saved, today)
  return {
    intent: 'preview',
    items,
    hours: fromHoursItems(items, saved),
    struck: { starts: [], dates: [], trips: [] },
    errors: {},
    typed: {},
    added: false,
    changedElsewhere: false,
    seen: true,
    page: 0,
    day: null,
    clock: null,
  }
}

/** `saved`: it was, and the page is to be opened anew. Null for what no page of ours sends. */
export async function handleHoursForm(
  app: App,
  request: Request,
  { session, form, client }: { session: Session & { mentorId: string }; form: FormData; client: Client },
): Promise<{ saved: true } | { saved: false; page: HoursPage; status: number } | null> {
  const { mentorId } = session
  const known = await readDesk(app, request, mentorId)
  const read = readHoursForm(form, known)
  if (!read.ok) return null
  const { intent, items, errors, changedElsewhere, seen } = read.value
  const answer = (message: HoursPage['message'], status: number) => {
    return { saved: false as const, page: buildPage(known, read.value, message), status }
  }
  if (changedElsewhere) return answer('changed_elsewhere', intent === 'save' ? 409 : 200)
  if (intent !== 'save') return answer(null, 200)
  if (Object.keys(errors).length > 0) return answer('wrong', 400)
  if (!seen) return answer('look_first', 200)
  const change = { mentorId, from: toHoursItems(known.saved, known.today), to: fromHoursItems(items, known.saved) }
  const result = await saveHours(app, change, { session, client })
  if (result.ok) return { saved: true }
  // The hours were saved concurrently. Merge the form into what is saved now.
  const later = await readDesk(app, request, mentorId)
  const again = readHoursForm(form, later)
  if (!again.ok) return null
  return { saved: false, page: buildPage(later, again.value, 'changed_elsewhere'), status: 409 }
}

function buildPage(known: Desk, form: HoursForm, message: HoursPage['message']): HoursPage {
  const { saved, today, context, mentor } = known
  const { items, hours, errors, typed } = form
  const savedItems = toHoursItems(saved, today)
  const listed = <Item extends { value: string }>(list: (typeof LISTS)[number], show: (value: string) => Item) =>
    [...items[list], ...form.struck[list]]
      .toSorted()
      .map((value) => ({ ...show(value), kept: items[list].includes(value), isNew: !savedItems[list].includes(value) }))
  const starts = listed('starts', (value) => ({ value, time: value.slice(2) })) satisfies StartItem[]
  return {
    base: JSON.stringify(savedItems),
    seen: JSON.stringify(items),
    weekly: Array.from({ length: 7 }, (_, day) => starts.filter(({ value }) => parseStart(value)?.weekday === day)),
    dates: listed('dates', (value) => {
      const { date, starts: times } = parseDate(value)!
      return { value, name: shortDayOfKey(date), text: describeTimes(times) }
    }) satisfies NamedItem[],
    trips: listed('trips', (value) => {
      const trip = parseTrip(value)!
      return { value, name: zoneCity(trip.timeZone), text: describeTrip(trip, saved.timeZone) }
    }) satisfies NamedItem[],
    rules: items.rules,
    sellsFree: mentor.kinds.some(({ free }) => free),
    fields: errors,
    typed,
    added: form.added,
    message,
    revision: form.intent === 'copy' || message === 'changed_elsewhere' ? JSON.stringify(items) : 'first',
    preview: buildPreview({
      saved,
      hours,
      changed: { from: savedItems, to: items },
      diff: diffHours(saved, hours, context),
      context,
      bookings: known.bookings,
      today,
      page: form.page,
      day: form.day,
      clock: form.clock ?? known.clock,
      place: describeClockPlace(mentor.location, saved.timeZone),
    }),
    days: { first: today, last: dateAfter(today, MAX_DAYS_AHEAD) },
  }
}

/** What a draft keeps of the form, which has more fields than a draft has room for. */
const KEPT = ['base', ...RULE_NAMES, 'newDate', 'newDateStarts', 'tripZone', 'tripFirst', 'tripLast', 'tripFollow']

/** A posted form in the few fields of a draft: one for each list. */
export function hoursDraft(form: FormData): FormData {
  const draft = new FormData()
  for (const name of KEPT) {
    const value = form.get(name)
    if (value) draft.set(name, value)
  }
  for (const list of LISTS) draft.set(list, form.getAll(list).join('\n'))
  const typed = [0, 1, 2, 3, 4, 5, 6].map((weekday) => `${weekday} ${String(form.get(`add-${weekday}`))}`)
  draft.set('starts', [draft.get('starts'), ...typed].join('\n'))
  return draft
}

/** The form again that `hoursDraft` made a draft of. */
export function formOfDraft(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    const values = LISTS.some((list) => list === name) ? value.split('\n') : [value]
    for (const each of values) form.append(name, each)
  }
  return form
}
