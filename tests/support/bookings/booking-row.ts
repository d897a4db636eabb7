/** A row of a booking, for data that tests write without the workflows that lead there. */
import type { Insertable } from 'kysely'
import { TERMS_VERSION } from '#domain/bookings/booking'
import { toMinorUnits } from '#domain/payments/money'
import type { Tables } from '#server/platform/db/tables'

type Row = Insertable<Tables['bookings']>

/** An hour with Grace at £45.00, all of it at this moment: paid and completed, unless `own` says otherwise. */
export const makeBookingRow = (
  at: Date,
  own: Pick<Row, 'id' | 'mentorId' | 'sessionTypeId' | 'startsAt'> & Partial<Row>,
) => ({
  reference: `B-${own.id.slice(0, 4)}-${own.id.slice(4, 8)}`.toUpperCase(),
  secretHash: own.id,
  sessionTitle: 'First ninety days',
  minutes: 60,
  mentorTimeZone: 'Asia/Kolkata',
  pricePence: toMinorUnits(4500),
  currency: 'GBP',
  menteeName: 'Grace Hopper',
  menteeEmail: 'grace@example.com',
  menteePhone: '+44 7700 900123',
  menteeTimeZone: 'Europe/London',
  topic: '',
  termsVersion: TERMS_VERSION,
  termsAcceptedAt: at,
  status: 'completed' as const,
  payBefore: at,
  holdExpiresAt: at,
  paidAmountPence: toMinorUnits(4500),
  paidAt: at,
  createdAt: at,
  ...own,
})
