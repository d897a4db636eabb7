/**
 * Seeds the demo: stores the mentors' portraits, then writes all rows in one transaction: mentors, their review, session
 * types, past sessions with messages and feedback. The caller decides whether the database may get demo data; here it
 * happens wholly or not at all.
 */
import type { Insertable } from 'kysely'
import type { MentorContent } from '#domain/mentors/content'
import { CURRENCY } from '#domain/payments/money'
import { DAY_MS } from '#domain/time/wall-time'
import { transact, type Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'
import { removePicture, storePicture, type PictureStore } from '#server/storage/pictures'
import { overrideRows, ruleColumns, travelRows } from './availability.ts'
import { completedSessions } from './completed.ts'
import { contentOf } from './content.ts'
import { faces } from './faces.ts'
import { demoId } from './id.ts'
import type { DemoMentor } from './mentor.ts'
import { demoMentors } from './mentors.ts'
import { drawPortrait } from './portraits.ts'
import { checkRows, reviewedAt, submissionRow } from './review.ts'

/** Returns how many mentors were written. Throws and changes nothing if one of them exists already. */
export async function seedDemo({
  db,
  pictures,
  now,
}: {
  db: Db
  pictures: PictureStore
  now: () => Date
}): Promise<{ mentors: number }> {
  const portraits = new Map<string, string>()
  try {
    // Two workers on one iterator, so that one portrait is drawn while another is encoded.
    const queue = demoMentors.values()
    const drawAll = async () => {
      for (const { slug } of queue) portraits.set(slug, await storePortrait(db, pictures, slug, now()))
    }
    await Promise.all([drawAll(), drawAll()])

    const seededAt = now()
    const seeded = demoMentors.map((mentor, n) => {
      const appliedAt = joinedAt(n, seededAt)
      const content = contentOf(mentor, portraits.get(mentor.slug)!)
      return { mentor, slug: mentor.slug, content, appliedAt, acceptedAt: reviewedAt(n, appliedAt) }
    })
    await transact(db, async (tx) => {
      await tx.insertInto('mentors').values(seeded.map(mentorRow)).execute()
      await tx.insertInto('moves').values(seeded.flatMap(moveRows)).execute()
      await tx.insertInto('mentorTopics').values(seeded.flatMap(topicRows)).execute()
      await tx.insertInto('sessionTypes').values(seeded.flatMap(sessionTypeRows)).execute()
      await tx.insertInto('mentorSubmissions').values(seeded.map(submissionRow)).execute()
      await tx.insertInto('mentorChecks').values(seeded.flatMap(checkRows)).execute()
      await tx
        .insertInto('dateOverrides')
        .values(demoMentors.flatMap((mentor) => overrideRows(mentor, seededAt)))
        .execute()
      await tx
        .insertInto('travelZones')
        .values(demoMentors.flatMap((mentor) => travelRows(mentor, seededAt)))
        .execute()
      const completed = demoMentors.flatMap((mentor) => completedSessions(mentor, seededAt))
      await tx
        .insertInto('bookings')
        .values(completed.map(({ booking }) => booking))
        .execute()
      await tx
        .insertInto('feedback')
        .values(completed.map(({ feedback }) => feedback))
        .execute()
      await tx
        .insertInto('bookingMessages')
        .values(completed.flatMap(({ messages }) => messages))
        .execute()
    })
  } catch (error) {
    for (const key of portraits.values()) {
      await removePicture(pictures.storage, key)
      await db.deleteFrom('pictures').where('key', '=', key).execute()
    }
    throw error
  }
  return { mentors: demoMentors.length }
}

async function storePortrait(db: Db, pictures: PictureStore, slug: string, now: Date): Promise<string> {
  const face = faces[slug]
  if (!face) throw new Error(`No face for ${slug}`)
  const stored = await storePicture(pictures, await drawPortrait(face), async (key) => {
    await db.insertInto('pictures').values({ key, createdAt: now }).execute()
  })
  if (!stored.ok) throw new Error(`The portrait of ${slug} was refused: ${stored.error.code}`)
  return stored.value.key
}

/** The mentors applied at even intervals over the last year, the latest about two weeks ago. */
function joinedAt(position: number, seededAt: Date): Date {
  const age = (365 * DAY_MS * (demoMentors.length - position)) / (demoMentors.length + 1)
  return new Date(seededAt.getTime() - Math.round(age))
}

type Seeded = { mentor: DemoMentor; slug: string; content: MentorContent; appliedAt: Date; acceptedAt: Date }

function mentorRow({ mentor, content, appliedAt, acceptedAt }: Seeded): Insertable<Tables['mentors']> {
  const { price, topics: _topics, moves: _moves, sessions: _sessions, ...columns } = content
  return {
    ...columns,
    id: demoId(mentor.slug),
    slug: mentor.slug,
    pricePence: price,
    currency: CURRENCY,
    ...ruleColumns(mentor),
    status: 'accepted',
    statusSince: acceptedAt,
    createdAt: appliedAt,
  }
}

function moveRows({ slug, content }: Seeded): Insertable<Tables['moves']>[] {
  return content.moves.map((move, position) => ({ ...move, mentorId: demoId(slug), position }))
}

function topicRows({ slug, content }: Seeded): Insertable<Tables['mentorTopics']>[] {
  return content.topics.map((topic) => ({ mentorId: demoId(slug), topic }))
}

function sessionTypeRows({ slug, content }: Seeded): Insertable<Tables['sessionTypes']>[] {
  return content.sessions.map(({ price, ...session }, position) => ({
    ...session,
    mentorId: demoId(slug),
    position,
    pricePence: price,
  }))
}
