/** Whether accepted cohorts are shown to everybody: a switch that an admin turns. */
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { setCohortsPublished } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'

/** Shows accepted cohorts, or hides them. Turned twice the same way it is one change. */
export async function publishCohorts(app: App, actor: Actor, published: boolean): Promise<void> {
  await transact(app.db, async (tx) => {
    if (!(await setCohortsPublished(tx, published, app.now()))) return
    await recordAuditEvent(tx, {
      at: app.now(),
      actor: toAuditActor(actor),
      action: 'cohorts.published_changed',
      subject: 'settings',
      subjectId: 'cohorts',
      before: { published: !published },
      after: { published },
    })
  })
}
