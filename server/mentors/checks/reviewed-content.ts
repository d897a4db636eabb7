/** What a mentor's record says as an admin reads it: with what waits for review. */
import type { MentorContent } from '#domain/mentors/content'
import type { Db } from '#server/platform/db/connect'
import type { MentorRecord } from '#server/mentors/record/content-queries'
import { findWaiting } from '#server/mentors/review/submissions-queries'

export async function reviewedContent(db: Db, record: MentorRecord): Promise<MentorContent> {
  return (await findWaiting(db, record.id))?.content ?? record.content
}
