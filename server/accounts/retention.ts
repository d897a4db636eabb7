/** Once an hour: what has served its purpose is deleted, and the audit log forgets where exactly somebody was. */
import { minutesAfter } from '#domain/time'
import type { App } from '#server/context'
import { deleteOldAttempts } from '#server/db/attempts'
import { cutAddresses } from '#server/db/audit'
import { deleteOldDrafts } from '#server/db/drafts'
import { forgetNetworks } from '#server/db/hold-limits'
import { deleteOldAccountMails, deleteOldLinks } from '#server/db/links'
import { deleteEndedSessions, deleteOldVerifications } from '#server/db/sessions'

const DAY = 1_440 // Minutes.

export async function forget({ db, now: clock }: Pick<App, 'db' | 'now'>): Promise<void> {
  const now = clock()
  const ago = (days: number) => minutesAfter(now, -days * DAY)
  await deleteEndedSessions(db, now)
  await deleteOldAttempts(db, now)
  // Their end is by the machine's clock; a demo's may be ahead of it, and somebody may be between two steps.
  await deleteOldVerifications(db, ago(1))
  await deleteOldLinks(db, ago(1))
  await deleteOldDrafts(db, ago(1))
  await deleteOldAccountMails(db, ago(30))
  await cutAddresses(db, ago(7))
  await forgetNetworks(db, now)
}
