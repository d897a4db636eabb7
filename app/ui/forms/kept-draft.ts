/**
 * What was typed and has not reached the account yet, in this browser's own storage: by account, so that no one finds what
 * another person typed. It is deleted as soon as the account has it, and on signing out (`profile-menu.tsx`).
 */
import type { Typed } from './typed-fields.ts'

const KEY = 'application'

/** Which form: the application of a mentor, or the proposal of a cohort. */
export type KeptForm = 'application' | 'cohort'

/** Applications have no prefix. */
const storageKey = (form: KeptForm, account: string | null) =>
  `${form === 'application' ? '' : `${form} `}${account ?? 'visitor'}`

/** `version`: of the draft in the account that it was typed over; null without one. `at`: an instant, ISO 8601. */
type KeptDraft = { typed: Typed; version: number | null; at: string }

type Kept = Record<string, KeptDraft>

/** Of this account, or of a visitor. A browser may have no storage: then nothing is kept in it. */
export function readKept(form: KeptForm, account: string | null): KeptDraft | null {
  const kept = readAll()[storageKey(form, account)]
  return kept && typeof kept.typed === 'object' ? kept : null
}

/** False if the browser has no storage, or no room in it. */
export function keep(form: KeptForm, account: string | null, draft: KeptDraft | null): boolean {
  const place = storageKey(form, account)
  const { [place]: _before, ...others } = readAll()
  const all: Kept = draft ? { ...others, [place]: draft } : others
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(all))
    return true
  } catch {
    return false
  }
}

function readAll(): Kept {
  try {
    const all: unknown = JSON.parse(localStorage.getItem('application') ?? '{}')
    return typeof all === 'object' && all !== null ? (all as Kept) : {}
  } catch {
    return {}
  }
}
