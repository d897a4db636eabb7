/** The zone in which a member's times are shown. Server side. */
import type { Session } from '#domain/accounts/account'
import { zoneCity } from '#domain/time/zone'
import { zoneOfCookie } from '../../ui/time/clock.ts'

/** The browser's, else the account's, else UTC. */
export const ownZone = (request: Request, session: Session): string =>
  zoneOfCookie(request.headers.get('cookie')) ?? session.timeZone ?? 'UTC'

/** The city of a zone, for "Times are those of London". */
export const zoneName = (zone: string): string => (zone === 'UTC' ? 'UTC' : zoneCity(zone))
