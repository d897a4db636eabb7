/** Pictures of an import that ended while it stored them, so that no row names them. */
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { takeUnnamedPictures } from '#server/mentors/import/import-queries'

/** A picture takes seconds. What is noted for longer belongs to an import that has ended. */
const GRACE_MINUTES = 60

/** Queues the removal of their files. */
export async function removeUnnamedPictures(app: Pick<App, 'db' | 'now' | 'queue'>): Promise<void> {
  await transact(app.db, async (tx) => {
    const keys = await takeUnnamedPictures(tx, minutesAfter(app.now(), -GRACE_MINUTES))
    for (const key of keys) await app.queue(tx, 'remove-picture', { key })
  })
}
