/** Saving mentors for later: in the account of who is signed in, else in the browser's cookie. */
import { MAX_SAVED_IN_ACCOUNT, MAX_SAVED_IN_BROWSER } from '#domain/mentors/saved'
import { err, ok, type Result } from '#domain/result'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { deleteSaved, findBySlugs, insertSaved, isSaved, lockSaved } from '#server/accounts/saved/saved-queries'

/** `unknown`: no mentor has this slug. `full`: as many are saved as may be. */
type SaveError = 'unknown' | 'full'

/** `keep` false takes a mentor out, which always succeeds. */
type SaveChange = { slug: string; keep: boolean }

export async function saveInAccount(
  app: App,
  accountId: string,
  { slug, keep }: SaveChange,
): Promise<Result<null, SaveError>> {
  const [mentor] = await findBySlugs(app.db, [slug])
  if (!mentor) return keep ? err('unknown') : ok(null)
  if (!keep) {
    await deleteSaved(app.db, accountId, mentor.id)
    return ok(null)
  }
  return transact(app.db, async (tx) => {
    const count = await lockSaved(tx, accountId)
    if (await isSaved(tx, accountId, mentor.id)) return ok(null)
    if (count >= MAX_SAVED_IN_ACCOUNT) return err('full')
    await insertSaved(tx, { accountId, mentorId: mentor.id, savedAt: app.now() })
    return ok(null)
  })
}

/** What the cookie holds after a change, by the mentors' present names. Those who have left make room for others. */
export async function changeSaved(
  app: App,
  saved: string[],
  { slug, keep }: SaveChange,
): Promise<Result<string[], SaveError>> {
  const others = (await findBySlugs(app.db, saved)).map((mentor) => mentor.slug)
  const [mentor] = await findBySlugs(app.db, [slug])
  if (!keep) return ok(others.filter((other) => other !== slug && other !== mentor?.slug))
  if (!mentor) return err('unknown')
  if (others.includes(mentor.slug)) return ok(others)
  return others.length >= MAX_SAVED_IN_BROWSER ? err('full') : ok([mentor.slug, ...others])
}

/**
 * Puts what a browser saved into the account of who signed in there, newest first as far as there is room. Repeating it
 * changes nothing.
 */
export async function mergeSaved(app: App, accountId: string, slugs: string[]): Promise<void> {
  const mentors = await findBySlugs(app.db, slugs)
  if (mentors.length === 0) return
  await transact(app.db, async (tx) => {
    let room = MAX_SAVED_IN_ACCOUNT - (await lockSaved(tx, accountId))
    for (const [n, { id: mentorId }] of mentors.entries()) {
      if (room <= 0) return
      if (await isSaved(tx, accountId, mentorId)) continue
      // A millisecond apart, so that their order stays.
      await insertSaved(tx, { accountId, mentorId, savedAt: new Date(app.now().getTime() - n) })
      room -= 1
    }
  })
}
