/** What changes at an account's security leave behind: an entry in the audit log and an email, or nothing at all. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { PROOF_MINUTES } from '#domain/accounts/account'
import {
  addPasskey,
  beginPasskey,
  beginSecondStep,
  confirmSecondStep,
  endOtherSessions,
  endSecondStep,
  endSession,
  removePasskey,
} from '#server/accounts/security'
import {
  clientFrom,
  makeCode,
  enter,
  keepCookies,
  OTHER_PASSWORD,
  PASSWORD,
  signUp,
  trySignIn,
  whoIs,
} from '../../tests/support/accounts/accounts.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const refused = (code: string) => ({ ok: false, error: { code } })
const wrong = (code: string) => String((Number(code) + 123_457) % 1_000_000).padStart(6, '0')
/** Who did what to whose account, with what was changed, oldest first. Signing in is left out. */
const written = async () => {
  const events = test.db.selectFrom('auditLog').selectAll().where('action', '<>', 'session.opened').orderBy('id')
  return (await events.execute()).map(({ actorId, action, subjectId, after }) => ({
    actor: actorId,
    action,
    subject: subjectId,
    ...(after !== null && { after }),
  }))
}
const by = ({ accountId }: { accountId: string }, action: string, after?: object) => ({
  actor: accountId,
  action,
  subject: accountId,
  ...(after && { after }),
})
const mailed = () => test.db.selectFrom('outbox').select(['kind', 'recipient as email']).execute()
const notifiedOnce = [{ kind: 'sign_in_changed', email: 'ada@example.com' }]

describe('a second step', () => {
  async function begun() {
    const ada = await signUp(test)
    const begin = await beginSecondStep(test.app, ada.session, PASSWORD, ada.client)
    if (!begin.ok) throw new Error(begin.error.code)
    return { ...ada, uri: begin.value.uri, code: makeCode(begin.value.uri) }
  }

  it('is confirmed by one of several who type its code at the same moment, and only then recorded and notified', async () => {
    const { session, client, code } = await begun()
    expect(await confirmSecondStep(test.app, session, wrong(code), client)).toEqual(refused('wrong_code'))
    expect([await written(), await mailed()]).toEqual([[], []])
    const on = { ...session, secondFactor: true }
    expect(await confirmSecondStep(test.app, on, code, client)).toEqual(refused('over')) // And the code is not used up.
    const typed = await Promise.all([1, 2, 3].map(() => confirmSecondStep(test.app, session, code, client)))
    expect(typed.filter(({ ok }) => ok)).toHaveLength(1)
    expect(typed.filter(({ ok }) => !ok)).toEqual([refused('wrong_code'), refused('wrong_code')])
    expect([await written(), await mailed()]).toEqual([[by(session, 'account.second_step_added')], notifiedOnce])
  })

  it('takes five codes a minute from one network, the right one included', async () => {
    const { session, cookies, code } = await begun()
    const client = clientFrom('203.0.113.7', cookies)
    for (let n = 0; n < 5; n += 1) await confirmSecondStep(test.app, session, wrong(code), client)
    const refusal = { ok: false, error: { code: 'too_many', retryAfter: 60 } }
    expect(await confirmSecondStep(test.app, session, code, client)).toEqual(refusal)
    expect(await written()).toEqual([])
  })

  it('is ended with the password only, recorded and notified; for an admin in a demo too, and never when live', async () => {
    const { session, client, cookies, code } = await begun()
    const confirmed = await confirmSecondStep(test.app, session, code, client)
    const now = clientFrom('127.0.0.1', keepCookies(confirmed.ok ? confirmed.value : [], cookies))
    const admin = { ...session, role: 'admin' as const }
    const live = { ...test.app, config: { ...test.app.config, mode: 'live' as const } }
    expect(await endSecondStep(live, admin, PASSWORD, now)).toEqual(refused('required'))
    expect(await endSecondStep(live, session, OTHER_PASSWORD, now)).toEqual(refused('wrong_password'))
    expect(await written()).toEqual([by(session, 'account.second_step_added')])
    expect((await trySignIn(test)).outcome).toMatchObject({ value: { step: 'second' } })
    expect((await endSecondStep(test.app, admin, PASSWORD, now)).ok).toBe(true)
    expect((await trySignIn(test)).outcome).toMatchObject({ value: { step: 'done' } })
    expect((await written()).at(-1)).toEqual(by(session, 'account.second_step_removed'))
    expect(await mailed()).toEqual([...notifiedOnce, ...notifiedOnce])
  })
})

describe('a passkey', () => {
  type Added = { id: string; name: string }
  const passkeys = () => test.db.selectFrom('passkeys').select(['id', 'accountId']).execute()

  async function addRow(accountId: string): Promise<string> {
    const id = randomUUID()
    await sql`
      insert into passkeys (id, account_id, name, public_key, credential_id, counter, device_type, backed_up)
      values (${id}, ${accountId}, 'Phone', 'key', ${id}, 0, 'singleDevice', false)
    `.execute(test.db)
    return id
  }

  /** As the browser's device would have it: registers whatever it is given. */
  function registering(accountId: string) {
    const registered: Added[] = []
    const register = async (_response: unknown, name: string) => {
      const id = await addRow(accountId)
      registered.push({ id, name })
      return id
    }
    const { auth } = test.app
    return { app: { ...test.app, auth: { ...auth, passkeys: { ...auth.passkeys, register } } }, registered }
  }

  it('is added and removed up to the last moment after its owner proved who they are, and not a moment later', async () => {
    const { session, client } = await signUp(test)
    const { app } = registering(session.accountId)
    const id = await addRow(session.accountId)
    const atOnce = async () => [
      await beginPasskey(app, session, client),
      await addPasskey(app, session, { response: {} }, client),
      await removePasskey(app, session, id, client),
    ]
    test.clock.time = new Date(session.provenAt!.getTime() + PROOF_MINUTES * 60_000)
    expect(await atOnce()).toEqual([refused('unproven'), refused('unproven'), refused('unproven')])
    expect([await written(), await mailed()]).toEqual([[], []])
    test.clock.time = new Date(test.clock.time.getTime() - 1)
    expect((await atOnce()).map(({ ok }) => ok)).toEqual([true, true, true])
    expect(await written()).toEqual([by(session, 'account.passkey_added'), by(session, 'account.passkey_removed')])
    expect(await mailed()).toEqual([...notifiedOnce, ...notifiedOnce])
  })

  it('has the name that its owner typed, in one short text', async () => {
    const { session, client } = await signUp(test)
    const { app, registered } = registering(session.accountId)
    for (const name of ['  Ada’s phone ', 'x'.repeat(61), '   ', undefined, 47, 'half of \uD83D'])
      expect((await addPasskey(app, session, { response: {}, name }, client)).ok).toBe(true)
    const none = Array.from({ length: 4 }, () => 'Passkey')
    expect(registered.map((added) => added.name)).toEqual(['Ada’s phone', 'x'.repeat(60), ...none])
  })

  it('that the browser’s device did not make is refused, and nothing is written down', async () => {
    const { session, client } = await signUp(test)
    const { auth } = test.app
    const app = { ...test.app, auth: { ...auth, passkeys: { ...auth.passkeys, register: async () => null } } }
    expect(await addPasskey(app, session, { response: {}, name: 'Phone' }, client)).toEqual(refused('refused'))
    expect([await written(), await mailed()]).toEqual([[], []])
  })

  it('of another person is not removed, nor is one twice; neither is recorded', async () => {
    const ada = await signUp(test)
    const grace = await signUp(test, { email: 'grace@example.com' })
    const theirs = await addRow(grace.session.accountId)
    expect(await removePasskey(test.app, ada.session, theirs, ada.client)).toEqual(refused('gone'))
    expect(await passkeys()).toHaveLength(1)
    const own = await addRow(ada.session.accountId)
    const twice = await Promise.all([1, 2].map(() => removePasskey(test.app, ada.session, own, ada.client)))
    expect(twice.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect([await written(), await mailed()]).toEqual([[by(ada.session, 'account.passkey_removed')], notifiedOnce])
  })
})

describe('a session', () => {
  it('is ended by its account, once, and written down; of another account it stays', async () => {
    const ada = await signUp(test)
    const other = await enter(test)
    const grace = await signUp(test, { email: 'grace@example.com' })
    expect(await endSession(test.app, ada.session, grace.session.sessionId, ada.client)).toBe(false)
    expect(await whoIs(test, grace.cookies)).not.toBeNull()
    expect(await endSession(test.app, ada.session, other.session.sessionId, ada.client)).toBe(true)
    expect(await whoIs(test, other.cookies)).toBeNull()
    expect(await endSession(test.app, ada.session, other.session.sessionId, ada.client)).toBe(false)
    expect([await written(), await mailed()]).toEqual([[by(ada.session, 'session.ended')], []])
  })

  it('is the one that stays where all others of its account are ended, and how many is written down', async () => {
    const ada = await signUp(test)
    const others = [await enter(test), await enter(test)]
    const grace = await signUp(test, { email: 'grace@example.com' })
    expect(await endOtherSessions(test.app, ada.session, ada.client)).toBe(2)
    for (const { cookies } of others) expect(await whoIs(test, cookies)).toBeNull()
    for (const { cookies } of [ada, grace]) expect(await whoIs(test, cookies)).not.toBeNull()
    expect(await endOtherSessions(test.app, ada.session, ada.client)).toBe(0)
    expect(await written()).toEqual([2, 0].map((sessions) => by(ada.session, 'session.ended', { sessions })))
  })
})
