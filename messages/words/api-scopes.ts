/** What an API key may do. */
import type { ApiScope } from '#domain/accounts/api-keys'
import * as m from '#messages/admin'

export const SCOPE_WORDS: Record<ApiScope, () => string> = {
  'mentors:read': m.scopeReadMentors,
  'bookings:read': m.scopeReadBookings,
  'bookings:personal': m.scopeReadPersonal,
  'bookings:write': m.scopeWriteBookings,
}
