/** A site keeps the currencies that it has sold in: refunds, payouts and reports need them. */
import { listLedgerCurrencies } from '#server/payments/ledger-queries'
import type { Db } from '#server/platform/db/connect'
import * as m from '#messages/operators'

/** A line that says which currency is missing from those that the site offers; null if none is. */
export async function findMissingCurrency(db: Db, offered: readonly string[]): Promise<string | null> {
  const missing = (await listLedgerCurrencies(db)).find((currency) => !offered.includes(currency))
  return missing === undefined ? null : m.currencySold({ currency: missing })
}
