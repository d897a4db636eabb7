/** What a discount code takes off a session or a seat, for the field in which it is entered. Changes nothing. */
import { toMinorUnits } from '#domain/payments/money'
import { quoteSession, type BookingClient } from '#server/bookings/holds/hold-request'
import { quoteSeat } from '#server/cohorts/seats/hold-seat'
import type { App } from '#server/context'
import { NO_CODE, toEntry, type CodeEntry, type CodeFor, type QuoteResponse } from '../../ui/discounts/code-entry.ts'

/** Null: what the code is for is not on offer. */
export async function quoteCode(
  app: App,
  item: CodeFor,
  code: string,
  client: BookingClient,
): Promise<QuoteResponse | null> {
  const quoted =
    'cohort' in item
      ? await quoteSeat(app, { slug: item.cohort, code }, client)
      : await quoteSession(app, { ...item, code }, client)
  if (!quoted) return null
  if (!quoted.ok) return { reason: quoted.error.reason }
  const { code: applied, list, discount } = quoted.value
  const { amount, currency } = list
  return { code: applied, list: amount, price: toMinorUnits(amount - discount), discount, currency }
}

/** What a form that was posted without scripts says of its code, for the page that comes back. */
export async function readCodeEntry(
  app: App,
  item: CodeFor | null,
  form: FormData,
  client: BookingClient,
): Promise<CodeEntry> {
  const typed = typedCodeOf(form)
  if (!item || typed === '') return NO_CODE
  const quote = await quoteCode(app, item, typed, client)
  return quote ? toEntry(typed, quote) : NO_CODE
}

/** Whether a form without scripts asks what its code takes off, rather than to pay. Enter in a field presses that button too. */
export function asksForCode(form: FormData): boolean {
  const typed = typedCodeOf(form)
  return form.get('intent') === 'code' && typed !== '' && typed !== form.get('appliedCode')
}

export const typedCodeOf = (form: FormData): string => {
  const typed = form.get('code')
  return typeof typed === 'string' ? typed.trim().slice(0, 60) : ''
}
