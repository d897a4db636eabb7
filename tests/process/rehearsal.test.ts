import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startMailServer } from '../support/product/mail-server.ts'
import {
  AUTH_SECRET,
  launchProduct,
  LIVE_SETTINGS,
  newDataFolder,
  REHEARSAL_SETTINGS,
  runScript,
} from '../support/product/processes.ts'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { freePort } from '../support/http/free-port.ts'
import { findOffer, hold } from '../support/bookings/visitor.ts'

const LATER = { timeout: 60_000 }

let mailServer: Awaited<ReturnType<typeof startMailServer>>

/** A database that a live site has used, with its mentors. */
let database: ScratchDatabase
let settings: Record<string, string>

beforeAll(async () => {
  mailServer = await startMailServer(
    async () => {},
    () => true,
  )
  database = await createScratchDatabase(inject('seeded').template)
  await query(database.url, `update installation set mode = 'live'`)
  settings = {
    ...REHEARSAL_SETTINGS,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    DRAIN_SECONDS: '0',
  }
})
afterAll(async () => {
  await mailServer.close()
  await database.drop()
})

async function refusal(env: Record<string, string>, data?: string): Promise<string> {
  const { code, output } = await launchProduct({ env, ...(data && { data }) }).exited
  expect(code).toBe(1)
  return output.trim().split('\n').at(-1)!
}

const readMode = () => query(database.url, 'select mode from installation')

describe('a rehearsal', () => {
  it('refuses a live database, before it changes anything in it', async () => {
    await query(database.url, `delete from kysely_migration where name = '0043_rehearsal'`) // Of the release before.
    await query(
      database.url,
      `alter table installation drop constraint installation_mode_check,
       add constraint installation_mode_check check (mode in ('demo', 'live'))`,
    )
    expect(await refusal(settings)).toMatch(
      /set up for live use, and LANDFALL_MODE is rehearsal\. If it is a copy, see `npm run rehearse`\.$/,
    )
    expect(await query(database.url, `select from kysely_migration where name = '0043_rehearsal'`)).toEqual([])
    expect(await readMode()).toEqual([{ mode: 'live' }])
  })

  it('opens a copy that was taken for it, and reaches no one: no card, and no email but to the operator', async () => {
    const own = { AUTH_SECRET, STORAGE_FOLDER: newDataFolder(), ...settings }
    expect(await runScript('rehearse', ['--take-copy', database.name], own)).toMatchObject({ code: 0 })
    const data = newDataFolder()
    const launched = launchProduct({ data, env: settings })
    await launched.ready
    const product = `http://127.0.0.1:${settings['PORT']}`
    await expect.poll(launched.output, LATER).toContain('all email goes to operator@mail.test')
    expect(await (await fetch(product)).text()).toContain('This is a rehearsal')
    expect(await (await fetch(`${product}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n')
    for (const path of ['/sandbox', '/sandbox/mail']) expect((await fetch(product + path)).status, path).toBe(404)

    const held = await hold(product, await findOffer(product), 'grace@example.com')
    const paid = await fetch(`${product}${new URL(held.url).pathname}/pay`, {
      method: 'POST',
      headers: { origin: LIVE_SETTINGS.PUBLIC_URL },
      body: new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Grace Hopper' }),
      redirect: 'manual',
    })
    expect(paid.status).toBe(303)
    const forGrace = () => mailServer.received.filter(({ email }) => email.subject?.includes('for grace@example.com'))
    await expect.poll(() => forGrace().length, LATER).toBe(1)
    expect(mailServer.received.filter(({ to }) => to !== 'operator@mail.test')).toEqual([])
    expect(forGrace()[0]!.email.headers).toContainEqual(
      expect.objectContaining({ key: 'x-rehearsal-for', value: 'grace@example.com' }),
    )
    launched.kill('SIGTERM')
    expect(await launched.exited).toMatchObject({ code: 0 })

    // Neither its database nor its files are ever a live site's.
    const liveSettings = { ...LIVE_SETTINGS, DATABASE_URL: database.url }
    expect(await refusal(liveSettings)).toMatch(/set up for rehearsal use, and LANDFALL_MODE is live\.$/)
    const other = await createScratchDatabase()
    expect(await refusal({ ...liveSettings, DATABASE_URL: other.url }, data)).toMatch(
      /STORAGE_FOLDER: it has the files of a rehearsal site, and LANDFALL_MODE is live/,
    )
    await other.drop()
  })
})
