/** In which zone somebody reads their times. Server side. */
import type { Session } from '#domain/accounts/account'
import { zoneOfCookie } from '../../ui/time/clock.ts'

/** The browser's, else the account's; where neither is known, the world's. */
export const ownZone = (request: Request, session: Session): string =>
  zoneOfCookie(request.headers.get('cookie')) ?? session.timeZone ?? 'UTC'
