/** The name by which a letter's HTML finds the portrait among the parts of the same email (RFC 2392). */
export const PORTRAIT_ID = 'portrait@landfall'
