/** Imported records: what they lack, and what becomes of them when their owner takes them over. Pure. */
import type { MentorContent, MentorField } from '#domain/mentors/content'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import { storedText, type ProductText } from '#domain/product-text'

/** How long a link to claim a record can be followed. */
export const CLAIM_DAYS = 14

/** Why an imported record is hidden, as its status says it. */
export const UNCLAIMED = storedText('unclaimed')

/** What older versions stored instead. */
const OLD_UNCLAIMED = 'Imported: waiting for its owner to claim it'

export const isUnclaimed = (statusReason: string): boolean =>
  statusReason === UNCLAIMED || statusReason === OLD_UNCLAIMED

type MissingField = 'role' | 'location' | 'languages' | 'about' | 'helpWith' | 'moves' | 'sessions'

/** What is missing, and the page could not be shown or booked without. */
export function findMissingFields(content: MentorContent): MissingField[] {
  const missing: Record<MissingField, boolean> = {
    role: content.role === '',
    location: content.location === '',
    languages: content.languages.length + content.otherLanguages.length === 0,
    about: content.about === '',
    helpWith: content.helpWith.length === 0,
    moves: content.moves.length === 0,
    sessions: content.sessions.length === 0,
  }
  return (Object.keys(missing) as MissingField[]).filter((field) => missing[field])
}

const REQUESTS: Record<MissingField, ProductText> = {
  role: 'missing_role',
  location: 'missing_location',
  languages: 'missing_languages',
  about: 'missing_about',
  helpWith: 'missing_help_with',
  moves: 'missing_moves',
  sessions: 'missing_sessions',
}

/** Requests to the owner for what is missing, by field, as they are stored. */
export const requestMissing = (fields: MissingField[]): Partial<Record<MentorField, string>> =>
  Object.fromEntries(fields.map((field) => [field, storedText(REQUESTS[field])]))

/** Statuses in which an imported record is hidden until it is claimed. Others stay what they were. */
const WAITING: readonly MentorStatus[] = ['pending', 'changes_requested', 'accepted', 'paused']

/** The status of a record right after its import. `publish`: the operator wants accepted mentors public at once. */
export function statusAfterImport(before: MentorStatus, publish: boolean): MentorStatus {
  if (before === 'accepted' && publish) return 'accepted'
  return WAITING.includes(before) ? 'paused' : before
}

/**
 * The status of a hidden record once its owner has claimed it. `before`: its status in the described system. What no one
 * there had accepted is reviewed; what lacks something is completed by its owner, and reviewed then.
 */
export function statusAfterClaim(before: MentorStatus, content: MentorContent): MentorStatus {
  if (findMissingFields(content).length > 0) return 'changes_requested'
  return before === 'accepted' || before === 'paused' ? 'accepted' : 'pending'
}
