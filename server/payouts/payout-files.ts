/** What admins download: whom to transfer what. */
import { writeCsv } from '#domain/payments/csv'
import { spellAmount } from '#domain/payments/money'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { openPayee } from '#server/payouts/payees'
import { recordPayoutEvent } from '#server/payouts/payouts'
import { listPayoutsOfBatch } from '#server/payouts/payouts-queries'
import * as m from '#messages/documents'

type FileContext = Pick<App, 'db' | 'now' | 'secretFor'>

/** A reference for the bank: letters and digits, the same each time the file is made. */
const bankReference = (payoutId: string): string => `PAYOUT ${payoutId.replaceAll('-', '').slice(0, 10).toUpperCase()}`

/** The transfers of a batch. Null if there is no such batch. Who downloads it is recorded: it names bank accounts. */
export async function writeBatchFile(app: FileContext, actor: Actor, batchId: string): Promise<string | null> {
  const payouts = await listPayoutsOfBatch(app.db, batchId)
  if (payouts.length === 0) return null
  await transact(app.db, (tx) => recordPayoutEvent(app, tx, toAuditActor(actor), 'payouts.file_downloaded', batchId))
  const rows = payouts.map(({ id, mentorId, mentorName, amountPence, currency, sealedPayee }) => {
    const payee = openPayee(app, mentorId, sealedPayee)
    return [
      payee?.name ?? '',
      payee?.country ?? '',
      payee?.account ?? '',
      payee?.bankCode ?? '',
      spellAmount(amountPence, currency),
      currency,
      bankReference(id),
      mentorName,
    ]
  })
  return writeCsv(
    [m.nameOnAccount(), m.country(), m.account(), m.bankCode(), m.amount(), m.currency(), m.reference(), m.mentor()],
    rows,
  )
}
