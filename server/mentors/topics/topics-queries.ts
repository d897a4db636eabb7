/** SQL for topics of mentors. */
import { sql } from 'kysely'
import type { Topic, TopicNames } from '#domain/mentors/topics'
import type { Db } from '#server/platform/db/connect'

/** All topics in their order, retired ones too. A group comes at the position of its first topic. */
export function listTopics(db: Db): Promise<Topic[]> {
  return db
    .selectFrom('topics')
    .select(['code', 'topicGroup as group', 'label', 'retired'])
    .orderBy('position')
    .orderBy('code')
    .execute()
}

/** How many mentors, in any state, have each topic; unused topics are absent. */
export async function countTopicMentors(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('mentorTopics')
    .select(['topic', sql<number>`count(*)::int`.as('count')])
    .groupBy('topic')
    .execute()
  return new Map(rows.map(({ topic, count }) => [topic, count]))
}

/** At the end: `position` is set for all of them together. */
export async function insertTopic(tx: Db, { code, group, label }: TopicNames & { code: string }): Promise<void> {
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from topics)`
  await tx.insertInto('topics').values({ code, topicGroup: group, label, position }).execute()
}

export async function updateTopic(tx: Db, code: string, change: Partial<Omit<Topic, 'code'>>): Promise<void> {
  const { group, ...rest } = change
  await tx
    .updateTable('topics')
    .set({ ...rest, ...(group !== undefined && { topicGroup: group }) })
    .where('code', '=', code)
    .execute()
}

/** Puts topics into this order. Those that stand where they stood are not written. */
export async function orderTopics(tx: Db, codes: string[]): Promise<void> {
  await sql`
    update topics set position = wanted.position
    from unnest(${codes}::text[]) with ordinality as wanted (code, position)
    where topics.code = wanted.code and topics.position <> wanted.position`.execute(tx)
}
