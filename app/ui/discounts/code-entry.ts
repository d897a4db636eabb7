/** A discount code on its way from a field to the price: what was typed, what is wrong with it, or what it takes off. */
import type { CodeProblem } from '#domain/discounts/discount'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import * as m from '#messages/discounts'
import { explainCodeProblem } from '#words/discounts/code-problem'
import { localPath } from '#words/local-path'

/** `price`: what the buyer pays, `list`: without the code. In minor units of `currency`. */
export type AppliedCode = { code: string; list: MinorUnits; price: MinorUnits; discount: MinorUnits; currency: string }

/** `error`: a sentence. */
export type CodeEntry = { typed: string; error: string | null; applied: AppliedCode | null }

export const NO_CODE: CodeEntry = { typed: '', error: null, applied: null }

/** What a code is for: a session, or the slug of a cohort. */
export type CodeFor = { sessionTypeId: string } | { cohort: string }

/** The JSON of `POST /discount`. */
export type QuoteResponse = AppliedCode | { reason: CodeProblem }

export const toEntry = (typed: string, response: QuoteResponse): CodeEntry =>
  'reason' in response
    ? { typed, error: explainCodeProblem(response.reason), applied: null }
    : { typed, error: null, applied: response }

const TIMEOUT_MS = 10_000

/** Asks the server what a code takes off. Never throws: without a response, the entry says so. */
export async function checkCode(item: CodeFor, typed: string): Promise<CodeEntry> {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...item, code: typed })) body.set(name, value)
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(localPath('/discount'), { method: 'POST', body, signal })
    const quote: unknown = await response.json()
    if (isQuote(quote)) return toEntry(typed, quote)
  } catch {
    // No connection, an outage, or a response that is not ours.
  }
  return { typed, error: m.codeNotChecked(), applied: null }
}

const isQuote = (body: unknown): body is QuoteResponse =>
  typeof body === 'object' && body !== null && ('reason' in body || 'discount' in body)

/** What a buyer pays: the price less what the code takes off. A code for another price, such as an earlier one, counts for nothing. */
export const priceWith = (list: number, { applied }: CodeEntry): MinorUnits =>
  applied?.list === list ? applied.price : toMinorUnits(list)
