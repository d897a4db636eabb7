/** The rule that no minute of a mentor is sold twice, on claims that are partitioned by mentor (docs/scaling.md). */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addMentor } from '../../tests/support/product/app.ts'
import { bookPaid, claimedStarts } from '../../tests/support/bookings/paid-session.ts'
import { makeBookingForm, postBooking } from '../../tests/support/bookings/requests.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

const PARTITIONS = 4

useProduct()

/** Every constraint of `claims` is there again, but for one: that the id of a booking occurs once now takes its mentor, too. */
beforeAll(async () => {
  await sql`drop table claims`.execute(test.db)
  await sql`create table claims (
      booking_id uuid not null references bookings (id) deferrable initially deferred,
      mentor_id  uuid not null references mentors (id),
      during     tstzrange not null check (not isempty(during)),
      holder     uuid not null default gen_random_uuid(),
      primary key (booking_id, mentor_id) deferrable initially immediate,
      constraint claims_no_overlap exclude using gist (mentor_id with =, holder with <>, during with &&)
    ) partition by hash (mentor_id)`.execute(test.db)
  for (let n = 0; n < PARTITIONS; n += 1)
    await sql`create table ${sql.table(`claims_${n}`)} partition of claims
      for values with (modulus ${sql.lit(PARTITIONS)}, remainder ${sql.lit(n)})`.execute(test.db)
  await sql`create trigger listing_of_claim after insert or update or delete on claims
    for each row execute function mark_stale_listing()`.execute(test.db)
})

describe('claims in partitions by mentor', () => {
  it('sell a time once to twenty simultaneous buyers, with each of several mentors', async () => {
    for (const name of ['Ada Lovelace', 'Barbara Liskov', 'Grace Hopper', 'Hedy Lamarr']) {
      const body = makeBookingForm(await addMentor(test, { name }))
      const buyers = Array.from({ length: 20 }, (_, n) => ({ ...body, email: `buyer${n}@${name[0]}.example` }))
      const statuses = (await Promise.all(buyers.map((buyer) => postBooking(test, buyer)))).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    }
    expect(await test.db.selectFrom('claims').select('bookingId').execute()).toHaveLength(4)
    const { rows } = await sql`select from only claims`.execute(test.db)
    expect(rows, 'all are in partitions').toEqual([])
  })

  it('are taken by a paid session as before', async () => {
    const mentor = await addMentor(test)
    await bookPaid(test, { mentor })
    expect(await claimedStarts(test, mentor.id)).toEqual(['2030-01-11T09:00:00.000Z'])
  })
})
