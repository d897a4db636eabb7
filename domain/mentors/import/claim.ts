/** Imported records: what they lack, and what becomes of them when their owner takes them over. Pure. */
import type { MentorContent, MentorField } from '#domain/mentors/content'
import type { MentorStatus } from '#domain/mentors/mentor-status'

/** How long a link to claim a record can be followed. */
export const CLAIM_DAYS = 14

/** Why an imported record is hidden, as its status says it. */
export const UNCLAIMED = 'Imported: waiting for its owner to claim it'

/** Questions to the owner, by field. Without them the page could not be shown or booked. */
export function findMissingFields(content: MentorContent): Partial<Record<MentorField, string>> {
  const missing: Partial<Record<MentorField, string>> = {}
  const ask = (field: MentorField, isMissing: boolean, request: string) => {
    if (isMissing) missing[field] = request
  }
  ask('role', content.role === '', 'Enter what you do')
  ask('location', content.location === '', 'Enter the city and country you live in')
  ask('languages', content.languages.length + content.otherLanguages.length === 0, 'Enter the languages you speak')
  ask('about', content.about === '', 'Say who you are and what you went through')
  ask('helpWith', content.helpWith.length === 0, 'Name what you help with')
  ask('moves', content.moves.length === 0, 'Add the move that you made')
  ask('sessions', content.sessions.length === 0, 'Offer at least one session')
  return missing
}

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
  if (Object.keys(findMissingFields(content)).length > 0) return 'changes_requested'
  return before === 'accepted' || before === 'paused' ? 'accepted' : 'pending'
}
