/** Once an hour: what has served its purpose is deleted, and the audit log forgets where exactly somebody was. */
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { deleteOldAttempts } from '#server/accounts/sign-in/attempts-queries'
import { cutAddresses } from '#server/accounts/audit-queries'
import { deleteOldDrafts } from '#server/accounts/drafts-queries'
import { forgetNetworks } from '#server/bookings/limits/hold-limits-queries'
import { deleteOldAccountMails, deleteOldLinks } from '#server/accounts/sign-in/links-queries'
import { deleteEndedSessions, deleteOldVerifications } from '#server/accounts/sign-in/sessions-queries'

const DAY_MINUTES = 1_440

export async function forget({ db, now: clock }: Pick<App, 'db' | 'now'>): Promise<void> {
  const now = clock()
  const ago = (days: number) => minutesAfter(now, -days * DAY_MINUTES)
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
