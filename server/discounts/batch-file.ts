/** A batch of codes as a file, for those who hand them out. */
import { writeCsv } from '#domain/payments/csv'
import type { DiscountTerms } from '#domain/discounts/discount'
import { spellAmount } from '#domain/payments/money'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { listBatchCodes } from '#server/discounts/managing-queries'
import { transact } from '#server/platform/db/connect'
import * as m from '#messages/admin'

/** Null if there is no such batch. Who downloads it is recorded: anyone who has a code can use it. */
export async function writeBatchFile(
  app: Pick<App, 'db' | 'now'>,
  actor: Actor,
  batch: string,
): Promise<string | null> {
  const codes = await listBatchCodes(app.db, batch)
  if (codes.length === 0) return null
  const event = { action: 'discount_batch.downloaded', subject: 'discount_codes', subjectId: batch } as const
  await transact(app.db, (tx) => recordAuditEvent(tx, { at: app.now(), actor: toAuditActor(actor), ...event }))
  const rows = codes.map(({ code, terms, validFrom, validUntil, redeemed, disabledAt }) => [
    code,
    spellDiscount(terms),
    validFrom.toISOString(),
    validUntil?.toISOString() ?? '',
    disabledAt ? m.codeIsDisabled() : redeemed > 0 ? m.codeIsUsed() : m.codeIsUnused(),
  ])
  return writeCsv([m.codeColumn(), m.codeDiscount(), m.validFromColumn(), m.validUntilColumn(), m.state()], rows)
}

/** "20%" or "10.00 GBP" */
const spellDiscount = ({ percent, amount }: DiscountTerms): string =>
  amount === null ? `${percent}%` : `${spellAmount(amount.amount, amount.currency)} ${amount.currency}`
