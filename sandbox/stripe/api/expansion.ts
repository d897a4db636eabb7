/**
 * `expand[]=payment_intent.latest_charge`: replaces ids by their objects. https://docs.stripe.com/api/expanding_objects
 */
import { accountObject } from '../connect/account-objects.ts'
import { findAccount } from '../connect/accounts.ts'
import { readTransfer } from '../connect/transfers.ts'
import { paymentObject } from '../objects/api-objects.ts'
import { readBalanceTransaction } from '../objects/balances.ts'
import { list, type Parameters } from './parameters.ts'
import { readCharge, readPayment } from '../objects/payments.ts'
import { badParameter } from './errors.ts'
import { findSession, listLineItems } from '../objects/sessions.ts'
import type { SandboxDb } from '../tables.ts'

type Expandable = { id: string } & Record<string, unknown>

/** Whose objects are read, and when: a connected account or, if null, the platform. */
type Reader = { account: string | null; now: Date }

const EXPANSIONS: Record<string, (db: SandboxDb, id: string, reader: Reader) => Promise<object>> = {
  balance_transaction: (db, id, { account, now }) => readBalanceTransaction(db, id, account, now),
  charge: readCharge,
  destination: async (db, id) => accountObject(await findAccount(db, id)),
  latest_charge: readCharge,
  payment_intent: async (db, id) => paymentObject(await readPayment(db, id)),
  source_transaction: readCharge,
  transfer: readTransfer,
}

/** Expands an object, or each object of a list, whose paths begin with `data`. */
export async function expand<Value extends object>(
  db: SandboxDb,
  value: Value,
  parameters: Parameters,
  reader: Reader,
): Promise<Value> {
  const paths = list(parameters, 'expand').filter((path) => typeof path === 'string')
  for (const path of paths) {
    const parts = path.split('.')
    if ('data' in value && Array.isArray(value.data)) {
      if (parts.shift() !== 'data') throw cannotExpand(path)
      for (const item of value.data as Expandable[]) await fill(db, item, parts, path, reader)
    } else {
      await fill(db, value as Value & Expandable, parts, path, reader)
    }
  }
  return value
}

async function fill(
  db: SandboxDb,
  object: Expandable,
  [field, ...rest]: string[],
  path: string,
  reader: Reader,
): Promise<void> {
  if (object.object === 'checkout.session' && field === 'line_items') {
    const row = await findSession(db, object.id)
    object.line_items = row && listLineItems(row)
    return
  }
  if (!field || !(field in object)) throw cannotExpand(path)
  const id = object[field]
  if (typeof id === 'string') {
    const read = EXPANSIONS[field]
    if (!read) throw cannotExpand(path)
    object[field] = await read(db, id, reader)
  }
  const inner = object[field]
  if (rest.length > 0 && inner !== null && typeof inner === 'object')
    await fill(db, inner as Expandable, rest, path, reader)
}

function cannotExpand(path: string) {
  return badParameter('expand', `This property cannot be expanded (${path}).`)
}
