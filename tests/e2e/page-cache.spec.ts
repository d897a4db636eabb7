/** The list of mentors as most visitors get it: rendered once for all of them, and interactive all the same. */
import type { Page } from '@playwright/test'
import { expect, scriptsRun, test } from './fixtures.ts'

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

test('a page becomes interactive, whether it is rendered, cached or stored by the browser, under a policy that names its scripts by their hashes', async ({
  page,
}) => {
  const refused = await watchPolicy(page)
  for (const visit of ['first', 'second']) {
    await page.goto('/mentors')
    await scriptsRun(page)
    expect(await refused(), visit).toEqual([])
  }
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
