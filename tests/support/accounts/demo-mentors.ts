/**
 * Demo mentors with accounts, written into a data folder before a product starts on it, since only the product opens its
 * embedded database. Each journey has a mentor of its own.
 */
import type { Page } from '@playwright/test'
import { enterByKey, openDataFolder, writePerson } from './written-people.ts'

const MENTORS = [
  'maria-jose-rangel',
  'diego-salazar',
  'rafael-santos',
  'noor-haddad',
  'farhana-akter',
  'zoe-van-der-merwe',
  'lukasz-wisniewski',
  'tunde-adeyemi',
  'diego-fuentes',
  'sanne-de-vries',
  'sujata-gurung',
  'olena-kovalenko',
  'farai-moyo',
  'harpreet-gill',
  'jomar-villanueva',
  'imran-siddiqui',
] as const
export type DemoMentor = (typeof MENTORS)[number]

/** `now`: the product's time at its start. */
export async function settleDemoMentors(data: string, now = new Date()): Promise<void> {
  const db = await openDataFolder(data)
  for (const slug of MENTORS) {
    const { name } = await db.selectFrom('mentors').select('name').where('slug', '=', slug).executeTakeFirstOrThrow()
    await writePerson(db, { key: slug, name, email: `${slug}@example.com`, mentor: slug }, now)
  }
  await db.destroy()
}

/** Signs a browser in as a demo mentor. */
export const enterAsMentor = (page: Page, slug: DemoMentor): Promise<void> => enterByKey(page, slug)
