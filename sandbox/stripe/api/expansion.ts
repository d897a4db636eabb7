/**
 * `expand[]=payment_intent.latest_charge`: replaces ids by their objects. https://docs.stripe.com/api/expanding_objects
 */
import { paymentObject } from '../objects/api-objects.ts'
import { list, type Parameters } from './parameters.ts'
import { readCharge, readPayment } from '../objects/payments.ts'
import { badParameter } from './errors.ts'
import { findSession, listLineItems } from '../objects/sessions.ts'
import type { SandboxDb } from '../tables.ts'

type Expandable = { id: string } & Record<string, unknown>

/** Expands an object, or each object of a list, whose paths begin with `data`. */
export async function expand<Value extends object>(
  db: SandboxDb,
  value: Value,
  parameters: Parameters,
): Promise<Value> {
  const paths = list(parameters, 'expand').filter((path) => typeof path === 'string')
  for (const path of paths) {
    const parts = path.split('.')
    if ('data' in value && Array.isArray(value.data)) {
      if (parts.shift() !== 'data') throw cannotExpand(path)
      for (const item of value.data as Expandable[]) await fill(db, item, parts, path)
    } else {
      await fill(db, value as Value & Expandable, parts, path)
    }
  }
  return value
}

async function fill(db: SandboxDb, object: Expandable, [field, ...rest]: string[], path: string): Promise<void> {
  if (object.object === 'checkout.session' && field === 'line_items') {
    const row = await findSession(db, object.id)
    object.line_items = row && listLineItems(row)
    return
  }
  if (!field || !(field in object)) throw cannotExpand(path)
  const id = object[field]
  if (typeof id === 'string') {
    if (field === 'payment_intent') object[field] = paymentObject(await readPayment(db, id))
    else if (field === 'latest_charge' || field === 'charge') object[field] = await readCharge(db, id)
    else throw cannotExpand(path)
  }
  const inner = object[field]
  if (rest.length > 0 && inner !== null && typeof inner === 'object') await fill(db, inner as Expandable, rest, path)
}

function cannotExpand(path: string) {
  return badParameter('expand', `This property cannot be expanded (${path}).`)
}
