import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ABOUT, WITHOUT_PERSONAL_DATA } from '#server/privacy/personal-data/personal-data-queries'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { addMentor } from '../../../tests/support/product/app.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { addSecondStep, signUpByLink } from '../../../tests/support/accounts/accounts.ts'
import { readAccountData } from './personal-data.ts'
import { holdSlot } from '#server/bookings/holds/hold'
import { settleCheckout } from '#server/bookings/settlement/settle'

useProduct()

const priya = { name: 'Priya Sharma', email: 'priya@example.com' }

/** Column names by table, as the database has them. */
async function readColumns(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'
  `.execute(test.db)
  return new Map(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, of]) => [table, of.map((row) => row.column)]),
  )
}

describe('a personal data download', () => {
  it('comes from every table with personal data', async () => {
    const tables = [...(await readColumns()).keys()]
    expect([...Object.keys(ABOUT), ...Object.keys(WITHOUT_PERSONAL_DATA)].toSorted()).toEqual(tables.toSorted())
  })

  it('has every column of those, or leaves it out for a reason', async () => {
    const columns = await readColumns()
    for (const [table, { given, leftOut }] of Object.entries(ABOUT)) {
      expect([...given, ...Object.keys(leftOut)].toSorted(), table).toEqual(columns.get(table)!.toSorted())
    }
  })

  it('contains what they did, booked and paid, and nothing of anyone else', async () => {
    const { session } = await signUpByLink(test, priya)
    const { session: other } = await signUpByLink(test, { name: 'Someone Else', email: 'else@example.com' })
    test.clock.forward(1)
    const mentor = await addMentor(test)
    for (const [by, hour] of [
      [session, 9],
      [other, 10],
    ] as const) {
      const { name, email } = by
      const startsAt = new Date(Date.UTC(2030, 0, 8, hour))
      const request = holdRequest(mentor.sessionTypeIds[0]!, { name, email, startsAt, topic: `About ${name}` })
      const held = await holdSlot(test.app, request, undefined, by.accountId)
      if (!held.ok) throw new Error(held.error.code)
      await payCheckout(test, held.value.checkoutId!)
      await settleCheckout(test.app, held.value.checkoutId!)
    }
    const data = await readAccountData(test.app, session)
    expect(data['accounts']).toMatchObject([{ name: 'Priya Sharma', email: 'priya@example.com' }])
    expect(data['bookings']).toMatchObject([{ status: 'confirmed', topic: 'About Priya Sharma', price_pence: 4500 }])
    expect(data['ledger']).toMatchObject([{ kind: 'charge', amount_pence: 4500 }])
    expect(data['outbox']).toMatchObject([{ kind: 'link' }, { kind: 'booking_confirmed', recipient: 'mentee' }])
    const text = JSON.stringify(data)
    expect(text).not.toMatch(/Someone Else|else@example/)
  })

  it('contains none of their secrets', async () => {
    const { session, cookies } = await signUpByLink(test, priya)
    const { backupCodes } = await addSecondStep(test, { session, cookies })
    await sql`insert into passkeys (id, account_id, name, public_key, credential_id, counter, device_type, backed_up)
      values (${randomUUID()}, ${session.accountId}, 'Phone', 'canary-key', 'canary-id', 0, 'multiDevice', true)`.execute(
      test.db,
    )
    const data = await readAccountData(test.app, session)
    expect(data['credentials']).toMatchObject([{ provider: 'credential' }])
    expect(data['passkeys']).toMatchObject([{ name: 'Phone' }])
    expect(data['second_factors']).toMatchObject([{ verified: true }])
    expect(data['links']).toMatchObject([{ purpose: 'sign_up', email: priya.email }])
    const secrets = await sql<{ value: string }>`
      select token as value from sessions union all select password from credentials
      union all select token_hash from links union all select secret from second_factors
      union all select backup_codes from second_factors`.execute(test.db)
    expect(secrets.rows).toHaveLength(5)
    const text = JSON.stringify(data)
    expect(text).not.toContain('canary')
    for (const secret of [...secrets.rows.map(({ value }) => value), ...backupCodes]) expect(text).not.toContain(secret)
  })

  it('says what an admin did to the account, but not from where', async () => {
    const { session } = await signUpByLink(test, priya)
    const doings = [
      { accountId: session.accountId, address: '203.0.113.7' },
      { accountId: randomUUID(), address: '198.51.100.4' },
    ]
    for (const { accountId, address } of doings) {
      await recordAuditEvent(test.db, {
        at: test.clock.time,
        actor: { kind: 'account', accountId, address },
        action: 'account.details_changed',
        subject: 'accounts',
        subjectId: session.accountId,
      })
    }
    const data = await readAccountData(test.app, session)
    expect(data['audit_log']).toHaveLength(3) // The first is the account’s beginning.
    expect(JSON.stringify(data['audit_log'])).toContain('203.0.113.7')
    expect(JSON.stringify(data)).not.toContain('198.51.100.4')
  })
})
