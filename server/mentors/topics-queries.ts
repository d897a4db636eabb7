/** SQL for topics that mentors can be asked about. */
import type { Db } from '#server/db/connect'

/** All topics in their order. A group comes at the position of its first topic. */
export function listTopics(db: Db) {
  return db
    .selectFrom('topics')
    .select(['code', 'topicGroup as group', 'label'])
    .orderBy('position')
    .orderBy('code')
    .execute()
}
