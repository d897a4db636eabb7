/** What is deleted when, and what of the audit log is cut. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { minutesAfter } from '#domain/time/wall-time'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import { upsertDraft } from '#server/accounts/drafts/drafts-queries'
import { runJob } from '#server/jobs'
import { limitByNetwork } from '#server/accounts/sign-in/attempts'
import {
  ADA,
  askForAccount,
  clientFrom,
  enter,
  mailsTo,
  signUpByLink,
  whoIs,
} from '../../../tests/support/accounts/accounts.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'
import { mailsAbout } from '../../../tests/support/mails.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const DAY_MINUTES = 1_440
const ELSEWHERE = clientFrom('203.0.113.7')
const deleteExpired = () => runJob(test.app, 'forget', {})
type Table = 'sessions' | 'attempts' | 'verifications' | 'links' | 'outbox' | 'drafts' | 'auditLog' | 'accounts'
const count = async (table: Table) =>
  Number(
    (
      await test.db
        .selectFrom(table)
        .select((all) => all.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

/** Moves on and forgets. */
async function after(minutes: number) {
  test.clock.forward(minutes)
  await deleteExpired()
}

describe('once an hour', () => {
  it('ended sessions are deleted, and no others', async () => {
    await signUpByLink(test)
    test.clock.forward(DAY_MINUTES)
    const { cookies } = await enter(test)
    await after(13 * DAY_MINUTES - 1)
    expect(await count('sessions')).toBe(2)
    await after(1)
    expect(await count('sessions')).toBe(1)
    expect(await whoIs(test, cookies)).not.toBeNull()
    expect(await count('accounts')).toBe(1)
  })

  it('networks of bookings are deleted when no limit counts them any more', async () => {
    await bookTuesday(test)
    await test.db.deleteFrom('claims').execute()
    await test.db.updateTable('bookings').set({ network: '203.0.113.9', status: 'expired' }).execute()
    const networks = () => test.db.selectFrom('bookings').select('network').execute()
    await after(DAY_MINUTES - 1)
    expect(await networks()).toEqual([{ network: '203.0.113.9' }])
    await after(1)
    expect(await networks()).toEqual([{ network: null }])
  })

  it.each<[string, Table, number, () => Promise<unknown>]>([
    ['counts of attempts, when their time is over', 'attempts', 1, () => limitByNetwork(test.app, 'code', ELSEWHERE)],
    [
      'an unfinished sign-up with name and hash, a day after its link ended',
      'links',
      2 * DAY_MINUTES,
      async () => [await askForAccount(test), await mailsTo(test, ADA)],
    ],
    ['emails about an account, after 30 days', 'outbox', 30 * DAY_MINUTES, () => signUpByLink(test)],
    [
      'text typed before signing in, after a day',
      'drafts',
      DAY_MINUTES,
      () => upsertDraft(test.db, { browserHash: 'x', path: '/', fields: { name: 'Ada' }, now: test.clock.time }),
    ],
    [
      'what was stored between two steps of signing in, a day after it ended',
      'verifications',
      DAY_MINUTES + 10,
      () => {
        const at = test.clock.time
        const row = { identifier: 'x', value: 'y', createdAt: at, updatedAt: at, expiresAt: minutesAfter(at, 10) }
        const verification = { id: randomUUID(), ...row }
        return test.db
          .insertInto('verifications')
          .values(verification as never)
          .execute()
      },
    ],
  ])('deletes %s', async (_what, table, minutes, store) => {
    await store()
    await after(minutes)
    expect(await count(table)).toBe(1)
    await after(1)
    expect(await count(table)).toBe(0)
    expect(JSON.stringify(await mailsAbout(test.db, 'account'))).not.toContain(ADA)
  })
})

describe('the audit log', () => {
  const write = (actor: AuditActor) =>
    recordAuditEvent(test.db, {
      at: test.clock.time,
      actor,
      action: 'account.created',
      subject: 'accounts',
      subjectId: 'x',
      before: { a: 1 },
      after: { b: 2 },
    })
  const rows = () => test.db.selectFrom('auditLog').selectAll().orderBy('id').execute()
  const addresses = async () => (await rows()).map(({ address }) => address?.replace(/\/(32|128)$/, '') ?? null)

  it('shortens an address to its network after 7 days, and changes nothing else', async () => {
    await write({ kind: 'visitor', address: '203.0.113.77' })
    await write({ kind: 'account', accountId: randomUUID(), address: '2001:db8:1:2:3:4:5:6' })
    await write({ kind: 'visitor', address: null })
    await write({ kind: 'visitor', address: '' })
    const before = await rows()
    await after(7 * DAY_MINUTES)
    expect(await rows()).toEqual(before)
    expect(await addresses()).toEqual(['203.0.113.77', '2001:db8:1:2:3:4:5:6', null, null])
    await write({ kind: 'visitor', address: '203.0.113.78' })
    await after(1)
    expect(await addresses()).toEqual(['203.0.113.0/24', '2001:db8:1::/48', null, null, '203.0.113.78'])
    const rest = ({ address: _address, ...event }: (typeof before)[number]) => event
    expect((await rows()).slice(0, 4).map(rest)).toEqual(before.map(rest))
    await after(8 * DAY_MINUTES)
    expect((await addresses())[0]).toBe('203.0.113.0/24')
  })

  it('can only be added to', async () => {
    await write({ kind: 'visitor', address: '203.0.113.77' })
    const [before] = await rows()
    const change = (set: object) =>
      test.db
        .updateTable('auditLog')
        .set(set as never)
        .execute()
    for (const set of [
      { action: 'account.deleted' },
      { at: minutesAfter(test.clock.time, 1) },
      { actor: 'operator' },
      { actor: 'account', actorId: randomUUID() },
      { subject: 'mentors' },
      { subjectId: 'y' },
      { before: null },
      { after: JSON.stringify({ b: 3 }) },
      { address: null },
      { address: '203.0.113.78' },
      { address: '198.51.100.0/24' },
      { address: '203.0.113.0/24', subjectId: 'y' },
    ]) {
      await expect(change(set), JSON.stringify(set)).rejects.toThrow('append-only')
    }
    await expect(test.db.deleteFrom('auditLog').execute()).rejects.toThrow('append-only')
    expect(await rows()).toEqual([before])
  })

  it('says for every event of an account who did it and from where, and contains no secret', async () => {
    const ada = await signUpByLink(test)
    await enter(test, {}, ELSEWHERE)
    const events = await rows()
    expect(events.map(({ action }) => action)).toEqual(['account.created', 'session.opened'])
    for (const event of events) expect(event).toMatchObject({ actor: 'account', actorId: ada.session.accountId })
    expect(events[1]!.address).toMatch(/^203\.0\.113\.7/)
    const { password } = await test.db.selectFrom('credentials').select('password').executeTakeFirstOrThrow()
    const [{ token } = { token: 'none' }] = await test.db.selectFrom('sessions').select('token').execute()
    for (const secret of [password!, token]) expect(JSON.stringify(events)).not.toContain(secret)
  })
})
