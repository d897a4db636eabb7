/** The files about payouts that an admin downloads. Server side. */
import { isRowId } from '#domain/row-id'
import type { App } from '#server/context'
import type { Actor } from '#server/accounts/audit'
import { writeBatchFile, writeSellersFile } from '#server/payouts/payout-files'

/** `typed`: a batch, or a year. Null for any other, and for an unknown batch. */
export async function readPayoutFile(
  app: App,
  actor: Actor,
  { batch, year }: Record<string, string | undefined>,
): Promise<{ name: string; text: string } | null> {
  if (batch !== undefined) {
    const text = isRowId(batch) ? await writeBatchFile(app, actor, batch) : null
    return text === null ? null : { name: `payouts-${batch.slice(0, 8)}.csv`, text }
  }
  if (year === undefined || !/^20\d\d$/.test(year)) return null
  return { name: `sellers-${year}.csv`, text: await writeSellersFile(app, actor, Number(year)) }
}
