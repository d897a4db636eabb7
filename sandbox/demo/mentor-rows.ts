/** The rows beside a demo mentor's own: moves, topics and session types. */
import type { Insertable } from 'kysely'
import type { MentorContent } from '#domain/mentors/content'
import type { Tables } from '#server/platform/db/tables'
import { demoId } from './id.ts'

type Described = { slug: string; content: MentorContent }

export function moveRows({ slug, content }: Described): Insertable<Tables['moves']>[] {
  return content.moves.map((move, position) => ({ ...move, mentorId: demoId(slug), position }))
}

export function topicRows({ slug, content }: Described): Insertable<Tables['mentorTopics']>[] {
  return content.topics.map((topic) => ({ mentorId: demoId(slug), topic }))
}

export function sessionTypeRows({ slug, content }: Described): Insertable<Tables['sessionTypes']>[] {
  return content.sessions.map(({ price, ...session }, position) => ({
    ...session,
    mentorId: demoId(slug),
    position,
    pricePence: price,
  }))
}
