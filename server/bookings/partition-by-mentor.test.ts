/** `deploy/partition-by-mentor.sql`, which divides bookings and claims by mentor (docs/scaling.md). */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { listTables } from '#server/platform/backup/rows-queries'
import { addMentor } from '../../tests/support/product/app.ts'
import { bookPaid, claimedStarts, readBooking } from '../../tests/support/bookings/paid-session.ts'
import { makeBookingForm, postBooking } from '../../tests/support/bookings/requests.ts'
import { partitionByMentor } from '../../tests/support/database/partition-by-mentor.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

/** A booking of before, as it is afterwards. */
let earlier: { status: string; starts: string[]; whole: unknown[] }

beforeAll(async () => {
  const mentor = await addMentor(test, { name: 'Katherine Johnson' })
  const { id } = await bookPaid(test, { mentor })
  await partitionByMentor(test.db)
  const { rows: whole } = await sql`select id from only bookings`.execute(test.db)
  earlier = { status: (await readBooking(test, id)).status, starts: await claimedStarts(test, mentor.id), whole }
})

describe('bookings and claims in partitions by mentor', () => {
  it('keep what was booked before, all of it in partitions', () => {
    expect(earlier).toEqual({ status: 'confirmed', starts: ['2030-01-11T09:00:00.000Z'], whole: [] })
  })

  it('sell a time once to twenty simultaneous buyers, with each of several mentors', async () => {
    for (const name of ['Ada Lovelace', 'Barbara Liskov', 'Grace Hopper', 'Hedy Lamarr']) {
      const body = makeBookingForm(await addMentor(test, { name }))
      const buyers = Array.from({ length: 20 }, (_, n) => ({ ...body, email: `buyer${n}@${name[0]}.example` }))
      const statuses = (await Promise.all(buyers.map((buyer) => postBooking(test, buyer)))).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    }
    expect(await test.db.selectFrom('claims').select('bookingId').execute()).toHaveLength(4)
  })

  it('are settled and claimed as before', async () => {
    const mentor = await addMentor(test)
    await bookPaid(test, { mentor })
    expect(await claimedStarts(test, mentor.id)).toEqual(['2030-01-11T09:00:00.000Z'])
  })

  it.each(['reference', 'secret_hash', 'checkout_id'])(
    'never have the %s of another mentor’s booking',
    async (column) => {
      const { id } = await bookPaid(test)
      const other = await bookPaid(test, { mentor: await addMentor(test, { name: 'Hedy Lamarr' }) })
      const taking =
        sql`update bookings set ${sql.ref(column)} = (select ${sql.ref(column)} from bookings where id = ${id})
      where id = ${other.id}`.execute(test.db)
      await expect(taking).rejects.toThrow(`booking_keys_${column}_key`)
    },
  )

  it('are backed up as whole tables, which a place without partitions can restore', async () => {
    const names = (await listTables(test.db)).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['public.bookings', 'public.claims']))
    expect(names.filter((name) => /(bookings|claims)_\d|booking_keys/.test(name))).toEqual([])
  })
})
