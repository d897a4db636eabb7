/** Keys under which a request to the payment service may be repeated. */
import { HOUR_MS } from '#domain/time/wall-time'

const KEY_HOURS = 12

/**
 * Whether the service may have forgotten the key of a row that was made at `createdAt`, so that what was made is looked for before
 * it is sent again. It keeps responses by key for a day, https://docs.stripe.com/api/idempotent_requests.
 */
export const hasOldKey = ({ createdAt }: { createdAt: Date }, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= KEY_HOURS * HOUR_MS
