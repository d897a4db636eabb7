/** What waits for review, for the admin's dashboard. Server side. */
import type { App } from '#server/context'
import { countWaiting, listWaiting } from '#server/mentors/review/submissions-queries'
import type { QueueEntry } from '../../../ui/mentors/review/queue-list.tsx'
import { describeWait } from './review.ts'

const ENTRIES_SHOWN = 50

export async function readQueue(app: App): Promise<{ waiting: number; queue: QueueEntry[] }> {
  const rows = await listWaiting(app.db, ENTRIES_SHOWN)
  return {
    waiting: rows.length < ENTRIES_SHOWN ? rows.length : await countWaiting(app.db),
    queue: rows.map(({ mentorId, name, role, portrait, isEdit, hasEarlier, submittedAt }) => ({
      id: mentorId,
      name,
      role,
      portrait,
      kind: isEdit ? 'edit' : hasEarlier ? 'again' : 'new',
      ...describeWait(app, submittedAt),
    })),
  }
}
