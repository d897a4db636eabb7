import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { AUTH_SECRET, follow, bareEnvironment, launchProduct, newDataFolder } from '../support/product/processes.ts'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { freePort } from '../support/http/free-port.ts'
import { findOffer, hold } from '../support/bookings/visitor.ts'

const LATER = { timeout: 60_000 }
const ORIGIN = 'https://landfall.example'

/** The real mail server of the operator, and what it was given. */
const mails: { to: string[]; email: Email }[] = []
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  async onData(stream, { envelope }, done) {
    const to = envelope.rcptTo.map(({ address }) => address)
    mails.push({ to, email: await PostalMime.parse(await buffer(stream)) })
    done()
  },
})

/** A database that a live site has used, with its mentors. */
let database: ScratchDatabase
let settings: Record<string, string>

beforeAll(async () => {
  const listening = mailServer.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  database = await createScratchDatabase(inject('seeded').template)
  await query(database.url, `update installation set mode = 'live'`)
  settings = {
    LANDFALL_MODE: 'rehearsal',
    REHEARSAL_MAIL_TO: 'operator@mail.test',
    PUBLIC_URL: ORIGIN,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    MAIL_FROM: 'bookings@landfall.test',
    SUPPORT_EMAIL: 'help@landfall.test',
    TERMS_FILE: 'LICENSE',
    PRIVACY_FILE: 'LICENSE',
    TRUSTED_PROXIES: 'none',
    DRAIN_SECONDS: '0',
  }
})
afterAll(async () => {
  await new Promise<void>((closed) => void mailServer.close(closed))
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
    expect(await markAsRehearsal(database.name)).toMatchObject({ code: 0 })
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
      headers: { origin: ORIGIN },
      body: new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Grace Hopper' }),
      redirect: 'manual',
    })
    expect(paid.status).toBe(303)
    const forGrace = () => mails.filter(({ email }) => email.subject?.includes('for grace@example.com'))
    await expect.poll(() => forGrace().length, LATER).toBe(1)
    expect(mails.flatMap(({ to }) => to).filter((address) => address !== 'operator@mail.test')).toEqual([])
    expect(forGrace()[0]!.email.headers).toContainEqual(
      expect.objectContaining({ key: 'x-rehearsal-for', value: 'grace@example.com' }),
    )
    launched.kill('SIGTERM')
    expect(await launched.exited).toMatchObject({ code: 0 })

    // Neither its database nor its files are ever a live site's.
    const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    const liveSettings = { ...settings, ...keys, LANDFALL_MODE: 'live', REHEARSAL_MAIL_TO: '' }
    expect(await refusal(liveSettings)).toMatch(/set up for rehearsal use, and LANDFALL_MODE is live\.$/)
    const other = await createScratchDatabase()
    expect(await refusal({ ...liveSettings, DATABASE_URL: other.url }, data)).toMatch(
      /STORAGE_FOLDER: it has the files of a rehearsal site, and LANDFALL_MODE is live/,
    )
    await other.drop()
  })
})

function markAsRehearsal(name: string) {
  const env = { ...bareEnvironment(), AUTH_SECRET, STORAGE_FOLDER: newDataFolder(), ...settings }
  return follow(process.execPath, ['scripts/rehearse.ts', '--take-copy', name], { env }).exited
}
