/** SQL for where a session takes place. It is apart from what pages read, so that no page can show it by mistake. */
import type { Db } from '#server/platform/db/connect'

/** The mentor's own address for meetings; null if they have given none. */
export async function findMeetingUrl(db: Db, mentorId: string): Promise<string | null> {
  const mentor = await db.selectFrom('mentors').select('meetingUrl').where('id', '=', mentorId).executeTakeFirst()
  return mentor?.meetingUrl ?? null
}
