/**
 * Links that let an account's owner in: to onboarding, used up by its first outcome, and to the account's dashboard.
 * https://docs.stripe.com/api/account_links and https://docs.stripe.com/api/accounts/login_link
 */
import type Stripe from 'stripe'
import { badParameter, wrongState } from '../api/errors.ts'
import { optionalUrl, readOptionalChoice, rejectUnknown, requiredText, type Parameters } from '../api/parameters.ts'
import { newId } from '../ids.ts'
import { seconds } from '../objects/api-objects.ts'
import type { AccountLinkRow, Change, SandboxDb } from '../tables.ts'
import { findAccount, moveAccount } from './accounts.ts'

const LIFETIME_MS = 5 * 60 * 1000

/** What an account's owner can do on the onboarding page, by the stage that the account gets. Null: none. */
export const OUTCOMES = {
  finish: 'active',
  review: 'in_review',
  document: 'restricted',
  reject: 'rejected',
  leave: null,
} as const
export type Outcome = keyof typeof OUTCOMES

/** The addresses of pages, by a link's token. */
export type LinkUrls = { onboarding: (token: string) => string; dashboard: (token: string) => string }

/** 403 `account_invalid` for an account without access. */
export async function createAccountLink(change: Change, parameters: Parameters, urls: LinkUrls) {
  rejectUnknown(parameters, ['account', 'refresh_url', 'return_url', 'type', 'expand'])
  const account = requiredText(parameters, 'account')
  requiredText(parameters, 'type')
  readOptionalChoice(parameters, 'type', ['account_onboarding'])
  const [refreshUrl, returnUrl] = [optionalUrl(parameters, 'refresh_url'), optionalUrl(parameters, 'return_url')]
  for (const [name, url] of Object.entries({ refresh_url: refreshUrl, return_url: returnUrl }))
    if (url === null) throw badParameter(name, `You must provide a valid URL for ${name}.`, 'parameter_missing')
  await findAccount(change.tx, account)
  const link = await insertLink(change, { account, kind: 'onboarding', refreshUrl, returnUrl })
  return {
    object: 'account_link',
    created: seconds(link.createdAt),
    expires_at: seconds(link.expiresAt),
    url: urls.onboarding(link.token),
  } satisfies Stripe.AccountLink
}

/** 400 before the account's owner has finished onboarding. */
export async function createLoginLink(change: Change, account: string, parameters: Parameters, urls: LinkUrls) {
  rejectUnknown(parameters, ['expand'])
  const { stage } = await findAccount(change.tx, account)
  if (stage === 'created')
    throw wrongState('Cannot create a login link for an account that has not completed onboarding.')
  const link = await insertLink(change, { account, kind: 'login', refreshUrl: null, returnUrl: null })
  return {
    object: 'login_link',
    created: seconds(link.createdAt),
    url: urls.dashboard(link.token),
  } satisfies Stripe.LoginLink
}

type NewLink = Pick<AccountLinkRow, 'account' | 'kind' | 'refreshUrl' | 'returnUrl'>

function insertLink({ tx, now }: Change, link: NewLink): Promise<AccountLinkRow> {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  return tx
    .insertInto('accountLinks')
    .values({ token: newId('link'), ...link, createdAt: now, expiresAt, usedAt: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A stored link, whether or not it has expired or been used. Null if none has this token. */
export async function findLink(db: SandboxDb, token: string, kind: AccountLinkRow['kind']) {
  const row = await db
    .selectFrom('accountLinks')
    .selectAll()
    .where('token', '=', token)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ?? null
}

export const isLinkOpen = (link: AccountLinkRow, now: Date) => link.usedAt === null && link.expiresAt > now

/**
 * Uses up an onboarding link and applies the outcome. The UPDATE decides between concurrent submissions. False if the
 * link was used or has expired. 400 if the account is active or rejected, unless its owner leaves.
 */
export async function useLink(change: Change, token: string, outcome: Outcome): Promise<boolean> {
  const { tx, now } = change
  const link = await tx
    .updateTable('accountLinks')
    .set({ usedAt: now })
    .where('token', '=', token)
    .where('kind', '=', 'onboarding')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!link) return false
  const stage = OUTCOMES[outcome]
  if (stage) await moveAccount(change, link.account, ['created', 'in_review', 'restricted'], stage)
  return true
}
