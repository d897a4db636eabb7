/** Completes names of universities and employers from those that public mentors name (decision 0011). */
import { fold } from '#domain/search/words'
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { listInstitutions } from '#server/mentors/places/institutions-queries'

const MOST = 8
const KEPT_MINUTES = 10

type Kept = { names: Promise<{ name: string; folded: string }[]>; until: Date }

/** By database, since tests open several. Read once for all visitors. */
const kept = new WeakMap<App['db'], Kept>()

/** At most eight names of which a word begins with what was typed; those that begin with it themselves come first. */
export async function completeInstitution(app: Pick<App, 'db' | 'now'>, typed: string): Promise<string[]> {
  const start = fold(typed).trim()
  if (start.length < 2) return []
  const names = await readNames(app)
  const found = names.filter(({ folded }) => folded.startsWith(start) || folded.includes(` ${start}`))
  const first = found.filter(({ folded }) => folded.startsWith(start))
  return [...new Set([...first, ...found])].slice(0, MOST).map(({ name }) => name)
}

function readNames(app: Pick<App, 'db' | 'now'>): Kept['names'] {
  const { db } = app
  const present = app.now()
  const known = kept.get(db)
  if (known && present < known.until) return known.names
  const names = listInstitutions(db).then((all) => all.map((name) => ({ name, folded: fold(name) })))
  kept.set(db, { names, until: minutesAfter(present, KEPT_MINUTES) })
  names.catch(() => kept.delete(db))
  return names
}
