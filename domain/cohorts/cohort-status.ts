/**
 * The states of a cohort and who may cause each change. Pure.
 *
 *   submit ──▶ pending ──accept──▶ accepted ──withdraw──▶ withdrawn
 *              ▲ │ │ └──reject──▶ rejected
 *       submit │ │ └ submit (changes what waits)
 *              │ ▼
 *        changes_requested
 *
 * Rejected and withdrawn are final: another cohort is another proposal. Its proposer or an admin withdraws an accepted one,
 * which gives all its members their money back. Source: specification §4.
 */
import { readStatusWord } from '#domain/status-word'

const COHORT_STATUSES = ['pending', 'changes_requested', 'accepted', 'rejected', 'withdrawn'] as const
export type CohortStatus = (typeof COHORT_STATUSES)[number]

/** What an admin decides; also the status that follows. */
export type CohortDecision = Exclude<CohortStatus, 'pending' | 'withdrawn'>

/** Whether its proposer may send it, or send it again. */
export const isOpen = (status: CohortStatus): boolean => status === 'pending' || status === 'changes_requested'

/** Whether an admin may decide about it. */
export const isWaiting = (status: CohortStatus): boolean => status === 'pending'

/** Reads a status as older systems wrote it; null for unknown words. */
export const readCohortStatus = (text: string): CohortStatus | null => readStatusWord(text, COHORT_STATUSES)
