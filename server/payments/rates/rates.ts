/**
 * The exchange rates by which prices are shown in other currencies. One job a day fetches them for all processes; each has
 * them in memory, and learns of new ones with the page version, so that no page reads them. Decision 0052.
 */
import { compareRates, readRatesFile } from '#domain/payments/rates-file'
import type { App } from '#server/context'
import { findRates, replaceRates } from '#server/payments/rates/rates-queries'
import { SHIPPED_RATES } from '#server/payments/rates/shipped-rates'

/** Makes this process show the newest rates there are: fetched ones, or those that came with a later release. */
export async function applyRates(app: App): Promise<void> {
  const fetched = await findRates(app.db)
  app.rates = fetched && fetched.publishedOn > SHIPPED_RATES.publishedOn ? fetched : SHIPPED_RATES
}

/**
 * Fetches the day's rates and keeps them, if they are newer. Does nothing without an address. Throws unless they come and
 * can be right, so that the job is logged and tried again; the rates that are there stay.
 */
export async function refreshRates(app: App): Promise<void> {
  const { ratesFile } = app
  if (!ratesFile) return
  const now = app.now()
  const read = readRatesFile(await ratesFile.fetch(), now)
  if (!read.ok) throw new Error(`The file of exchange rates is refused: ${read.error}`)
  const known = await findRates(app.db)
  const found = compareRates(known ?? SHIPPED_RATES, read.value)
  if (found === 'jumped') throw new Error('The file of exchange rates is refused: one of them has jumped')
  if (found === 'newer') await replaceRates(app.db, { source: ratesFile.source, ...read.value }, now)
}
