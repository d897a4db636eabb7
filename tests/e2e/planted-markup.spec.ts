/** Markup that people typed is text everywhere: on every page of every role, in emails, files and preview pictures. */
import type { Page } from '@playwright/test'
import { enterAs, referenceOf, settleBookedSessions } from '../support/bookings/booked-data.ts'
import { LIVE, MARKUP, plantMarkup } from '../support/bookings/planted-markup.ts'
import { LONG } from '../support/halves.ts'
import { expect } from './fixtures.ts'
import { onOwnProduct } from './own-product.ts'
import { DESK_PAGES, OWN_PAGES, PUBLIC_PAGES } from './public-pages.ts'

const test = onOwnProduct(async (data) => {
  await settleBookedSessions(data)
  await plantMarkup(data)
})

// Pages that are not there, or not theirs. Anything else on the console is a fault, as of a policy that was broken.
test.use({ expected: /status of 40[0-9]/ })

/** Opens each page, and returns where the payload was markup. The console is watched by the fixture of the page. */
async function findLive(page: Page, addresses: string[]): Promise<{ live: string[]; places: string[] }> {
  const [live, places]: [string[], string[]] = [[], []]
  page.on('dialog', (dialog) => {
    live.push(`a dialog on ${page.url()}`)
    void dialog.dismiss()
  })
  for (const address of addresses) {
    const answer = await page.goto(address)
    const html = (await answer?.text()) ?? ''
    if (html.includes(LIVE) || (await page.locator('[data-planted]').count()) > 0) live.push(address)
    if (html.includes('&lt;img src=x data-planted')) places.push(address)
    if ((answer?.status() ?? 500) >= 500) live.push(`${address}: ${answer?.status()}`)
  }
  return { live, places }
}

const listPages = (reference: string) =>
  ['', '/cancel', '/move', '/messages', '/receipt', '/feedback', '/problem', '/absent', '/complete', '/brief']
    .concat(['/propose', '/proposal', '/erase'])
    .map((part) => `/bookings/${reference}${part}`)

const SESSIONS = [referenceOf('ahead'), referenceOf('over'), referenceOf('begun')]

test('visitors read markup as text, also in previews of pages', LONG, async ({ page }) => {
  test.setTimeout(300_000)
  const mentor = '/mentors/arjun-mehta'
  const { live, places } = await findLive(page, [...PUBLIC_PAGES, mentor, `${mentor}/book`, '/cohorts/planted'])
  expect(live).toEqual([])
  expect(places).toEqual(expect.arrayContaining(['/', '/mentors', mentor, '/cohorts', '/cohorts/planted']))
  await page.goto(mentor)
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  const drawn = await page.request.get(new URL(picture!).pathname)
  expect(drawn.headers()['content-type']).toBe('image/png')
})

test(
  'members and mentors read markup as text, on their own pages and those of a booking',
  LONG,
  async ({ page, newVisitor }) => {
    test.setTimeout(300_000)
    await enterAs(page, 'grace')
    const own = await findLive(page, [...OWN_PAGES, ...SESSIONS.flatMap(listPages)])
    expect(own.live).toEqual([])
    expect(own.places).toEqual(expect.arrayContaining(['/account', '/account/bookings', `/bookings/${SESSIONS[0]}`]))
    const mentor = await newVisitor()
    await enterAs(mentor, 'arjun')
    const desk = await findLive(mentor, [...DESK_PAGES, '/profile', ...SESSIONS.flatMap(listPages)])
    expect(desk.live).toEqual([])
    expect(desk.places).toEqual(
      expect.arrayContaining(['/desk', '/desk/sessions', `/bookings/${SESSIONS[0]}/messages`]),
    )
  },
)

test('admins read markup as text, and export and email it as text', LONG, async ({ page, newVisitor, baseURL }) => {
  test.setTimeout(300_000)
  await enterAs(page, 'june')
  const tabs = PUBLIC_PAGES.filter((address) => address.startsWith('/admin-dashboard'))
  const list = '/admin-dashboard/bookings'
  const acts = SESSIONS.flatMap((reference) =>
    ['', '?do=cancel', '?do=move', '?do=refund'].map((act) => `${list}/${reference}${act}`),
  )
  const typed = `?q=${encodeURIComponent(MARKUP)}`
  const { live, places } = await findLive(page, [...tabs, ...tabs.map((tab) => tab + typed), ...acts])
  expect(live).toEqual([])
  expect(places).toEqual(expect.arrayContaining([...tabs.slice(0, 4), `${list}/${SESSIONS[0]}`, `${list}${typed}`]))

  const file = await page.request.post(`${list}/export`, { headers: { origin: baseURL! }, form: { q: 'img' } })
  const cells = MARKUP.replaceAll('"', '""')
  expect(await file.text()).toContain(`"${cells}","${cells}"`)

  const mentor = await newVisitor()
  await enterAs(mentor, 'arjun')
  await mentor.goto(`/bookings/${SESSIONS[0]}/messages`)
  await mentor.getByRole('textbox').fill(MARKUP)
  await mentor.getByRole('button', { name: /^Send/ }).click()
  const letters = async () =>
    ((await (await page.request.get('/sandbox/mail.json')).json()) as { html: string }[]).map(({ html }) => html).join()
  await expect.poll(letters).toContain('&lt;img src=x data-planted')
  expect((await letters()).includes(LIVE)).toBe(false)
})
