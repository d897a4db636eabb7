/** Admins come by a link that an operator prints at the console. */
import { describe, expect, it } from 'vitest'
import { findAccountByEmail, updateAccount } from '#server/accounts/queries'
import { holdSlot } from '#server/bookings/holds/hold'
import { findRecord } from '#server/mentors/record/content-queries'
import { setPasswordByLink } from '#server/accounts/passwords'
import { inviteAdmin, inviteFirstAdmin } from '#server/accounts/admin-invitations'
import { readLink } from '#server/accounts/sign-in/links'
import { signIn } from '#server/accounts/sign-in/sign-in'
import {
  ADA,
  clientFrom,
  enter,
  keepCookies,
  mailsTo,
  OTHER_PASSWORD,
  PASSWORD,
  signUp,
  whoIs,
} from '../../tests/support/accounts/accounts.ts'
import { holdRequest } from '../../tests/support/bookings/requests.ts'
import { addAcceptedMentor } from '../../tests/support/mentors/applicants.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const ROOT = 'root@example.com'
const over = { ok: false, error: { code: 'link_over' } }
const follow = (token: string, password = OTHER_PASSWORD) =>
  setPasswordByLink(test.app, { token, password }, clientFrom())

describe('an admin invitation', () => {
  it('makes an admin, with the strong password that they choose, once', async () => {
    const token = await inviteAdmin(test.app, ROOT)
    expect(await readLink(test.app, token)).toEqual({ purpose: 'admin', email: ROOT })
    expect(await follow(token, 'short')).toMatchObject({ error: { code: 'weak_password' } })
    expect(await test.db.selectFrom('accounts').select('id').execute()).toEqual([])
    const made = await follow(token)
    expect(made).toMatchObject({ ok: true, value: { admin: true } })
    expect(await whoIs(test, keepCookies((made.ok && made.value.setCookies) || []))).toMatchObject({
      email: ROOT,
      name: 'root',
      role: 'admin',
    })
    expect(await follow(token, 'another cactus velvet 12')).toEqual(over)
    const entered = await signIn(test.app, { email: ROOT, password: OTHER_PASSWORD }, 'admin', clientFrom())
    expect(entered.outcome).toMatchObject({ ok: true, value: { admin: true } })
  })

  it('leads to an account that has the bookings made with its address before', async () => {
    const mentor = await addAcceptedMentor(test)
    const { sessions } = (await findRecord(test.db, { id: mentor.mentorId }))!.content
    const request = holdRequest(sessions[0]!.id, { startsAt: new Date('2030-01-09T13:30:00Z'), email: ROOT })
    expect(await holdSlot(test.app, request)).toMatchObject({ ok: true })
    await follow(await inviteAdmin(test.app, ROOT))
    const account = await findAccountByEmail(test.db, ROOT)
    expect(await test.db.selectFrom('bookings').select('accountId').execute()).toEqual([{ accountId: account!.id }])
  })

  it('works for 30 minutes, or until the address has a newer one', async () => {
    const [first, other] = [await inviteAdmin(test.app, ROOT), await inviteAdmin(test.app, 'second@example.com')]
    const second = await inviteAdmin(test.app, 'ROOT@example.com')
    test.clock.forward(29)
    expect(await follow(first)).toEqual(over)
    expect((await follow(second)).ok).toBe(true)
    test.clock.forward(1)
    expect(await follow(other)).toEqual(over)
  })

  it('makes a member an admin, a suspended one too: signs them out everywhere, keeps their name and emails them', async () => {
    const ada = await signUp(test)
    const other = await enter(test)
    await updateAccount(test.db, ada.session.accountId, { suspendedAt: test.clock.time, updatedAt: test.clock.time })
    const made = await follow(await inviteAdmin(test.app, ADA))
    for (const { cookies } of [ada, other]) expect(await whoIs(test, cookies)).toBeNull()
    const session = await whoIs(test, keepCookies((made.ok && made.value.setCookies) || []))
    expect(session).toMatchObject({ accountId: ada.session.accountId, name: 'Ada Lovelace', role: 'admin' })
    expect((await mailsTo(test, ADA)).map(({ subject }) => subject)).toContain('You’re now an admin of Landfall')
    const old = await signIn(test.app, { email: ADA, password: PASSWORD }, 'admin', clientFrom())
    expect(old.outcome).toEqual({ ok: false, error: { code: 'refused' } })
    const changed = test.db.selectFrom('auditLog').selectAll().where('action', '=', 'account.role_changed')
    expect(await changed.execute()).toMatchObject([{ before: { role: 'member' }, after: { role: 'admin' } }])
  })

  it('is stored as a hash, and recorded with the operator who printed it', async () => {
    const token = await inviteAdmin(test.app, ROOT)
    const kept = [
      await test.db.selectFrom('links').selectAll().execute(),
      await test.db.selectFrom('auditLog').selectAll().execute(),
    ]
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(kept[1]).toMatchObject([
      {
        actor: 'operator',
        actorId: null,
        action: 'admin.invited',
        subjectId: ROOT,
        at: test.clock.time,
        address: null,
      },
    ])
  })
})

it('a demo’s own invitation is made at each start until there is an admin who can sign in', async () => {
  const first = await inviteFirstAdmin(test.app, ROOT)
  expect(first).toMatch(/^[\w-]{32}$/)
  await signUp(test)
  const second = await inviteFirstAdmin(test.app, ROOT)
  expect(second).not.toBeNull()
  expect(await follow(first!)).toEqual(over)
  expect((await follow(second!)).ok).toBe(true)
  expect(await inviteFirstAdmin(test.app, ROOT)).toBeNull()
})
