/** Mentors with the data that a search uses: moves, languages and topics. */
import { addMentor, type TestApp } from '../product/app.ts'

export type Mover = NonNullable<Parameters<typeof addMentor>[1]> & {
  languages?: string[]
  experience?: number
  location?: string
  /** Codes. */
  topics?: string[]
  /** Countries, from and to. */
  moves?: [from: string, to: string][]
}

const CITIES: Record<string, string> = { IN: 'Mumbai', GB: 'Leeds', DE: 'Berlin', NG: 'Lagos' }

/** As `addMentor`, with this data as well. */
export async function addMover(test: TestApp, mover: Mover = {}) {
  const { languages, experience, location, topics = [], moves = [], ...mentor } = mover
  const added = await addMentor(test, mentor)
  const { db } = test
  if (languages) await db.updateTable('mentors').set({ languages }).where('id', '=', added.id).execute()
  if (experience !== undefined) await db.updateTable('mentors').set({ experience }).where('id', '=', added.id).execute()
  if (location) await db.updateTable('mentors').set({ location }).where('id', '=', added.id).execute()
  for (const [position, [from, to]] of moves.entries()) {
    const [fromCity, toCity] = [CITIES[from] ?? from, CITIES[to] ?? to]
    await db
      .insertInto('moves')
      .values({
        mentorId: added.id,
        position,
        fromCity,
        fromCountry: from,
        toCity,
        toCountry: to,
        purpose: 'work',
        year: 2020,
      })
      .execute()
  }
  for (const topic of topics) await db.insertInto('mentorTopics').values({ mentorId: added.id, topic }).execute()
  return added
}
