/** API keys: scopes and rate limits. Pure. */

/** What a key may be given, in the order in which it is offered. */
export const API_SCOPES = ['mentors:read', 'bookings:read', 'bookings:personal', 'bookings:write'] as const

export type ApiScope = (typeof API_SCOPES)[number]

export const SCOPE_WORDS: Record<ApiScope, string> = {
  'mentors:read': 'Read mentors and free times, with the key’s own rate limit',
  'bookings:read': 'Read bookings, without personal data',
  'bookings:personal': 'Read who booked: name, email, phone and topic',
  'bookings:write': 'Cancel bookings, with refunds by the site’s rules',
}

export const isApiScope = (text: string): text is ApiScope => (API_SCOPES as readonly string[]).includes(text)

/** Requests by one key, in all processes. */
export const KEY_REQUESTS = { max: 600, minutes: 1 }

export const MAX_KEY_NAME = 80
