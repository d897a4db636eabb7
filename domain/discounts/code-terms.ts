/** What is said of a discount code when it is made, and its state later. Pure. */
import type { DiscountBearer, DiscountCode } from '#domain/discounts/discount'

/** Random letters of a code that we make: 50 bits, which no one guesses. */
export const CODE_LETTERS = 10

/** Codes of a batch. */
export const MAX_BATCH = 10_000

/** Codes of a mentor that are not disabled. */
export const MAX_OWN_CODES = 100

/** Mentors whom a code can be limited to by name. */
export const MAX_NAMED_MENTORS = 50

export const MAX_USES = 1_000_000
export const MAX_USES_EACH = 1_000

/** In characters: of a batch's name. */
export const MAX_BATCH_NAME = 80

/** What a code can be used for. */
export type CodeScope = DiscountCode['appliesTo']
export const SCOPES = ['both', 'sessions', 'cohorts'] as const satisfies CodeScope[]

export const BEARERS = ['operator', 'mentor'] as const satisfies DiscountBearer[]

/** A code as its maker describes it. `maxPerPerson`: null for any number. */
export type CodeTerms = Omit<DiscountCode, 'mentorId' | 'redeemed' | 'disabledAt' | 'agreedMentorIds'> & {
  maxPerPerson: number | null
}

/** What a mentor has said to an operator's code that they would bear. `declined`: also one that they have turned off. */
export type Agreement = 'waiting' | 'accepted' | 'declined'

export type CodeState = 'live' | 'scheduled' | 'ended' | 'used_up' | 'disabled'

/** Whether a code can be used now, and else why not. */
export function codeState(
  code: Pick<DiscountCode, 'validFrom' | 'validUntil' | 'maxRedemptions' | 'redeemed' | 'disabledAt'>,
  now: Date,
): CodeState {
  if (code.disabledAt) return 'disabled'
  if (code.validUntil && now >= code.validUntil) return 'ended'
  if (code.maxRedemptions !== null && code.redeemed >= code.maxRedemptions) return 'used_up'
  return now < code.validFrom ? 'scheduled' : 'live'
}
