/**
 * What somebody had typed into a form of their account when their session was over: kept for a day, so that it is in the form
 * again when they have signed in. Found by the secret of the browser's own cookie, and only in that browser.
 */
import type { Client } from '#domain/accounts/client'
import { createHash } from 'node:crypto'
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { deleteDraft, deleteDrafts, findDraft, upsertDraft } from '#server/accounts/drafts-queries'
import { limitByNetwork } from '#server/accounts/sign-in/attempts'

const DRAFT_MINUTES = 24 * 60
const MOST_FIELDS = 20
const LONGEST_FIELD = 5_000 // Characters.
/** Whoever keeps drafts has not signed in. */
const LIMITS = { network: { most: 30, minutes: 60 }, farNetwork: { most: 300, minutes: 60 } }

/** No files, and nothing that is secret: a field whose name speaks of a password or a code is left out. */
const SECRET = /passw|code|token|secret|^current$|^next$/i

/** Keeps the text of a posted form that belongs to a page. An earlier draft of the same page gives way. */
export async function saveDraft(app: App, client: Client, path: string, form: FormData): Promise<void> {
  if (!(await limitByNetwork(app, 'draft', client, LIMITS)).ok) return
  const texts = [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const kept = texts
    .filter(([name, value]) => !SECRET.test(name) && name.length <= 60 && isText(name) && isText(value))
    .slice(0, MOST_FIELDS)
    .map(([name, value]) => [name, [...value].slice(0, LONGEST_FIELD).join('')])
  if (kept.length === 0) return
  const fields = Object.fromEntries(kept) as Record<string, string>
  await upsertDraft(app.db, { browserHash: hashOf(client.browser), path, fields, now: app.now() })
}

/** By the name of the field; null where nothing was kept within the last day. */
export async function readDraft(app: App, browser: string, path: string): Promise<Record<string, string> | null> {
  const since = minutesAfter(app.now(), -DRAFT_MINUTES)
  return (await findDraft(app.db, hashOf(browser), path, since)) ?? null
}

/** It was saved, or is not wanted any more. */
export async function discardDraft(app: App, browser: string, path: string): Promise<void> {
  await deleteDraft(app.db, hashOf(browser), path)
}

/** Of all pages: who signs out leaves nothing to whoever uses the browser next. */
export const discardAllDrafts = (app: App, browser: string): Promise<void> => deleteDrafts(app.db, hashOf(browser))

/** What PostgreSQL can keep in JSON. */
const isText = (value: string) => value.isWellFormed() && !value.includes('\0')

const hashOf = (browser: string) => createHash('sha256').update(`draft ${browser}`).digest('hex')
