import { beforeEach, describe, expect, it } from 'vitest'
import type { Session } from '#domain/accounts/account'
import { listAuditLog } from '#server/accounts/audit-queries'
import { changePerson, type PersonAct } from '#server/accounts/people'
import { findPerson, listPeople } from '#server/accounts/people-queries'
import { clientFrom, enter, signUp, signUpAdmin, trySignIn } from '../../tests/support/accounts/accounts.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const GRACE = { name: 'Grace Hopper', email: 'grace@example.com' }
let admin: Session
let id: string

beforeEach(async () => {
  ;({ session: admin } = await signUpAdmin(test, { name: 'June Park', email: 'june@example.com' }))
  id = (await signUp(test, GRACE)).session.accountId
})

const by = () => ({ session: admin, client: clientFrom() })
const change = (act: PersonAct, reason = 'Requested by email') => changePerson(test.app, by(), { id, act, reason })
const grace = async () => (await findPerson(test.db, id, test.app.now()))!
const DONE = { ok: true, value: null }
const refused = (code: string) => ({ ok: false, error: { code } })
const last = async () =>
  (await listAuditLog(test.db, { actor: admin.accountId, action: 'account', about: id }, { before: null, limit: 9 }))[0]

describe('an admin', () => {
  it('suspends an account for a reason, which is signed out at once and cannot come back until it is restored', async () => {
    expect(await grace()).toMatchObject({ sessions: 1, suspendedAt: null })
    expect(await change('suspend', '')).toEqual(refused('reason_required'))
    expect(await grace()).toMatchObject({ suspendedAt: null })
    expect(await change('suspend')).toEqual(DONE)
    expect(await change('suspend')).toEqual(refused('not_now'))
    expect(await grace()).toMatchObject({ sessions: 0, suspendedAt: test.app.now() })
    expect(await last()).toMatchObject({
      action: 'account.suspended',
      before: { suspendedAt: null },
      after: { suspendedAt: test.app.now().toISOString(), reason: 'Requested by email' },
    })
    expect((await trySignIn(test, GRACE)).outcome.ok).toBe(false)
    expect(await change('restore')).toEqual(DONE)
    expect(await enter(test, GRACE)).toMatchObject({ session: { accountId: id } })
  })

  it('makes an account an admin, notifies its owner, and takes the rights back', async () => {
    const both = await Promise.all([change('make_admin'), change('make_admin')])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await grace()).toMatchObject({ role: 'admin', sessions: 0 })
    await test.runJobs()
    expect((await test.mails()).map(({ subject }) => subject).join()).toMatch(/admin/i)
    expect(await change('make_member')).toEqual(DONE)
    expect(await grace()).toMatchObject({ role: 'member' })
    expect(await last()).toMatchObject({ action: 'account.made_member', before: { role: 'admin' } })
  })

  it('signs an account out everywhere', async () => {
    await enter(test, GRACE)
    expect(await change('sign_out', '')).toEqual(DONE)
    expect(await grace()).toMatchObject({ sessions: 0 })
    expect(await change('sign_out', '')).toEqual(refused('not_now'))
  })

  it('is always left: none takes their own rights, nor two each other’s at the same moment', async () => {
    const own = { id: admin.accountId, act: 'make_member', reason: 'x' } as const
    expect(await changePerson(test.app, by(), own)).toEqual(refused('own'))
    await change('make_admin')
    const other = await enter(test, GRACE)
    const take = (from: typeof other, whose: string) =>
      changePerson(test.app, from, { id: whose, act: 'make_member', reason: 'Requested by email' })
    const both = await Promise.all([take({ ...other, ...by() }, id), take(other, admin.accountId)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const roles = await test.db.selectFrom('accounts').select('role').execute()
    expect(roles.map(({ role }) => role).toSorted()).toEqual(['admin', 'member'])
  })

  it('finds people by a part of their name or address, page by page', async () => {
    const names = async (search: string, after: { name: string; id: string } | null = null) =>
      (await listPeople(test.db, { search, only: null }, { now: test.app.now(), after, limit: 9 })).map(
        ({ name }) => name,
      )
    expect(await names('')).toEqual(['Grace Hopper', 'June Park'])
    expect(await names('', { name: 'Grace Hopper', id })).toEqual(['June Park'])
    expect(await names('HOPP')).toEqual(['Grace Hopper'])
    expect(await names('june@')).toEqual(['June Park'])
    for (const unmatched of ['%', '_', String.raw`\ `, `' or 1=1`])
      expect(await names(unmatched), unmatched).toEqual([])
  })
})
