/** SQL for a booking's own page: all that it shows beside the booking itself, in one statement. */
import { sql } from 'kysely'
import type { Side } from '#domain/bookings/after-session'
import { paymentColumns, type PaymentRows } from '#server/payments/booking-money-queries'
import type { Db } from '#server/platform/db/connect'

export type PageRows = PaymentRows & {
  /** How often its mentee has moved it. */
  moves: number
  /** The first one first. `createdAt`: in milliseconds since 1970. */
  messages: { id: string; writer: Side; body: string; createdAt: number }[]
  /** The mentor's first crossing. */
  leg: { fromCity: string; fromCountry: string; toCity: string; toCountry: string } | null
}

/** One statement, since the page is read after every step of a booking, and seven took a sixth of its time. */
export async function readPageRows(
  db: Db,
  booking: { id: string; currency: string; mentorId: string },
): Promise<PageRows> {
  const { id, mentorId } = booking
  const { rows } = await sql<PageRows>`/* prepared: booking page */
    select ${paymentColumns(booking)},
      (select count(*)::int from booking_moves where booking_id = ${id}::uuid and counts) as moves,
      (select coalesce(json_agg(json_build_object('id', id, 'writer', writer, 'body', body,
          'createdAt', date_part('epoch', created_at) * 1000) order by created_at, id), '[]')
        from booking_messages where booking_id = ${id}::uuid) as messages,
      (select json_build_object('fromCity', from_city, 'fromCountry', from_country, 'toCity', to_city,
          'toCountry', to_country)
        from moves where mentor_id = ${mentorId}::uuid and position = 0) as leg`.execute(db)
  return rows[0]!
}
