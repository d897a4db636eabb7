/** What the admins' page of codes receives. */
import type { CodeFormResult, CodeOffer, CodeView } from './codes.ts'

/**
 * `madeBy`: the mentor whose own code it is; null for the operator's. `mentors`: sentences that name whom it is limited to, and who has
 * accepted it. `isUnaccepted`: no mentor has accepted it, so it works with none.
 */
export type AdminCodeView = CodeView & {
  batch: { name: string; to: string } | null
  madeBy: string | null
  mentors: string[]
  bearer: 'operator' | 'mentor'
  isUnaccepted: boolean
}

/** `enabled`: how many of its codes are not disabled. */
export type BatchView = { name: string; to: string; created: string; count: number; redeemed: number; enabled: number }

/** `batch`: the one whose codes are shown. `batches`: all of them, the newest first. */
export type AdminCodesPage = {
  search: string
  batch: BatchView | null
  batches: BatchView[]
  codes: AdminCodeView[]
  next: string | null
}

export type CodeFormKind = 'code' | 'batch'

/** `unproven`: they have to confirm who they are first. `offer`: null as the page has it. */
export type AdminCodeResult = CodeFormResult & { offer: CodeOffer | null; unproven: boolean }
