/** The address that a booking has once its mentee was erased. Pure. */

/**
 * An undeliverable address: `.invalid` never resolves (RFC 2606 §2). One for each booking, so that limits by
 * address do not count people together who left.
 */
export const erasedAddress = (bookingId: string): string => `erased-${bookingId}@erased.invalid`
