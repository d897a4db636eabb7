/**
 * A long form that is posted without scripts: what was typed is saved, and a button adds, moves or removes an entry of a
 * list. Server side.
 */
import { countEntries, moved, reordered } from '#domain/mentors/typed-list'
import { discardDraft } from '#server/accounts/drafts/drafts'
import { saveFormDraft } from '#server/accounts/drafts/form-drafts'
import type { DraftForm } from '#server/accounts/drafts/form-drafts-queries'
import type { Actor } from '#server/accounts/audit'
import type { App } from '#server/context'
import type { Typed } from '#server/platform/http/form'

export type FormActor = Actor & { client: { browser: string } }

/** Where the browser goes, or what the page shows. */
export type Outcome<Shown> = { to: string } | { result: Shown; status: number }

/** `first`: the field, with its value, that an added entry begins with. `part`: the part of the page that has the list. */
export type EntryList = { max: number; first: [field: string, value: string]; part: string }

/** `page`: its path, under which its draft is kept while signed out. `path`: the address that shows the form. */
export type LongForm = {
  draft: DraftForm
  page: string
  path: string
  lists: Record<string, EntryList>
  /** What a draft keeps that the form does not have. */
  beside?: (fields: Typed) => Typed
}

/** Saves what was typed, and does what a button of the form asks for where scripts would. */
export async function saveWithoutScripts(
  app: App,
  { session, client }: FormActor,
  form: LongForm,
  { typed, intent, version }: { typed: Typed; intent: string; version: string },
): Promise<Outcome<{ typed: Typed; fields: Typed; failed: 'unknown' | 'changed'; version?: number }>> {
  const saved = `${form.path.includes('?') ? '&' : '?'}saved`
  const change = intent === 'save' ? { typed, anchor: saved } : changeEntries(intent, typed, form.lists)
  if (!change) return { result: { typed, fields: {}, failed: 'unknown' }, status: 400 }
  const draft = {
    accountId: session.accountId,
    typed: change.typed,
    version: /^\d{1,9}$/.test(version) ? Number(version) : null,
  }
  const written = await saveFormDraft(app, form.draft, draft, form.beside)
  if (!written.ok) {
    const { version: newer } = written.error
    return { result: { typed: change.typed, fields: {}, failed: 'changed', version: newer }, status: 409 }
  }
  await discardDraft(app, client.browser, form.page)
  return { to: `${form.path}${change.anchor}` }
}

/** Null for an intent that no list has. "up schedule 2": moves the third entry of the schedule up. */
export function changeEntries(
  intent: string,
  typed: Typed,
  lists: Record<string, EntryList>,
): { typed: Typed; anchor: string } | null {
  const [, act = '', name = '', at = ''] = /^(add|up|down|remove) ([a-z]+)(?: (\d{1,2}))?$/.exec(intent) ?? []
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined
  if (!list) return null
  const length = Math.max(countEntries(typed, name), 1)
  if (act === 'add' && length < list.max) {
    const [field, value] = list.first
    return { typed: { ...typed, [`${name}.${length}.${field}`]: value }, anchor: `#apply-${name}-${length}` }
  }
  const place = Number(at)
  if (at === '' || place >= length) return null
  const order = Array.from({ length }, (_, n) => n)
  if (act === 'remove') return { typed: reordered(typed, name, order.toSpliced(place, 1)), anchor: list.part }
  const to = act === 'up' ? Math.max(place - 1, 0) : Math.min(place + 1, length - 1)
  return { typed: reordered(typed, name, moved(length, place, to)), anchor: `#apply-${name}-${to}` }
}
