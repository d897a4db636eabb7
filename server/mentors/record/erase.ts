/** Takes a person out of their mentor's record, and out of what they wrote as a mentor. */
import { eraseWordsOfMentor, hasOpenSessions } from '#server/bookings/erase/erase-queries'
import type { App } from '#server/context'
import type { Db } from '#server/db/connect'
import { hideDocument } from '#server/mentors/checks/documents-queries'
import { findRecord } from '#server/mentors/record/content-queries'
import { eraseMentorRow, listAllDocuments } from '#server/mentors/record/erase-queries'
import { listEarnings } from '#server/payments/payouts/earnings-queries'
import { deletePayee } from '#server/payments/payouts/payees-queries'
import { deleteListing } from '#server/search/listings-queries'

/**
 * Erases the mentor's record of an account, in the caller's transaction. Pictures that nothing points at any more are
 * removed by the hourly job, documents by a job of their own.
 *
 * @returns the record's id, null without one; `open` while its sessions are not settled or money is owed for them: then
 *   nothing is erased.
 */
export async function eraseMentorOf(
  app: Pick<App, 'now' | 'queue'>,
  tx: Db,
  accountId: string,
): Promise<string | null | 'open'> {
  const record = await findRecord(tx, { account: accountId }, { lock: true })
  if (!record) return null
  if (await hasOpenSessions(tx, record.id)) return 'open'
  const unpaid = await listEarnings(tx, { mentorId: record.id, unsettled: true })
  if (unpaid.some(({ disputed }) => !disputed)) return 'open'
  for (const id of await listAllDocuments(tx, record.id)) {
    await hideDocument(tx, record.id, id, app.now())
    await app.queue(tx, 'remove-document', { documentId: id })
  }
  await eraseWordsOfMentor(tx, record.id)
  await eraseMentorRow(tx, record.id, app.now())
  await deletePayee(tx, record.id)
  await deleteListing(tx, record.id)
  return record.id
}
