/** Topics of mentors: their names and their order, as admins set them. Pure. */
import { isShown, oneLine } from '#domain/one-line'
import { err, ok, type Result } from '#domain/result'
import { makeSlug } from '#domain/slug'

/** `code`: never changes, since addresses and records have it. `retired`: can no longer be chosen. */
export type Topic = { code: string; group: string; label: string; retired: boolean }

export type TopicNames = Pick<Topic, 'label' | 'group'>

/** Of a name or a group: filters are narrow. */
export const MAX_TOPIC_LENGTH = 60

const tidy = (text: string | undefined) => oneLine(text ?? '')

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** `unfit`: empty, too long, or with characters that cannot be shown. `taken`: another topic has this name. */
export type TopicErrors = { label?: 'unfit' | 'taken'; group?: 'unfit' }

/** `others`: the topics that it must not be mistaken for. Errors by field. */
export function readTopicNames(
  typed: Partial<Record<keyof TopicNames, string>>,
  others: Topic[],
): Result<TopicNames, TopicErrors> {
  const names = { label: tidy(typed.label), group: tidy(typed.group) }
  const isFit = (text: string) => text !== '' && text.length <= MAX_TOPIC_LENGTH && isShown(text)
  const errors: TopicErrors = {
    ...(!isFit(names.label) && { label: 'unfit' }),
    ...(!isFit(names.group) && { group: 'unfit' }),
    ...(others.some(({ label }) => sameName(label, names.label)) && { label: 'taken' }),
  }
  if (Object.keys(errors).length > 0) return err(errors)
  // One group is not written in two ways.
  const known = others.find(({ group }) => sameName(group, names.group))?.group
  return ok({ ...names, group: known ?? names.group })
}

/** A code that no topic has. */
export function newTopicCode(label: string, topics: Topic[]): string {
  const taken = new Set(topics.map(({ code }) => code))
  const slug = makeSlug(label, 'topic', new Set())
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}

/** In the order in which they are shown: each group where its first topic stands. */
export const inGroups = (topics: Topic[]): Topic[] => [...Map.groupBy(topics, ({ group }) => group).values()].flat()

/** The order with one topic moved by a place within its group. Null where it cannot move that way. */
export function moveTopic(topics: Topic[], code: string, by: -1 | 1): Topic[] | null {
  const group = topics.find((topic) => topic.code === code)?.group
  const within = topics.filter((topic) => topic.group === group)
  const moved = swapped(
    within,
    within.findIndex((topic) => topic.code === code),
    by,
  )
  return (
    moved && inGroups(topics).flatMap((topic) => (topic === within[0] ? moved : topic.group === group ? [] : [topic]))
  )
}

/** The order with a whole group moved by a place among the groups. */
export function moveGroup(topics: Topic[], group: string, by: -1 | 1): Topic[] | null {
  const groups = [...Map.groupBy(topics, (topic) => topic.group)]
  const at = groups.findIndex(([name]) => name === group)
  return swapped(groups, at, by)?.flatMap(([, all]) => all) ?? null
}

function swapped<Item>(items: Item[], at: number, by: -1 | 1): Item[] | null {
  const [one, other] = [items[at], items[at + by]]
  if (one === undefined || other === undefined) return null
  return items.with(at, other).with(at + by, one)
}
