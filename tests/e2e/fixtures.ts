/**
 * What every journey begins with: a visitor in a browser of their own, and the steps that many journeys share. A test
 * fails on any console error or warning, uncaught error and request to another host that it did not announce.
 */
import { randomUUID } from 'node:crypto'
import { BROWSER_FACTS } from '../../app/views/legal/privacy-facts.ts'
import {
  test as base,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from '@playwright/test'

import { ahead, shiftClock } from '../support/clock/shifted-clock.mjs'

export { expect }

type Journey = {
  /** Console lines that a test provokes, such as the browser's own about an answer of 409. Null: none. */
  expected: RegExp | null
  /** Another visitor, with a browser profile of their own. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>
}

export const test = base.extend<Journey>({
  expected: [null, { option: true }],
  locale: 'en-GB',
  timezoneId: 'Asia/Kolkata',
  context: async ({ context }, use) => {
    await beginAtInstant(context)
    await use(context)
  },
  page: async ({ page, expected, baseURL }, use) => {
    const faults = watch(page, expected, baseURL!)
    await use(page)
    expect(faults).toEqual([])
    expect(await readUnnamed(page), 'what the browser keeps and /privacy does not name').toEqual([])
  },
  newVisitor: async ({ browser, expected, baseURL }, use) => {
    const faults: string[][] = []
    const contexts: { close(): Promise<void> }[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({
        baseURL: baseURL!,
        locale: 'en-GB',
        timezoneId: 'Asia/Kolkata',
        ...options,
      })
      await beginAtInstant(context)
      const page = await context.newPage()
      contexts.push(context)
      faults.push(watch(page, expected, baseURL!))
      return page
    })
    for (const context of contexts) await context.close()
    expect(faults.flat()).toEqual([])
  },
})

/** Gives the pages of a browser the clock of the run. */
async function beginAtInstant(context: BrowserContext): Promise<void> {
  if (ahead !== 0) await context.addInitScript(shiftClock, ahead)
}

/** Names of cookies and of what is in the page's storage that the privacy page does not list. */
async function readUnnamed(page: Page): Promise<string[]> {
  const cookies = (await page.context().cookies()).map(({ name }) => name.replace(/^__(Host|Secure)-/, ''))
  // A page that is closed, or shows no site, has no storage to look at.
  const stored = await page
    .evaluate(() => [localStorage, sessionStorage].flatMap((kept) => Object.keys(kept)))
    .catch(() => [])
  const isNamed = (name: string) =>
    BROWSER_FACTS.some((fact) => (/[.-]$/.test(fact.name) ? name.startsWith(fact.name) : name === fact.name))
  return [...cookies, ...stored].filter((name) => !isNamed(name))
}

function watch(page: Page, expected: RegExp | null, baseURL: string): string[] {
  const faults: string[] = []
  const { host } = new URL(baseURL)
  openRequests(page.context())
  page.on('console', (message) => {
    const line = `${message.type()}: ${message.text()}`
    // The browser's line about an answer of 404 does not say of what.
    if (/^(error|warning)/.test(line) && !expected?.test(line)) faults.push(`${line} (${message.location().url})`)
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.host !== host) faults.push(`request to ${url.host}`)
  })
  return faults
}

export type Visitor = { name: string; email: string; phone: string; topic: string }

export const priya: Visitor = {
  name: 'Priya Sharma',
  email: 'priya@example.com',
  phone: '+91 98200 00000',
  topic: 'First weeks, and “sponsorship” <b>',
}

/** Priya with an address that no other test has, for those that look for email. */
export const newContact = (): Visitor => ({ ...priya, email: `p.${randomUUID()}@example.com` })

/** Until React has taken over the server's HTML. Before that a click is the browser's, which is right but another journey. */
export async function scriptsRun(page: Page): Promise<void> {
  await isTakenOver(page, 'main')
}

/** What the pages of a browser have requested and not received yet. */
const requested = new WeakMap<BrowserContext, Set<Request>>()

function openRequests(context: BrowserContext): Set<Request> {
  const known = requested.get(context)
  if (known) return known
  const open = new Set<Request>()
  requested.set(context, open)
  context.on('request', (request) => open.add(request))
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Of the page's event loop: what was received has run, and has requested what it needs. */
const TURNS = 3

/** Not by a timer, which a test's clock may have stopped. */
const takeTurn = () =>
  new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => done())
    port1.start()
    port2.postMessage(null)
  })

/** Waits until everything that pages have requested is received, and they have had the time to request more and did not. */
export async function isReceived(page: Page): Promise<void> {
  const open = openRequests(page.context())
  const countOpen = async () => {
    let count = open.size
    for (let turn = 0; turn < TURNS; turn += 1) {
      await page.evaluate(takeTurn)
      count += open.size
    }
    return count
  }
  await expect.poll(countOpen).toBe(0)
}

/**
 * Waits until a page that has just been opened requests nothing more: scripts load its data again once they know the visitor's
 * time zone.
 */
export async function isIdle(page: Page): Promise<void> {
  await scriptsRun(page)
  await page.waitForFunction(() => {
    const { errors, revalidation, navigation } = window.__reactRouterDataRouter.state
    const knowsZone = errors !== null || document.cookie.includes('zone=') // An error shows no times.
    return knowsZone && revalidation === 'idle' && navigation.state === 'idle'
  })
  await isReceived(page)
}

/** Waits for the script of the booking steps, which comes after the page's. */
export async function stepsRun(page: Page): Promise<void> {
  await isTakenOver(page, 'main h1')
}

async function isTakenOver(page: Page, part: string): Promise<void> {
  await page.waitForFunction(
    // There is none while a page is being received.
    (of) => Object.keys(document.querySelector(of) ?? {}).some((key) => key.startsWith('__react')),
    part,
  )
}

/**
 * Puts the fonts that pages preload into the browser's cache. Browsers draw the first time without fonts that take their
 * time; what shifts then is looked at by itself (`quiet.spec.ts`).
 */
export async function fetchFonts(page: Page): Promise<void> {
  const html = await (await page.request.get('/about')).text()
  const fonts = [...html.matchAll(/href="([^"]+\.woff2)"/g)].map(([, href = '']) => href)
  await page.goto('/robots.txt')
  await page.evaluate(async (addresses) => void (await Promise.all(addresses.map((font) => fetch(font)))), fonts)
}

/** From the list of mentors to the dialog's choice of a session. */
export async function openBooking(page: Page, mentor: string): Promise<void> {
  await page.goto('/mentors')
  await scriptsRun(page)
  await page.getByRole('link', { name: `Book Now: ${mentor}` }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Choose a session' })).toBeVisible()
}

/** From the choice of a session to step 1. Gives the session's title. */
export async function chooseSession(page: Page, nth = 0): Promise<string> {
  const session = page.locator('a[href*="book?session="]:visible').nth(nth)
  const title = (await session.locator('span').first().textContent())!
  await session.click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('Step 1 of 2')).toBeVisible()
  return title
}

/** A day with several free times, so that others remain: of this month, or of the next one at the end of a month. */
export async function chooseDay(page: Page, which: 'first' | 'last' = 'first'): Promise<void> {
  const days = page.getByRole('button', { name: /, [3-9] free times$/ })
  await expect(page.getByRole('button', { name: /\d free times?\b/ }).first()).toBeVisible()
  if ((await days.count()) === 0) await page.getByRole('button', { name: 'Next month' }).first().click()
  await days[which]().click()
}

/** A free time of such a day. Gives the instant. */
export async function chooseTime(page: Page, nth = 0): Promise<string> {
  await chooseDay(page)
  await expect(page.getByRole('button', { name: /, chosen$/ })).toBeVisible()
  const time = page.locator('input[name=at]:enabled').nth(nth)
  await time.check()
  return time.inputValue()
}

/** From the choice of a session to the last step, for a time of such a day. Gives the instant. */
export async function chooseUpToDetails(page: Page): Promise<string> {
  await chooseSession(page)
  const at = await chooseTime(page)
  await next(page).click()
  return at
}

export const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
export const pay = (page: Page) => page.getByRole('button', { name: /^Pay \D/ })
export const terms = (page: Page) => page.getByRole('checkbox', { name: /^I accept the terms/ })

export async function typeDetails(page: Page, visitor: Visitor): Promise<void> {
  await page.getByLabel('Full name').fill(visitor.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(visitor.email)
  await page.getByRole('textbox', { name: 'Phone' }).fill(visitor.phone)
  await page.getByLabel('What would you like to talk about?').fill(visitor.topic)
  await terms(page).check()
}

export async function expectDetails(page: Page, visitor: Visitor): Promise<void> {
  await expect(page.getByLabel('Full name')).toHaveValue(visitor.name)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(visitor.email)
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue(visitor.phone)
  await expect(page.getByLabel('What would you like to talk about?')).toHaveValue(visitor.topic)
}

/** All of it up to the payment page. Gives the instant chosen. */
export async function bookUpToPayment(page: Page, mentor: string, visitor: Visitor): Promise<string> {
  await openBooking(page, mentor)
  const at = await chooseUpToDetails(page)
  await typeDetails(page, visitor)
  await pay(page).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  return at
}

export const PAYS = '4242 4242 4242 4242'
export const DECLINES = '4000 0000 0000 0002'

/** On the hosted page of the payment service. */
export async function payByCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('P Sharma')
  await pay(page).click()
}

export async function expectSuccess(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
}

/** Pays on the hosted page, and is back. */
export async function completePayment(page: Page): Promise<void> {
  await payByCard(page, PAYS)
  await expectSuccess(page)
}

/** Holds a mentor's time by the API, for journeys that are not about booking: by default the last free one of a month. */
export async function holdByApi(request: APIRequestContext, slug: string, visitor: Visitor, instant?: string) {
  const read = async <Body>(path: string) => (await (await request.get(path)).json()) as Body
  const { id, name } = await read<{ id: string; name: string }>(`/api/mentors/${slug}`)
  const [from, to] = [1, 30].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const { slots } = await read<Slots>(`/api/mentors/${slug}/slots?from=${from}&to=${to}`)
  const at = new Date(instant ?? slots.findLast(({ taken }) => !taken)!.startsAt).toISOString()
  const start = { date: at.slice(0, 10), time: at.slice(11, 16), timeZone: 'UTC' }
  const held = await request.post('/create-checkout-session', { data: { ...visitor, ...start, mentor: { id, name } } })
  expect(held.ok(), await held.text()).toBe(true)
  const { url } = (await held.json()) as { url: string }
  return { at, checkout: new URL(url).pathname }
}

/** Holds a session by the API and pays for it. Gives the instant. */
export async function bookByApi(request: APIRequestContext, slug: string, visitor: Visitor): Promise<string> {
  const { at, checkout } = await holdByApi(request, slug, visitor)
  const headers = { origin: new URL((await request.get('/robots.txt')).url()).origin }
  const card = { number: PAYS, expiry: '12 / 34', cvc: '123', name: 'P Sharma' }
  expect((await request.post(`${checkout}/pay`, { form: card, headers })).ok()).toBe(true)
  return at
}

type Slots = { slots: { startsAt: string; taken: boolean }[] }
type Mail = { to: { address: string }[]; subject: string; text: string }

/** The emails that an address received, once there is at least one. */
export async function mailsTo(request: APIRequestContext, address: string): Promise<Mail[]> {
  let mails: Mail[] = []
  await expect
    .poll(async () => {
      const all = (await (await request.get('/sandbox/mail.json')).json()) as Mail[]
      mails = all.filter((mail) => mail.to.some((to) => to.address === address))
      return mails.length
    })
    .toBeGreaterThan(0)
  return mails
}

/** The link to a booking's page that an address was emailed last, as a path. */
export async function findBookingLink(request: APIRequestContext, address: string): Promise<string> {
  let path: string | undefined
  await expect
    .poll(async () => {
      const mails = await mailsTo(request, address)
      path = mails.map(({ text }) => /\/bookings\/B-[\w-]+\/[\w-]{43}/.exec(text)?.[0]).find(Boolean)
      return path
    })
    .toBeTruthy()
  return path!
}

/** Whether a mentor's start is taken, as the product shows it to everyone. */
export async function isTaken(request: APIRequestContext, slug: string, at: string): Promise<boolean | undefined> {
  const to = new Date(Date.parse(at) + 1).toISOString()
  const answer = await request.get(`/api/mentors/${slug}/slots`, { params: { from: at, to } })
  const { slots } = (await answer.json()) as Slots
  return slots.find((slot) => Date.parse(slot.startsAt) === Date.parse(at))?.taken
}
