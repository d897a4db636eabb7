import { describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { accountActor, accountEvent } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

const ADA = randomUUID()
const written = () => test.db.selectFrom('auditLog').selectAll().execute()

describe('an event about an account', () => {
  it('says who did what to it, from where, by the product’s clock', async () => {
    const root = randomUUID()
    const change = { before: { role: 'member' }, after: { role: 'admin' } }
    const actor = accountActor(root, { address: '203.0.113.7' })
    await recordAuditEvent(test.db, accountEvent(test.app, actor, 'account.made_admin', ADA, change))
    expect(await written()).toMatchObject([
      {
        at: test.clock.time,
        actor: 'account',
        actorId: root,
        address: expect.stringContaining('203.0.113.7'),
        action: 'account.made_admin',
        subject: 'accounts',
        subjectId: ADA,
        ...change,
      },
    ])
  })

  it('may have changed nothing, and come from no known address', async () => {
    const actor = accountActor(ADA, { address: '' })
    expect(actor).toEqual({ kind: 'account', accountId: ADA, address: null })
    await recordAuditEvent(test.db, accountEvent(test.app, actor, 'session.ended', ADA))
    expect(await written()).toMatchObject([{ before: null, after: null, address: null }])
  })

  it('may be a visitor’s or the operator’s, who are no accounts', async () => {
    await recordAuditEvent(test.db, accountEvent(test.app, { kind: 'operator' }, 'account.invited', ADA))
    const visitor = { kind: 'visitor' as const, address: '2001:db8::1' }
    await recordAuditEvent(test.db, accountEvent(test.app, visitor, 'account.codes_guessed', ADA))
    expect((await written()).map(({ actor, actorId, address }) => [actor, actorId, address])).toEqual([
      ['operator', null, null],
      ['visitor', null, expect.stringContaining('2001:db8::1')],
    ])
  })
})
