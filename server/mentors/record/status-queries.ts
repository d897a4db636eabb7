/** SQL for the status of mentors. */
import type { MentorActor, MentorStatus } from '#domain/mentors/mentor-status'
import type { Db } from '#server/platform/db/connect'

/** Moves a mentor from one status to another. False when they are no longer in `from`: a concurrent caller was faster. */
export async function setStatus(
  tx: Db,
  id: string,
  change: { from: MentorStatus; to: MentorStatus; reason: string; by: MentorActor; at: Date },
): Promise<boolean> {
  const moved = await tx
    .updateTable('mentors')
    .set({
      status: change.to,
      statusSince: change.at,
      statusReason: change.reason,
      pausedBy: change.to === 'paused' ? change.by : null,
    })
    .where('id', '=', id)
    .where('status', '=', change.from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}
