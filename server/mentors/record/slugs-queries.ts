/** SQL for the names of mentors in addresses. */
import { randomBytes } from 'node:crypto'
import { makeSlug } from '#domain/slug'
import type { Db } from '#server/platform/db/connect'

const RESERVED = new Set(['from', 'in'])

/** 'farai-moyo' for "Farai Moyo"; 'mentor' for a name without Latin letters or digits. */
export const slugOfName = (name: string): string => makeSlug(name, 'mentor', RESERVED)

/** A free slug for a name: with a number behind it where others have the name. `except`: a mentor whose own it may be. */
export async function freeSlug(db: Db, name: string, except: string | null = null): Promise<string> {
  const wanted = slugOfName(name)
  const taken = new Set(await listSlugsLike(db, wanted, except))
  for (let number = 1; number <= 50; number++) {
    const slug = number === 1 ? wanted : `${wanted}-${number}`
    if (!taken.has(slug)) return slug
  }
  return `${wanted}-${randomBytes(4).toString('hex')}`
}

/** Whether a slug leads to a mentor who had it before. */
export async function isPreviousSlug(db: Db, slug: string): Promise<boolean> {
  const found = await db.selectFrom('previousSlugs').select('slug').where('slug', '=', slug).executeTakeFirst()
  return found !== undefined
}

async function listSlugsLike(db: Db, slug: string, except: string | null): Promise<string[]> {
  const pattern = `${slug}%`
  const present = await db
    .selectFrom('mentors')
    .select('slug')
    .where('slug', 'like', pattern)
    .where('id', 'is distinct from', except)
    .execute()
  const previous = await db
    .selectFrom('previousSlugs')
    .select('slug')
    .where('slug', 'like', pattern)
    .where('mentorId', 'is distinct from', except)
    .execute()
  return [...present, ...previous].map((row) => row.slug)
}

/** Gives a mentor another slug. `keep`: the earlier one was public, and leads to the new one from now on. */
export async function changeSlug(
  tx: Db,
  mentor: { id: string; slug: string },
  slug: string,
  { keep }: { keep: boolean },
): Promise<void> {
  if (slug === mentor.slug) return
  await tx.deleteFrom('previousSlugs').where('slug', '=', slug).where('mentorId', '=', mentor.id).execute()
  await tx.updateTable('mentors').set({ slug }).where('id', '=', mentor.id).execute()
  if (keep) await tx.insertInto('previousSlugs').values({ slug: mentor.slug, mentorId: mentor.id }).execute()
}

/** The present slug of the accepted mentor who had this one; null if there is none. */
export async function findSlugAfter(db: Db, previous: string): Promise<string | null> {
  if (previous.includes('\0')) return null // A URL may hold it; PostgreSQL refuses it.
  const found = await db
    .selectFrom('previousSlugs')
    .innerJoin('mentors', 'mentors.id', 'previousSlugs.mentorId')
    .select('mentors.slug')
    .where('previousSlugs.slug', '=', previous)
    .where('mentors.status', '=', 'accepted')
    .executeTakeFirst()
  return found?.slug ?? null
}
