/**
 * Every page and email in the pseudo-language (`scripts/generate/pseudo-language.ts`): no sentence is outside the catalogs, and each
 * page has room for languages that need more letters. Pages are found by their links.
 */
import { spawnSync } from 'node:child_process'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { DAY_MS } from '#domain/time/wall-time'
import { makeAccount } from '../support/accounts/account-journey.ts'
import { enterAsMentor, settleDemoMentors } from '../support/accounts/demo-mentors.ts'
import { openDataFolder } from '../support/accounts/written-people.ts'
import { enterAs, referenceOf, settleBookedSessions, settleOwnSession } from '../support/bookings/booked-data.ts'
import { LONG } from '../support/halves.ts'
import { readData, type Data } from '../support/plain-english.ts'
import { startProduct } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { expect, findBookingLink, isIdle, mailsTo, newContact, payByCard, PAYS, test as base } from './fixtures.ts'
import { PAGES, SUBMIT, Sweep } from './language-sweep.ts'
import { DESK_PAGES, OWN_PAGES, PUBLIC_PAGES } from './public-pages.ts'

const BUILD = '.landfall/pseudo-build'

const test = base.extend<object, { pseudo: { url: string; data: Data; inFiveDays: string } }>({
  pseudo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from here.
    async ({}, use) => {
      const env = { ...process.env, LANDFALL_PSEUDO: '1', LANDFALL_BUILD: BUILD }
      const built = spawnSync(process.execPath, ['scripts/setup.mjs', 'build'], { env, encoding: 'utf8' })
      if (built.status !== 0) throw new Error(built.stdout + built.stderr)
      const folder = copySeededData(await seedData())
      const { now } = await settleBookedSessions(folder)
      await settleOwnSession(folder, now)
      await settleDemoMentors(folder, now)
      await settleForSweep(folder, now)
      const data = await readData(folder)
      const product = await startProduct({ data: folder, build: BUILD })
      await use({ url: product.url, data, inFiveDays: addDays(now, 5) })
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ pseudo }, use) => use(pseudo.url),
  contextOptions: { reducedMotion: 'reduce' },
  actionTimeout: 60_000, // A form that is missing fails the test before its hour is over.
  expected: /status of 4/, // Many forms are refused.
})

/**
 * The proposed cohort is Arjun's, who may ask a price, and begins after the product's start, whose time is moved. People stay
 * confirmed for longer than the five minutes of a real sign-in, since the account of one is closed at the end.
 */
async function settleForSweep(folder: string, now: Date): Promise<void> {
  const db = await openDataFolder(folder)
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', 'Arjun Mehta')
    .executeTakeFirstOrThrow()
  const [startsOn = '', endsOn = ''] = [35, 77].map((days) => addDays(now, days))
  await sql`update cohorts set account_id = ${id}, starts_on = ${startsOn}, ends_on = ${endsOn}`.execute(db)
  await sql`update cohort_sessions set date = ${startsOn}`.execute(db)
  await sql`update sessions set proven_at = proven_at + interval '2 hours'`.execute(db)
  await db.destroy()
}

const addDays = (to: Date, days: number) => new Date(to.getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** Words that are data, since the first person of `settleBookedSessions` has them too. */
const GRACE = { name: 'Grace Hopper', phone: '+44 7700 900100' }
const TOPIC = 'First weeks'

/**
 * What leads to a page or a call, second names of pages, the gallery for developers, a link that an import makes, and the invoice of
 * a month that has ended, of which the demo has none.
 */
const NOT_DRAWN = [
  'BeOurMentor',
  'bookings/:reference/:secret',
  'bookings/:reference/join',
  'contat',
  'desk/money/statements/:month/:number',
  'mentor/:id/claim-link',
  'packages/:reference/:secret',
  'seats/:reference/:secret',
  'ui',
]

/** Chooses in the dialog and types what the last step requires, but the address. Returns the dialog. */
async function chooseIn(page: Page, mentor: string, sweep: Sweep): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  await page.goto(`/mentors?q=${mentor.split('-')[0]}`)
  await isIdle(page)
  await page.locator(`a[href="/mentors/${mentor}/book"]`).click()
  await dialog.locator('a[href*="book?session="]').first().waitFor()
  await sweep.look(page, 'choosing a session')
  await dialog.locator('a[href*="book?session="]').first().click()
  for (let day = 0; day < 4; day += 1) await dialog.locator('button[name=day]').click() // Late enough to be moved.
  await dialog.locator('input[name=at]:enabled').last().check()
  await sweep.look(page, 'choosing a time')
  await dialog.locator('button[name=step]').click()
  for (const [name, value] of Object.entries(GRACE)) await dialog.locator(`[name=${name}]`).fill(value)
  await dialog.locator('[name=terms]').check({ force: true })
  return dialog
}

/** Books and pays. Gives the emailed link. */
async function book(page: Page, email: string, sweep: Sweep): Promise<string> {
  const dialog = await chooseIn(page, 'wanjiru-kamau', sweep)
  await dialog.locator('[name=email]').fill('wrong')
  await dialog.locator(SUBMIT).first().click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await sweep.look(page, 'after a wrong address')
  await dialog.locator('[name=email]').fill(email)
  await dialog.locator(SUBMIT).first().click()
  await payByCard(page, PAYS)
  await page.waitForURL(/\/success/)
  await sweep.look(page, 'after paying')
  return findBookingLink(page.request, email)
}

/** Has someone else pay, by a link that is emailed to them. */
async function bookForOther(page: Page, payer: Page, sweep: Sweep): Promise<void> {
  const [mentee, parent] = [newContact(), newContact()]
  const dialog = await chooseIn(page, 'olena-kovalenko', sweep)
  await dialog.locator('[name=email]').fill(mentee.email)
  await dialog.locator('button[value=by_link]:visible').click()
  await page.waitForURL(/\/payment-links\//)
  await sweep.look(page)
  const link = new URL(await page.locator('input[readonly]').inputValue()).pathname
  await page.locator('main [name=email]').fill(parent.email)
  await page.locator('main form:has([name=email]) button').first().click()
  await expect.poll(async () => (await mailsTo(page.request, parent.email)).length).toBe(1)
  await payer.goto(link)
  await sweep.look(payer)
  await payer.locator('main form button').click()
  await payer.getByLabel('Email').fill(parent.email)
  await payByCard(payer, PAYS)
  await payer.waitForURL(/\/paid/)
  await sweep.look(payer)
}

test(
  'every page and email is in the language of its messages, and has room for it',
  LONG,
  async ({ browser, pseudo, newVisitor }) => {
    test.setTimeout(3_600_000) // It looks at more than a hundred pages in three windows, on a slow machine for half an hour.
    const sweep = new Sweep(pseudo.data, await browser.newPage())
    const enter = async (into: (page: Page) => Promise<unknown>) => {
      const [page, plain] = [await newVisitor(), await newVisitor({ javaScriptEnabled: false })]
      await into(page)
      await plain.context().addCookies(await page.context().cookies())
      return { page, plain }
    }
    const [visitor, member] = [await enter(async () => {}), await enter(makeAccount)]
    const traveller = await enter((page) => enterAsMentor(page, 'lukasz-wisniewski'))
    const [grace, arjun, june] = [
      await enter((page) => enterAs(page, 'grace')),
      await enter((page) => enterAs(page, 'arjun')),
      await enter((page) => enterAs(page, 'june')),
    ]
    const { request } = visitor.page
    type Kept = { id: number; subject: string; text: string; html: string }
    const listMails = async () => (await (await request.get('/sandbox/mail.json')).json()) as Kept[]
    const earlier = new Set((await listMails()).map(({ id }) => id))
    const { email } = newContact()
    const linkTo = async (path: RegExp) => {
      await expect.poll(async () => (await mailsTo(request, email)).some(({ text }) => path.test(text))).toBe(true)
      return (await mailsTo(request, email)).map(({ text }) => path.exec(text)?.[0]).find(Boolean)!
    }
    const pageOf = (session: Parameters<typeof referenceOf>[0]) => `/bookings/${referenceOf(session)}`
    const sessions = [pageOf('begun'), pageOf('over'), pageOf('ahead'), pageOf('own')]

    const sendAll = async (forms: [Page, string, Record<string, string>?, string?][]) => {
      for (const form of forms) await sweep.send(...form)
    }

    await bookForOther(visitor.page, await newVisitor({ javaScriptEnabled: false }), sweep)
    const link = await book(visitor.page, email, sweep)
    const [booked = ''] = /\/bookings\/B-[\w-]{9}/.exec(link)!
    await visitor.plain.goto(link)
    const drawn = [
      [visitor.plain, await sweep.crawl(visitor.page, [...PUBLIC_PAGES, new URL(link, pseudo.url).pathname], /./)],
      [member.plain, await sweep.crawl(member.page, OWN_PAGES)],
      [traveller.plain, await sweep.crawl(traveller.page, DESK_PAGES)],
      [grace.plain, await sweep.crawl(grace.page, ['/account/bookings', ...sessions])],
      [arjun.plain, await sweep.crawl(arjun.page, ['/desk', ...sessions])],
      [june.plain, await sweep.crawl(june.page, ['/admin-dashboard', '/admin-dashboard/imported'])],
    ] as const
    const proposed = drawn.at(-1)![1].find((address) => address.startsWith('/cohort/'))!
    await visitor.plain.goto(`${booked}/move`)
    const at = await visitor.plain.locator('input[name=at]:enabled').first().inputValue()

    await sendAll([
      [visitor.plain, '/sign-in', { email, password: 'lantern orbit cactus 47' }],
      [visitor.plain, '/forgot-password', { email: 'june@example.com' }],
      [visitor.plain, '/bookings', { email, reference: booked.slice(-11) }],
      [visitor.plain, '/mentors/diego-fuentes/waiting', { email }],
      [visitor.plain, booked, { body: TOPIC }],
      [visitor.plain, `${booked}/move?at=${at}&step=details`],
      [june.plain, `/admin-dashboard${booked}?do=refund`, { amount: '5', reason: TOPIC }],
      [grace.plain, pageOf('begun')],
      [grace.plain, `${pageOf('begun')}/absent`],
      [arjun.plain, `${pageOf('begun')}/absent`],
      [june.plain, '/admin-dashboard', {}, 'button[value=absent]'],
      [arjun.plain, `${pageOf('over')}/complete`, { note: TOPIC }],
      [grace.plain, `${pageOf('over')}/feedback`, { stars: '4', text: TOPIC }],
      [grace.plain, `${pageOf('over')}/problem`, { text: TOPIC }],
      [arjun.plain, `${pageOf('ahead')}/propose`, { 'times.0.date': pseudo.inFiveDays, 'times.0.time': '10:00' }],
      [grace.plain, `${pageOf('ahead')}/proposal`],
      [arjun.plain, `${pageOf('ahead')}/cancel`, { message: TOPIC }],
      [june.plain, proposed, { message: TOPIC }, 'button[value=accept]'],
      [june.plain, '/admin-dashboard/cohorts'],
    ])
    await expect.poll(async () => (await request.get('/cohorts/nurses-to-ireland')).status()).toBe(200)
    const [cohort = ''] = await sweep.crawl(visitor.page, ['/cohorts/nurses-to-ireland', '/cohorts'], /cohorts/)
    await sendAll([
      [visitor.plain, await linkTo(/\/waiting\?link=\S+/)],
      [visitor.plain, `${cohort}/join`, { ...GRACE, email, terms: 'on' }],
    ])
    await payByCard(visitor.plain, PAYS)
    await visitor.plain.waitForURL(/joined/)
    await sweep.look(visitor.plain)
    await visitor.plain.goto(await linkTo(/\/seats\/B-[\w-]+\/[\w-]{43}/))
    const seat = new URL(visitor.plain.url()).pathname
    await visitor.page.context().addCookies(await visitor.plain.context().cookies())
    await arjun.plain.goto('/desk/sessions')
    await arjun.plain.locator('[name^="package."]').first().fill('150')
    await arjun.plain.locator('button[value=packages]').click()
    await sweep.look(arjun.plain)
    await visitor.plain.goto('/mentors/arjun-mehta')
    const shop = await visitor.plain.locator('a[href*="/package?session="]').first().getAttribute('href')
    await sendAll([[visitor.plain, shop!, { ...GRACE, email, terms: 'on' }]])
    await payByCard(visitor.plain, PAYS)
    await visitor.plain.waitForURL(/bought/)
    await sweep.look(visitor.plain)
    await visitor.plain.goto(await linkTo(/\/packages\/B-[\w-]+\/[\w-]{43}/))
    const bought = new URL(visitor.plain.url()).pathname
    await visitor.page.context().addCookies(await visitor.plain.context().cookies())
    const OF_BOOKINGS = /^routes\/(booking|package|seat)/
    await sweep.crawl(visitor.page, [seat, bought, booked], OF_BOOKINGS)
    await sweep.crawl(grace.page, sessions, OF_BOOKINGS)
    await sweep.crawl(arjun.page, [...sessions, `${cohort}/members`], OF_BOOKINGS)
    await sweep.crawl(
      june.page,
      ['/admin-dashboard', '/admin-dashboard/audit', `/admin-dashboard${booked}`],
      OF_BOOKINGS,
    )
    await sendAll([
      [visitor.plain, `${seat}/cancel`],
      [visitor.plain, `${booked}/cancel`],
      [grace.plain, '/account/leave'],
    ])
    for (const [plain, addresses] of drawn) await sweep.sendEmpty(plain, addresses)
    const mails = (await listMails()).filter(({ id }) => !earlier.has(id))
    for (const { subject, text, html } of mails) {
      sweep.readText(`email ${subject}`, `${subject}\n${text}`)
      await sweep.read(`email ${subject}`, html)
    }
    expect
      .soft(
        PAGES.map(({ path }) => path)
          .filter((path) => !sweep.drawn.has(path))
          .toSorted(),
      )
      .toEqual(NOT_DRAWN)
    expect([...sweep.found].map(([what, where]) => `${where}: ${what}`)).toEqual([])
  },
)
