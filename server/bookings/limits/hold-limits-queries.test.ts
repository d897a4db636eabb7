import { fc } from '@fast-check/vitest'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { emailKey } from '#domain/accounts/email-key'
import { DAY_MS } from '#domain/time/wall-time'
import { forgetNetworks } from '#server/bookings/limits/hold-limits-queries'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'

useProduct()

describe('emailKey', () => {
  it('gives the same in the database as `emailKey` in the domain, with or without an @', async () => {
    const part = fc.string({ unit: fc.constantFrom(...'aZ09.+@_- İßé\n'), maxLength: 12 })
    const domain = fc.constantFrom('gmail.com', 'GoogleMail.com', 'example.com', 'Mail.Example.co.uk', '')
    const addresses = fc.oneof(
      fc.tuple(part, domain).map(([local, at]) => `${local}@${at}`),
      part,
    )
    const sample = fc.sample(addresses, 2_000)
    const { rows } = await sql<{ key: string }>`
      select email_key(address) as key from unnest(${sample}::text[]) with ordinality as given (address, n) order by n
    `.execute(test.db)
    expect(rows.map(({ key }) => key)).toEqual(sample.map(emailKey))
  })

  it('is stored with every booking, whatever code writes it', async () => {
    await bookTuesday(test, { email: 'G.Race+landfall@GoogleMail.com' })
    const booking = await test.db.selectFrom('bookings').select(['emailKey', 'menteeEmail']).executeTakeFirst()
    expect(booking).toEqual({ emailKey: 'grace@gmail.com', menteeEmail: 'G.Race+landfall@GoogleMail.com' })
  })
})

describe('forgetNetworks', () => {
  const network = { network: '2001:db8:1:2::/64', farNetwork: '2001:db8:1::/48' }
  beforeEach(async () => {
    await bookTuesday(test)
    await test.db.updateTable('bookings').set(network).execute()
  })
  const become = async (changes: { status: 'expired' | 'completed'; pricePence?: number }) => {
    await test.db.deleteFrom('claims').execute()
    await sql`update bookings set status = ${changes.status}, price_pence = ${changes.pricePence ?? 4500}`.execute(
      test.db,
    )
  }
  const networks = async (at: number) => {
    await forgetNetworks(test.db, new Date(test.clock.time.getTime() + at))
    return test.db.selectFrom('bookings').select(['network', 'farNetwork']).execute()
  }

  it('keeps a network for the day in which emails are counted, and no longer', async () => {
    await become({ status: 'expired' })
    expect(await networks(DAY_MS - 1)).toEqual([network])
    expect(await networks(DAY_MS)).toEqual([{ network: null, farNetwork: null }])
  })

  it('keeps a live hold’s network', async () => {
    expect(await networks(9 * DAY_MS)).toEqual([network])
  })

  it('keeps a free session’s network until a week after it', async () => {
    await become({ status: 'completed', pricePence: 0 })
    // It is Monday, 09:00; the session begins a day later.
    expect(await networks(8 * DAY_MS - 1)).toEqual([network])
    expect(await networks(8 * DAY_MS)).toEqual([{ network: null, farNetwork: null }])
  })
})
