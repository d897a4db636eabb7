/** Props of the proposal page, made by `app/views/cohorts/proposal.ts`. */
import type { CohortStatus } from '#domain/cohorts/cohort-status'
import * as m from '#messages/cohorts'
import type { Typed } from '../../forms/typed-fields.ts'
import type { Demand } from '../demand.tsx'

/** Something that its proposer sent. */
export type OwnCohort = {
  id: string
  title: string
  status: CohortStatus
  /** "Sunday 22 November, 16:20", on the reader's clock. */
  since: string
  /** The day of the promised answer, "Friday 27 November"; null unless one is waited for. */
  answerBy: string | null
  /** Of the last decision, word for word; empty if nothing was said. */
  message: string
  /** The address of its public page; null while it has none. */
  path: string | null
}

export type ProposalOffer = {
  account: string
  typed: Typed
  /** Of the draft in the account; null without one. */
  version: number | null
  /** When that was saved; ISO 8601. */
  savedAt: string | null
  /** True if the form shows what was typed before its sender signed in again. */
  restored: boolean
  /** The id of the proposal that is changed; null for a new one. */
  of: string | null
  /** The key of the picture that will be shown. */
  picture: string | null
  countries: { code: string; name: string }[]
  /** In which a seat is priced: its code. */
  currency: string
  /** Who waits for a cohort: the crossings that most wait for. */
  demand: Demand[]
  /** The product's clock when this was read; ISO 8601. */
  now: string
}

/**
 * What comes back when the form was posted and could not be sent or saved. `fields`: messages by name of field.
 * `decided`: what is changed was decided meanwhile; `away`: it could not be written; `changed`: another tab or device saved
 * another `version` since.
 */
export type ProposalResult = {
  typed: Typed
  fields: Typed
  failed?: 'decided' | 'away' | 'changed' | 'unknown'
  version?: number
}

/** What failed and what was kept. */
export function formatFailure({ fields, failed }: Pick<ProposalResult, 'fields' | 'failed'>): string {
  const count = Object.keys(fields).length
  switch (failed) {
    case 'decided':
      return m.failedDecided()
    case 'away':
      return m.failedAway()
    case 'changed':
      return m.failedChanged()
    case 'unknown':
      return m.failedUnknown()
    default:
      return m.fieldsNeedChange({ count })
  }
}
