/** Actions and changes of the audit log in words. */
import type { Money } from '#domain/payments/money'
import * as m from '#messages/admin'
import { capitalize } from '#words/capitalize'
import { formatMoney } from '#words/prices'

/** "Booking cancelled" of "booking.cancelled" */
export const describeAuditEvent = (action: string): string => capitalize(action.replaceAll(/[._]/g, ' '))

/** "startsAt: 2030-01-08 → 2030-01-09", a line for each value. */
export function describeChange({ before, after }: { before: unknown; after: unknown }): string | null {
  const [old, now] = [before, after].map((state) => (state ?? {}) as Record<string, unknown>)
  const names = [...new Set([...Object.keys(old!), ...Object.keys(now!)])]
  const said = names.map((name) => {
    const [from, to] = [describeValue(old![name]), describeValue(now![name])]
    if (!to) return m.changedToNothing({ name, from })
    return from && from !== to ? `${name}: ${from} → ${to}` : `${name}: ${to}`
  })
  return said.length > 0 ? said.join('\n') : null
}

/** Longer values, such as an operator's terms, are cut. */
const MAX_VALUE = 2_000

function describeValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (isMoney(value)) return formatMoney(value.amount, value.currency)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' &&
  value !== null &&
  'amount' in value &&
  Number.isSafeInteger(value.amount) &&
  'currency' in value &&
  typeof value.currency === 'string'
