/**
 * Changes that an admin makes to an account: signs it out, suspends and restores it, makes it an admin or a member, removes
 * a lost second step. Not to their own, so that an admin is always left.
 */
import { err, ok, type Result } from '#domain/result'
import { accountActor, accountEvent, type Actor } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { removeSecondFactor } from '#server/accounts/people-queries'
import { lockAccount, updateAccount } from '#server/accounts/queries'
import { queueAccountMail } from '#server/accounts/sign-in/links'
import { deleteSessions, endFirstSteps } from '#server/accounts/sign-in/sessions-queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'

export const PERSON_ACTS = [
  'sign_out',
  'suspend',
  'restore',
  'make_admin',
  'make_member',
  'remove_second_step',
] as const
export type PersonAct = (typeof PERSON_ACTS)[number]

/**
 * `not_now`: it is done already, by another admin or a first click; the account is closed; or the person who asks is no longer
 * an admin.
 */
export type PersonError = { code: 'own' } | { code: 'not_now' } | { code: 'reason_required' }

/** `id`: of the account. */
export type PersonRequest = { id: string; act: PersonAct; reason: string }

/**
 * Changes an account. Pages call `changePersonAndPage`, which also pauses the page of a suspended mentor.
 *
 * @param reason Required to suspend. For the audit log; the person does not see it.
 */
export async function changePerson(app: App, actor: Actor, request: PersonRequest): Promise<Result<null, PersonError>> {
  const { id, act, reason } = request
  if (id === actor.session.accountId) return err({ code: 'own' })
  if (act === 'suspend' && reason === '') return err({ code: 'reason_required' })
  const changed = await transact(app.db, (tx) => attemptChange(app, tx, actor, request))
  return changed ? ok(null) : err({ code: 'not_now' })
}

async function attemptChange(
  app: App,
  tx: Db,
  { session, client }: Actor,
  { id, act, reason }: PersonRequest,
): Promise<boolean> {
  // In one order, so that two admins who change each other wait for one another.
  const locked = new Map<string, Account>()
  for (const each of [id, session.accountId].toSorted()) locked.set(each, await lockAccount(tx, each))
  const [account, admin] = [locked.get(id)!, locked.get(session.accountId)!]
  if (admin.role !== 'admin' || admin.suspendedAt) return false // Another admin was faster.
  const change = account.closedAt ? null : await changes[act](app, tx, account)
  if (!change) return false
  const { before, after } = change
  const event = accountEvent(app, accountActor(session.accountId, client), `account.${SAID[act]}`, id, {
    before,
    after: { ...after, ...(reason && { reason }) },
  })
  await recordAuditEvent(tx, event)
  return true
}

const SAID: Record<PersonAct, string> = {
  sign_out: 'signed_out_by_admin',
  suspend: 'suspended',
  restore: 'restored',
  make_admin: 'made_admin',
  make_member: 'made_member',
  remove_second_step: 'second_step_removed',
}

type Account = Awaited<ReturnType<typeof lockAccount>>
type Change = { before: Record<string, unknown>; after: Record<string, unknown> } | null

/** Null where it is so already. Every change but restoring signs the account out everywhere. */
const changes: Record<PersonAct, (app: App, tx: Db, account: Account) => Promise<Change>> = {
  sign_out: async (_app, tx, { id }) => {
    const ended = await signOut(tx, id)
    return ended > 0 ? { before: { sessions: ended }, after: { sessions: 0 } } : null
  },
  suspend: async (app, tx, { id, suspendedAt }) => {
    if (suspendedAt) return null
    const now = app.now()
    await updateAccount(tx, id, { suspendedAt: now, updatedAt: now })
    await signOut(tx, id)
    return { before: { suspendedAt: null }, after: { suspendedAt: now.toISOString() } }
  },
  restore: async (app, tx, { id, suspendedAt }) => {
    if (!suspendedAt) return null
    await updateAccount(tx, id, { suspendedAt: null, updatedAt: app.now() })
    return { before: { suspendedAt: suspendedAt.toISOString() }, after: { suspendedAt: null } }
  },
  make_admin: async (app, tx, { id, role, email, suspendedAt }) => {
    if (role === 'admin' || suspendedAt) return null
    await updateAccount(tx, id, { role: 'admin', updatedAt: app.now() })
    await signOut(tx, id)
    await queueAccountMail(app, tx, { kind: 'became_admin', email })
    return { before: { role }, after: { role: 'admin' } }
  },
  make_member: async (app, tx, { id, role }) => {
    if (role === 'member') return null
    await updateAccount(tx, id, { role: 'member', updatedAt: app.now() })
    await signOut(tx, id)
    return { before: { role }, after: { role: 'member' } }
  },
  remove_second_step: async (app, tx, { id, secondFactor }) => {
    if (!secondFactor) return null
    await removeSecondFactor(tx, id, app.now())
    await signOut(tx, id)
    return { before: { secondFactor }, after: { secondFactor: false } }
  },
}

async function signOut(tx: Db, id: string): Promise<number> {
  await endFirstSteps(tx, id)
  return deleteSessions(tx, id)
}
