/**
 * What admins change of the topics that mentors choose and visitors filter by. The list has one version, kept with the other
 * settings (decision 0036), so that concurrent changes are detected and every process follows.
 */
import {
  inGroups,
  moveGroup,
  moveTopic,
  newTopicCode,
  readTopicNames,
  type Topic,
  type TopicErrors,
  type TopicNames,
} from '#domain/mentors/topics'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { insertTopic, listTopics, orderTopics, updateTopic } from '#server/mentors/topics/topics-queries'
import { writeSetting } from '#server/site-settings/settings-queries'

/** The name of the setting whose version is the list's. */
export const TOPICS_SETTING = 'topics'

export type TopicChange =
  | ({ act: 'add' } & Partial<TopicNames>)
  | ({ act: 'rename'; code: string } & Partial<TopicNames>)
  | { act: 'retire' | 'restore'; code: string }
  | { act: 'move'; code: string; by: -1 | 1 }
  | { act: 'move_group'; group: string; by: -1 | 1 }

/**
 * `invalid`: errors by field. `changed`: the list was changed meanwhile. `not_possible`: there is no such topic, it is so
 * already, or it stands at the end. Nothing was written.
 */
type TopicError = { code: 'invalid'; fields: TopicErrors } | { code: 'changed' } | { code: 'not_possible' }

/** @param version Of the list that the form was made from; 0 if it was never changed. */
export function changeTopics(
  app: Pick<App, 'db' | 'now'>,
  actor: Actor,
  version: number,
  change: TopicChange,
): Promise<Result<null, TopicError>> {
  return transact(app.db, async (tx): Promise<Result<null, TopicError>> => {
    const topics = inGroups(await listTopics(tx))
    const planned = planChange(topics, change)
    if (!planned.ok) return planned
    const set = { value: null, at: app.now(), by: actor.session.accountId }
    if (!(await writeSetting(tx, { name: TOPICS_SETTING, version }, set))) return err({ code: 'changed' })
    const { before, after, write } = planned.value
    await write(tx)
    await recordAuditEvent(tx, {
      at: app.now(),
      actor: toAuditActor(actor),
      action: `settings.topic_${SAID[change.act]}`,
      subject: 'settings',
      subjectId: TOPICS_SETTING,
      before,
      after,
    })
    return ok(null)
  })
}

const SAID = {
  add: 'added',
  rename: 'renamed',
  retire: 'retired',
  restore: 'restored',
  move: 'moved',
  move_group: 'group_moved',
} as const satisfies Record<TopicChange['act'], string>

type Plan = {
  before: Record<string, unknown>
  after: Record<string, unknown>
  write: (tx: Db) => Promise<void>
}

/** What a change would write, once the list is known to be the one that was shown. */
function planChange(topics: Topic[], change: TopicChange): Result<Plan, TopicError> {
  if (change.act === 'add') return planNew(topics, change)
  if (change.act === 'move_group') {
    const moved = moveGroup(topics, change.group, change.by)
    return moved ? ok(planOrder(topics, moved, { group: change.group })) : err({ code: 'not_possible' })
  }
  const topic = topics.find(({ code }) => code === change.code)
  if (!topic) return err({ code: 'not_possible' })
  const { code } = topic
  switch (change.act) {
    case 'move': {
      const moved = moveTopic(topics, code, change.by)
      return moved ? ok(planOrder(topics, moved, { code })) : err({ code: 'not_possible' })
    }
    case 'rename': {
      const others = topics.filter((other) => other !== topic)
      const read = readTopicNames(change, others)
      if (!read.ok) return err({ code: 'invalid', fields: read.error })
      const names = read.value
      if (names.label === topic.label && names.group === topic.group) return err({ code: 'not_possible' })
      const order = listCodes(topics.map((other) => (other === topic ? { ...topic, ...names } : other)))
      return ok({
        before: { code, label: topic.label, group: topic.group },
        after: { code, ...names },
        write: async (tx) => {
          await updateTopic(tx, code, names)
          await orderTopics(tx, order)
        },
      })
    }
    default: {
      const retired = change.act === 'retire'
      if (topic.retired === retired) return err({ code: 'not_possible' })
      return ok({
        before: { code, retired: topic.retired },
        after: { code, retired },
        write: (tx) => updateTopic(tx, code, { retired }),
      })
    }
  }
}

function planNew(topics: Topic[], typed: Partial<TopicNames>): Result<Plan, TopicError> {
  const read = readTopicNames(typed, topics)
  if (!read.ok) return err({ code: 'invalid', fields: read.error })
  const added = { code: newTopicCode(read.value.label, topics), ...read.value, retired: false }
  return ok({
    before: {},
    after: { ...read.value, code: added.code },
    write: async (tx) => {
      await insertTopic(tx, added)
      await orderTopics(tx, listCodes([...topics, added]))
    },
  })
}

const planOrder = (topics: Topic[], moved: Topic[], what: Record<string, string>): Plan => ({
  before: { ...what, order: listCodes(topics).join(', ') },
  after: { ...what, order: listCodes(moved).join(', ') },
  write: (tx) => orderTopics(tx, listCodes(moved)),
})

const listCodes = (topics: Topic[]): string[] => inGroups(topics).map(({ code }) => code)
