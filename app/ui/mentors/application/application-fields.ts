/** The application form in the browser: its steps and lists, and where its fields stand. */
import { MAX_MOVES, MAX_SESSIONS } from '#domain/mentors/content'
import * as m from '#messages/application'
import { useTypedFields, type Typed, type TypedFields } from '../../forms/typed-fields.ts'

export const STEPS = [
  { id: 'you', name: m.stepYou, title: m.stepYouTitle },
  { id: 'move', name: m.stepMove, title: m.stepMoveTitle },
  { id: 'sessions', name: m.stepSessions, title: m.stepSessionsTitle },
  { id: 'picture', name: m.stepPicture, title: m.stepPictureTitle },
  { id: 'check', name: m.stepCheck, title: m.stepCheckTitle },
] as const
export type StepId = (typeof STEPS)[number]['id']

export type List = 'sessions' | 'moves'
export const MOST: Record<List, number> = { sessions: MAX_SESSIONS, moves: MAX_MOVES }

/** What a new entry begins with. */
const FIRST: Record<List, Typed> = { sessions: { minutes: '60' }, moves: { purpose: 'work' } }

const IN_MOVE = new Set(['helpWith', 'topics'])
const IN_SESSIONS = new Set(['price', 'rightToEarn'])

/** The step on which a field is. */
export function findStep(name: string): StepId {
  if (name.startsWith('moves.') || IN_MOVE.has(name)) return 'move'
  if (/^(sessions|hours)(\.|$)/.test(name) || IN_SESSIONS.has(name)) return 'sessions'
  if (name === 'portrait') return 'picture'
  return name === 'adviceAccepted' ? 'check' : 'you'
}

export type ApplicationFields = TypedFields<List>

export const useApplicationFields = (typed: Typed, errors: Typed, prefill: Typed): ApplicationFields =>
  useTypedFields(FIRST, typed, errors, prefill)
