/** What a booking says of its mentee once they were erased. Pure. */

/** The name, wherever one is needed. */
export const ERASED_NAME = 'Erased'

/** How feedback is signed whose author was erased. */
export const ERASED_AUTHOR = 'A mentee'

/** In place of words that must not be empty. */
export const ERASED_WORDS = 'Erased'

/**
 * An undeliverable address: `.invalid` never resolves (RFC 2606 §2). One for each booking, so that limits by
 * address do not count people together who left.
 */
export const erasedAddress = (bookingId: string): string => `erased-${bookingId}@erased.invalid`
