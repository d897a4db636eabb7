/**
 * The states of a mentor and who may cause each change. Pure.
 *
 *   draft ──submit──▶ pending ──accept──▶ accepted ──pause──▶ paused
 *                     ▲  │ │ └─reject──▶ rejected      ◀─resume─┘
 *              submit │  │ └withdraw──▶ withdrawn      (suspend: from either, to suspended;
 *                     │  ▼                              reinstate leads back to paused)
 *              changes_requested
 *
 * A draft is no state of a mentor: before the first submission there is no mentor. Rejected and withdrawn people may
 * submit again. Only an admin ends a suspension: a mentor who could withdraw would come back as an applicant.
 * Source: specification §4.
 */

import { readStatusWord } from '#domain/status-word'

/** Only `accepted` mentors are public. `paused`: they take no new bookings; what is booked stands. */
export const MENTOR_STATUSES = [
  'pending',
  'changes_requested',
  'accepted',
  'paused',
  'rejected',
  'withdrawn',
  'suspended',
] as const
export type MentorStatus = (typeof MENTOR_STATUSES)[number]

export const MENTOR_EVENTS = [
  'submit',
  'withdraw',
  'accept',
  'reject',
  'request_changes',
  'pause',
  'resume',
  'suspend',
  'reinstate',
] as const
export type MentorEvent = (typeof MENTOR_EVENTS)[number]

/** `product`: a scheduled check. */
export type MentorActor = 'mentor' | 'admin' | 'product'

const transitions: Record<MentorStatus, Partial<Record<MentorEvent, MentorStatus>>> = {
  pending: {
    submit: 'pending',
    accept: 'accepted',
    reject: 'rejected',
    request_changes: 'changes_requested',
    withdraw: 'withdrawn',
  },
  changes_requested: { submit: 'pending', withdraw: 'withdrawn' },
  accepted: { pause: 'paused', suspend: 'suspended', withdraw: 'withdrawn' },
  paused: { resume: 'accepted', suspend: 'suspended', withdraw: 'withdrawn' },
  rejected: { submit: 'pending' },
  withdrawn: { submit: 'pending' },
  suspended: { reinstate: 'paused' },
}

const actors: Record<MentorEvent, readonly MentorActor[]> = {
  submit: ['mentor'],
  withdraw: ['mentor'],
  accept: ['admin'],
  reject: ['admin'],
  request_changes: ['admin'],
  pause: ['mentor', 'admin', 'product'],
  resume: ['mentor', 'admin'],
  suspend: ['admin'],
  reinstate: ['admin'],
}

/** The status that an event leads to; null if it cannot happen in this status, or this actor may not cause it. */
export function nextMentorStatus(status: MentorStatus, event: MentorEvent, actor: MentorActor): MentorStatus | null {
  if (!actors[event].includes(actor)) return null
  return transitions[status][event] ?? null
}

/** Whether a public page shows or did show them: edits of some fields wait for review, bookings may exist. */
export const isPublished = (status: MentorStatus): boolean => status === 'accepted' || status === 'paused'

/** Whether their future sessions are cancelled when they come into this status. */
export const endsBookings = (status: MentorStatus): boolean => status === 'suspended' || status === 'withdrawn'

/** Reads a status as older systems wrote it; null for unknown words. */
export const readMentorStatus = (text: string): MentorStatus | null => readStatusWord(text, MENTOR_STATUSES)
