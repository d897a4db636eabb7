/**
 * Drafts: what a person typed into a form of their account after their session had ended. Kept for a day, so that the
 * form is filled in again once they have signed in. Found by the secret in the browser's cookie, so only in that
 * browser.
 */
import type { Client } from '#domain/accounts/client'
import { createHash } from 'node:crypto'
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { deleteDraft, deleteDrafts, findDraft, upsertDraft } from '#server/accounts/drafts/drafts-queries'
import { limitByNetwork } from '#server/accounts/sign-in/attempts'

const DRAFT_MINUTES = 24 * 60
/** Enough for our longest forms: an application with eight sessions and four moves, the proposal of a cohort. */
const MAX_FIELDS = 160
const MAX_FIELD_LENGTH = 5_000 // Characters.
const MAX_LENGTH = 40_000 // Characters of all fields: that form, filled to its limits.
/** Needed because drafts are saved for people who are not signed in. */
const LIMITS = { network: { max: 30, minutes: 60 }, farNetwork: { max: 300, minutes: 60 } }

/** Fields with such a name may hold a password or a code, and are left out. */
const SECRET = /passw|code|token|secret|^current$|^next$/i

/** Saves the text fields of a form posted to a page, in place of an earlier draft for that page. Files are left out. */
export async function saveDraft(app: App, client: Client, path: string, form: FormData): Promise<void> {
  if (!(await limitByNetwork(app, 'draft', client, LIMITS)).ok) return
  const texts = [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const kept = texts
    .filter(([name, value]) => !SECRET.test(name) && name.length <= 60 && isText(name) && isText(value))
    .slice(0, MAX_FIELDS)
    .map(([name, value]): [string, string] => [name, [...value].slice(0, MAX_FIELD_LENGTH).join('')])
    .filter(withinLength(MAX_LENGTH))
  if (kept.length === 0) return
  const fields = Object.fromEntries(kept) as Record<string, string>
  await upsertDraft(app.db, { browserHash: hashBrowser(client.browser), path, fields, now: app.now() })
}

/** By name of field; null without a draft from the last day. */
export async function readDraft(app: App, browser: string, path: string): Promise<Record<string, string> | null> {
  const since = minutesAfter(app.now(), -DRAFT_MINUTES)
  return (await findDraft(app.db, hashBrowser(browser), path, since)) ?? null
}

export async function discardDraft(app: App, browser: string, path: string): Promise<void> {
  await deleteDraft(app.db, hashBrowser(browser), path)
}

/** For all pages, on signing out: the next person at this browser must not find them. */
export const discardAllDrafts = (app: App, browser: string): Promise<void> => deleteDrafts(app.db, hashBrowser(browser))

/** Leaves out the fields that no longer fit. */
function withinLength(max: number): (field: [string, string]) => boolean {
  let length = 0
  return ([, value]) => (length += value.length) <= max
}

/** Whether PostgreSQL can store it in JSON. */
const isText = (value: string) => value.isWellFormed() && !value.includes('\0')

const hashBrowser = (browser: string) => createHash('sha256').update(`draft ${browser}`).digest('hex')
