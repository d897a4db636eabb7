/** SQL for topics: what mentors can be asked about. */
import type { Db } from '#server/db/connect'

/** All of them, in their order: a group stands where its first topic stands. */
export function listTopics(db: Db) {
  return db
    .selectFrom('topics')
    .select(['code', 'topic_group as group', 'label'])
    .orderBy('position')
    .orderBy('code')
    .execute()
}
