/** The topics on the page of settings, and what comes of an admin's form about them. Server side. */
import { inGroups, MAX_TOPIC_LENGTH, type TopicErrors } from '#domain/mentors/topics'
import type { App } from '#server/context'
import type { Typed } from '#server/platform/http/form'
import type { Actor } from '#server/accounts/audit'
import { changeTopics, TOPICS_SETTING, type TopicChange } from '#server/mentors/topics/topics'
import { countTopicMentors, listTopics } from '#server/mentors/topics/topics-queries'
import { listSettings } from '#server/site-settings/settings-queries'
import * as m from '#messages/admin'
import type { TopicResult, TopicsView } from '../../ui/admin/settings/topics.ts'

export async function readTopics({ db }: Pick<App, 'db'>): Promise<TopicsView> {
  const [topics, counts, settings] = await Promise.all([listTopics(db), countTopicMentors(db), listSettings(db)])
  const groups = [...Map.groupBy(inGroups(topics), ({ group }) => group)]
  return {
    version: settings.find(({ name }) => name === TOPICS_SETTING)?.version ?? 0,
    groups: groups.map(([name, listed], at) => ({
      name,
      canMove: { up: at > 0, down: at < groups.length - 1 },
      topics: listed.map(({ code, label, retired }, place) => ({
        code,
        label,
        retired,
        mentors: counts.get(code) ?? 0,
        canMove: { up: place > 0, down: place < listed.length - 1 },
      })),
    })),
  }
}

/** Null for a form that is about something else. `done`: it is set. */
export async function handleTopicsForm(
  app: App,
  actor: Actor,
  typed: Typed,
): Promise<{ done: true } | { result: TopicResult; status: number } | null> {
  const { setting, version = '', code = '', group = '', label = '' } = typed
  const change = setting === TOPICS_SETTING && /^\d{1,9}$/.test(version) ? readChange(typed) : null
  if (!change) return null
  const changed = await changeTopics(app, actor, Number(version), change)
  if (changed.ok) return { done: true }
  const result = { code, typed: { label, group }, errors: {}, conflict: null }
  switch (changed.error.code) {
    case 'invalid':
      return { result: { ...result, errors: describeErrors(changed.error.fields) }, status: 400 }
    case 'changed': {
      const last = (await listSettings(app.db)).find(({ name }) => name === TOPICS_SETTING)
      const who = last?.changedByName ?? m.someoneElse()
      const conflict = m.topicsConflict({ who })
      return { result: { ...result, conflict }, status: 409 }
    }
    case 'not_possible':
      return { result: { ...result, conflict: m.nothingToChange() }, status: 409 }
  }
}

const LABEL_ERRORS = { unfit: () => m.topicName({ max: MAX_TOPIC_LENGTH }), taken: m.topicTaken }

const describeErrors = ({ label, group }: TopicErrors): TopicResult['errors'] => ({
  ...(label && { label: LABEL_ERRORS[label]() }),
  ...(group && { group: m.topicGroup({ max: MAX_TOPIC_LENGTH }) }),
})

function readChange({ intent, code = '', group = '', label = '' }: Typed): TopicChange | null {
  switch (intent) {
    case 'add':
      return { act: 'add', label, group }
    case 'rename':
      return { act: 'rename', code, label, group }
    case 'retire':
    case 'restore':
      return { act: intent, code }
    case 'up':
    case 'down':
      return { act: 'move', code, by: intent === 'up' ? -1 : 1 }
    case 'group_up':
    case 'group_down':
      return { act: 'move_group', group, by: intent === 'group_up' ? -1 : 1 }
    default:
      return null
  }
}
