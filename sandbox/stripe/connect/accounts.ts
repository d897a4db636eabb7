/**
 * Connected accounts: Express accounts by controller properties, whose losses the platform bears.
 * https://docs.stripe.com/connect/migrate-to-controller-properties
 *
 *   created ──onboarding──▶ active ◀──document── restricted
 *      ├──────────────────▶ in_review ──verify──▶ active
 *      ├──────────────────▶ restricted             (a document is missing; also from in_review and active)
 *      └──────────────────▶ rejected               (final; also from every other stage)
 *
 * Deauthorised: the platform has no access any more, whatever the stage.
 */
import { accountInvalid, badParameter, wrongState } from '../api/errors.ts'
import {
  group,
  mergeMetadata,
  metadata,
  optionalText,
  readOptionalChoice,
  rejectUnknown,
  requiredText,
  type Parameters,
} from '../api/parameters.ts'
import { newId } from '../ids.ts'
import type { AccountRow, AccountStage, Change, SandboxDb } from '../tables.ts'
import { recordEvents } from '../webhooks/events.ts'
import { accountObject, changedAttributes } from './account-objects.ts'
import { readDefaultCurrency } from './countries.ts'

const KNOWN = [
  'business_type',
  'capabilities',
  'controller',
  'country',
  'default_currency',
  'email',
  'expand',
  'metadata',
]
const BUSINESS_TYPES = ['individual', 'company', 'non_profit'] as const
/** The only kind of account that the stand-in has. */
const CONTROLLER = [
  ['stripe_dashboard', 'type', 'express'],
  ['fees', 'payer', 'application'],
  ['losses', 'payments', 'application'],
] as const

/** The application that is named when an account revokes its access. */
const APPLICATION = { id: 'ca_sandbox', object: 'application', name: 'Landfall' }

/** 400 `country_unsupported` where Connect serves no accounts, and for every other kind of account. */
export async function createAccount({ tx, now }: Change, parameters: Parameters) {
  rejectUnknown(parameters, KNOWN)
  readController(parameters)
  const country = requiredText(parameters, 'country', 2).toUpperCase()
  const countryCurrency = readDefaultCurrency(country)
  const currency = optionalText(parameters, 'default_currency', 3)?.toLowerCase() ?? countryCurrency
  if (!/^[a-z]{3}$/.test(currency)) throw badParameter('default_currency', `Invalid currency: ${currency}`)
  const row = await tx
    .insertInto('accounts')
    .values({
      id: newId('acct'),
      stage: 'created',
      country,
      defaultCurrency: currency,
      email: readEmail(parameters),
      businessType: readOptionalChoice(parameters, 'business_type', BUSINESS_TYPES),
      transfersRequested: readCapabilities(parameters),
      metadata: JSON.stringify(metadata(parameters)),
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return accountObject(row)
}

function readController(parameters: Parameters): void {
  const controller = group(parameters, 'controller')
  rejectUnknown(controller, ['fees', 'losses', 'requirement_collection', 'stripe_dashboard'], 'controller')
  const refuse = (param: string, value: string) =>
    badParameter(param, `The sandbox only has Express accounts with ${param}=${value}.`)
  for (const [name, field, value] of CONTROLLER) {
    const properties = group(controller, name, 'controller')
    const param = `controller[${name}][${field}]`
    rejectUnknown(properties, [field], `controller[${name}]`)
    if (requiredText(properties, field, 100, `controller[${name}]`) !== value) throw refuse(param, value)
  }
  const collection = optionalText(controller, 'requirement_collection', 100, 'controller') ?? 'stripe'
  if (collection !== 'stripe') throw refuse('controller[requirement_collection]', 'stripe')
}

/** Whether transfers are requested. */
function readCapabilities(parameters: Parameters): boolean {
  const capabilities = group(parameters, 'capabilities')
  rejectUnknown(capabilities, ['transfers'], 'capabilities')
  const transfers = group(capabilities, 'transfers', 'capabilities')
  rejectUnknown(transfers, ['requested'], 'capabilities[transfers]')
  return optionalText(transfers, 'requested', 5, 'capabilities[transfers]') === 'true'
}

function readEmail(parameters: Parameters): string | null {
  const email = optionalText(parameters, 'email', 800)
  if (email === null || /^[!-~]+@[^\s@]+\.[^\s@]+$/.test(email)) return email
  throw badParameter('email', `Invalid email address: ${email}`, 'email_invalid')
}

/** 403 `account_invalid` if it does not exist or revoked its access: Stripe does not say which. */
export async function findAccount(db: SandboxDb, id: string): Promise<AccountRow> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.deauthorized) throw accountInvalid(id)
  return row
}

/** Changes the email and metadata. */
export async function updateAccount(change: Change, id: string, parameters: Parameters) {
  rejectUnknown(parameters, ['email', 'metadata', 'expand'])
  const email = readEmail(parameters)
  const row = await lockAccount(change.tx, id)
  return changeAccount(change, row, {
    email: email ?? row.email,
    metadata: mergeMetadata(row.metadata, parameters),
  })
}

/**
 * Moves an account to another stage and records `account.updated`. 400 if its stage is not one of `from`, 403 if it
 * revoked the platform's access.
 */
export async function moveAccount(change: Change, id: string, from: AccountStage[], to: AccountStage) {
  const row = await lockAccount(change.tx, id)
  if (!from.includes(row.stage)) throw wrongState(`Account ${id} is \`${row.stage}\`.`)
  return changeAccount(change, row, { stage: to })
}

/** The account's owner revokes the platform's access. 403 if it was revoked before. */
export async function deauthorizeAccount(change: Change, id: string): Promise<void> {
  await lockAccount(change.tx, id)
  await change.tx.updateTable('accounts').set({ deauthorized: true }).where('id', '=', id).execute()
  await recordEvents(change, [{ type: 'account.application.deauthorized', object: APPLICATION, account: id }])
}

async function lockAccount(tx: SandboxDb, id: string): Promise<AccountRow> {
  const row = await tx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || row.deauthorized) throw accountInvalid(id)
  return row
}

type Changes = Partial<Pick<AccountRow, 'email' | 'metadata' | 'stage'>>

async function changeAccount(change: Change, before: AccountRow, { metadata: labels, ...changes }: Changes) {
  const row = await change.tx
    .updateTable('accounts')
    .set({ ...changes, metadata: JSON.stringify(labels ?? before.metadata) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const object = accountObject(row)
  const previous = changedAttributes(accountObject(before), object)
  await recordEvents(change, [{ type: 'account.updated', object, account: row.id, previous }])
  return object
}
