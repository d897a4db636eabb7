/** The list of mentors as most visitors get it: rendered once for all of them, and interactive all the same. */
import type { Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import { expect, scriptsRun, test } from './fixtures.ts'

test.describe.configure({ mode: 'parallel' })

/**
 * Opens a page that another visitor has opened before. Tries again if the minute ended in between, or another journey has
 * booked or changed a mentor: each drops what is cached.
 */
async function openCached(page: Page, path: string) {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const answer = (await page.goto(path))!
    if (answer.headers()['server-timing'] === 'cache;desc=hit') return answer
  }
  throw new Error(`${path} is not cached`)
}

async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      refused.push(`${effectiveDirective}: ${blockedURI} ${sample}`),
    )
  })
  return () => page.evaluate(() => (window as unknown as { refused: string[] }).refused)
}

test('a cached page becomes interactive under a policy that names its scripts by their hashes', async ({
  page,
  request,
}) => {
  const refused = await watchPolicy(page)
  await request.get('/mentors')
  const answer = await openCached(page, '/mentors')
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src ('sha256-[\w+/]{43}=' )+'strict-dynamic'; /)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/nonce|unsafe/)
  expect(await answer.text()).not.toContain('nonce=')
  await scriptsRun(page)
  expect(await refused()).toEqual([])

  await page
    .getByRole('link', { name: /^Book Now: / })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Choose a session' })).toBeVisible()
  expect(await refused()).toEqual([])
})

test('a page that the browser has stored becomes interactive as well', async ({ page }) => {
  const refused = await watchPolicy(page)
  for (const visit of ['first', 'second', 'third']) {
    await page.goto('/mentors')
    await scriptsRun(page)
    expect(await refused(), visit).toEqual([])
  }
})

test('the data that the browser’s router asks for is cached too', LONG, async ({ page, request }) => {
  await page.goto('/about')
  await scriptsRun(page)
  const requested = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/mentors.data')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Mentors' }).click()
  const { pathname, search } = new URL((await requested).url())
  await expect(page.getByRole('heading', { name: 'Mentors', level: 1 })).toBeVisible()
  const cookie = `zone=${encodeURIComponent('Asia/Kolkata')}`
  const served = async () => (await request.get(pathname + search, { headers: { cookie } })).headers()['server-timing']
  await expect.poll(served).toBe('cache;desc=hit')
})

test('a visitor who chose the night theme gets it from the first byte, and no one else does', async ({
  page,
  request,
}) => {
  await page.goto('/mentors')
  await scriptsRun(page)
  await page.getByRole('radio', { name: 'Night' }).check()
  const answer = await openCached(page, '/mentors')
  expect(await answer.text()).toMatch(/<html[^>]* data-theme="night"/)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night')
  expect(await (await request.get('/mentors')).text()).not.toContain('data-theme')
})

test('two visitors in two zones see two clocks', LONG, async ({ page, newVisitor }) => {
  const inLondon = await newVisitor({ timezoneId: 'Europe/London' })
  const texts = []
  for (const visitor of [page, inLondon]) {
    await visitor.goto('/mentors')
    await visitor.waitForFunction(() => document.cookie.includes('zone='))
    texts.push(await (await openCached(visitor, '/mentors')).text())
  }
  expect(texts[0]).not.toBe(texts[1])
})
