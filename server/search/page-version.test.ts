/** What makes the versions rise that cached pages are of. */
import { describe, expect, it } from 'vitest'
import { sql, type KyselyPlugin } from 'kysely'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { pageVersion, readPageVersion } from '#server/search/page-version-queries'
import { listLandings, readLanding } from '#server/search/landing'
import { readFigures } from '../../app/views/home/figures.ts'
import { everybody } from '#domain/search/criteria'
import { findMentors } from '#server/search/sync'
import { readHero } from '../../app/views/home/hero.ts'
import { readCohortCards, readPublicCohort } from '../../app/views/cohorts/public-cohort.ts'
import { readMentorList } from '../../app/views/mentors/mentor-list.ts'
import { readMentorView } from '../../app/views/mentors/mentor-view.ts'
import { addAcceptedCohort } from '../../tests/support/cohorts.ts'
import { addMentor, ORIGIN } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

async function read(): Promise<number> {
  await readPageVersion(test.db)
  return pageVersion(test.db)
}

const publish = (published: boolean) =>
  test.db.insertInto('cohortPublishing').values({ published, changedAt: test.app.now() })

describe('the page version', () => {
  it('rises with a change, and with none that is rolled back', async () => {
    const before = await read()
    await publish(true).execute()
    const after = await read()
    expect(after).toBeGreaterThan(before)
    await expect(
      transact(test.db, async (tx) => {
        await tx.updateTable('cohortPublishing').set({ published: false }).execute()
        throw new Error('No')
      }),
    ).rejects.toThrow('No')
    expect(await read()).toBe(after)
  })

  it('is changed, and its row locked, at the end of a transaction only', async () => {
    await publish(true).execute()
    await transact(test.db, async (tx) => {
      await tx.updateTable('cohortPublishing').set({ published: false }).execute()
      const { rows } = await sql<{ changed: boolean }>`
        select xmin::text = pg_current_xact_id()::xid::text as changed from page_version`.execute(tx)
      expect(rows).toEqual([{ changed: false }])
    })
  })
})

/** Tables that public pages read and that raise no version. */
const QUIET: Record<string, string> = {
  listings: 'has a version of its own',
  listing_version: 'is that version',
  stale_listings: 'holds the marks',
  booking_messages: 'are timed: as of the minute',
  mentor_submissions: 'are decided in a transaction that changes the mentor',
  bookings: 'is counted and dates feedback: as of the minute',
}

/** The tables that are named in the queries of `read`. */
async function tablesReadBy(read: (app: App) => Promise<unknown>): Promise<string[]> {
  const queries: string[] = []
  const listener: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      queries.push(test.db.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await read({ ...test.app, db: test.db.withPlugin(listener) })
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(test.db)
  const named = new Set(queries.flatMap((query) => query.match(/(?<=\b(?:from|join)\s+"?)[a-z_]+/g) ?? []))
  return rows.map(({ name }) => name).filter((name) => named.has(name))
}

async function readPublicPages(app: App): Promise<void> {
  const mentor = await addMentor(test)
  await test.db.updateTable('cohortPublishing').set({ published: true }).execute()
  const live = { ...app, config: { ...app.config, mode: 'live' as const } }
  const request = new Request(`${ORIGIN}/mentors`)
  const [cohort] = await readCohortCards(app)
  await readPublicCohort(app, request, cohort!.slug)
  await readMentorView(app, request, { slug: mentor.slug, reader: null })
  await readMentorList(app, request)
  await readLanding(app, { from: null, to: 'GB' })
  await listLandings(app)
  await readHero(app, new URL(`${ORIGIN}/?moving_to=GB`), await findMentors(app, everybody, null))
  for (const page of ['home', 'about'] as const) await readFigures(live, page)
}

describe('every table that a public page reads', () => {
  it('raises the version of pages or of the list when it changes', async () => {
    await addAcceptedCohort(test)
    await publish(false).execute()
    const read = await tablesReadBy(readPublicPages)
    const { rows } = await sql<{ name: string }>`
      select distinct relname::text as name from pg_trigger
      join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
      where proname like 'mark_stale_listing%' or proname = 'raise_page_version'`.execute(test.db)
    const expected = new Set(rows.map(({ name }) => name))
    expect(read).toEqual(expect.arrayContaining(['cohorts', 'feedback', 'mentor_checks', 'mentors', 'moves']))
    expect(read.filter((name) => !expected.has(name) && !QUIET[name])).toEqual([])
  })
})
