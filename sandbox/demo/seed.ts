/**
 * Seeds the demo: stores the mentors' portraits, then writes all rows in one transaction: mentors, session types, past
 * sessions and feedback. The caller decides whether the database may get demo data; here it happens wholly or not at
 * all.
 */
import type { Insertable } from 'kysely'
import { CURRENCY, toPence } from '#domain/payments/money'
import { DAY_MS } from '#domain/time/wall-time'
import { transact, type Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'
import { readLanguages } from '#server/reference/languages'
import { removePicture, storePicture, type PictureStore } from '#server/storage/pictures'
import { overrideRows, ruleColumns, travelRows } from './availability.ts'
import { completedSessions } from './completed.ts'
import { faces } from './faces.ts'
import { demoId } from './id.ts'
import type { DemoMentor } from './mentor.ts'
import { demoMentors } from './mentors.ts'
import { drawPortrait } from './portraits.ts'

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
    await transact(db, async (tx) => {
      await tx
        .insertInto('mentors')
        .values(demoMentors.map((mentor, n) => mentorRow(mentor, n, portraits, seededAt)))
        .execute()
      await tx.insertInto('moves').values(demoMentors.flatMap(moveRows)).execute()
      await tx.insertInto('mentorTopics').values(demoMentors.flatMap(topicRows)).execute()
      await tx.insertInto('sessionTypes').values(demoMentors.flatMap(sessionTypeRows)).execute()
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

/** The mentors joined at even intervals over the last year, the latest about two weeks ago. */
function mentorRow(
  mentor: DemoMentor,
  position: number,
  portraits: Map<string, string>,
  seededAt: Date,
): Insertable<Tables['mentors']> {
  const languages = readLanguages(mentor.languages.join(', '))
  const age = (365 * DAY_MS * (demoMentors.length - position)) / (demoMentors.length + 1)
  return {
    id: demoId(mentor.slug),
    slug: mentor.slug,
    name: mentor.name,
    role: mentor.role,
    experience: mentor.experience,
    location: mentor.location,
    languages: languages.codes,
    otherLanguages: languages.unknown,
    university: mentor.university,
    education: mentor.education,
    // An address that does not exist: an invented person must not link to a real profile.
    linkedin: `https://www.linkedin.com/in/landfall-demo-${mentor.slug}`,
    pricePence: toPence(mentor.price * 100),
    currency: CURRENCY,
    about: mentor.about,
    whyMentor: mentor.whyMentor,
    helpWith: mentor.helpWith,
    portrait: portraits.get(mentor.slug) ?? null,
    timeZone: mentor.timeZone,
    ...ruleColumns(mentor),
    status: 'accepted',
    createdAt: new Date(seededAt.getTime() - Math.round(age)),
  }
}

function moveRows(mentor: DemoMentor): Insertable<Tables['moves']>[] {
  return mentor.moves.map((move, position) => ({
    mentorId: demoId(mentor.slug),
    position,
    fromCity: move.fromCity,
    fromCountry: move.fromCountry,
    toCity: move.toCity,
    toCountry: move.toCountry,
    purpose: move.purpose,
    year: move.year,
    institution: move.institution,
  }))
}

function topicRows(mentor: DemoMentor): Insertable<Tables['mentorTopics']>[] {
  return mentor.topics.map((topic) => ({ mentorId: demoId(mentor.slug), topic }))
}

function sessionTypeRows(mentor: DemoMentor): Insertable<Tables['sessionTypes']>[] {
  return mentor.sessions.map((session, position) => ({
    id: demoId(`${mentor.slug}/${session.title}`),
    mentorId: demoId(mentor.slug),
    position,
    title: session.title,
    minutes: session.minutes,
    description: session.description,
    pricePence: session.price === null ? null : toPence(session.price * 100),
  }))
}
