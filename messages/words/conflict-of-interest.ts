/** What an admin reads in place of the buttons about something of their own, or when their form comes all the same. */
import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import * as m from '#messages/admin'

export const CONFLICT_OF_INTEREST_WORDS: Record<ConflictOfInterest, () => string> = {
  another: m.conflictAnother,
  alone: m.conflictAlone,
}
