/** API keys: scopes and rate limits. Pure. */

/** What a key may be given, in the order in which it is offered. */
export const API_SCOPES = ['mentors:read', 'bookings:read', 'bookings:personal', 'bookings:write'] as const

export type ApiScope = (typeof API_SCOPES)[number]

export const isApiScope = (text: string): text is ApiScope => (API_SCOPES as readonly string[]).includes(text)

/** Requests by one key, in all processes. */
export const KEY_REQUESTS = { max: 600, minutes: 1 }

export const MAX_KEY_NAME = 80
