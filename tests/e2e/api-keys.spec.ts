/** An admin makes a key for a program of theirs, sees it once, and revokes it. */
import { enterAs, settleBookedSessions } from '../support/bookings/booked-data.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { longIf } from '../support/halves.ts'
import { axeOn } from './axe.ts'
import { expect, scriptsRun, test as base } from './fixtures.ts'
import { spills } from './public-pages.ts'

const test = base.extend<object, { desk: Product }>({
  desk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from here.
    async ({}, use) => {
      const data = copySeededData(await seedData())
      await settleBookedSessions(data)
      const product = await startProduct({ data })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
})

const PATH = '/admin-dashboard/api-keys'

for (const scripts of [true, false]) {
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, longIf(!scripts), () => {
    test.use({ javaScriptEnabled: scripts, expected: /status of 400/ })

    test('a program reads what its key lets it read, until that is revoked', async ({ page, request }) => {
      await enterAs(page, 'june')
      await page.goto('/admin-dashboard')
      await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'API keys' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible()
      if (scripts) await scriptsRun(page)
      const name = page.getByLabel('Name of the app')
      const make = page.getByRole('button', { name: 'Create key' })
      const program = `Ledger ${scripts ? 'with' : 'without'} scripts`

      await name.fill(program)
      await make.click()
      await expect(page.getByRole('group', { name: 'Scopes' })).toContainText('Choose')
      await expect(name).toHaveValue(program)

      await page.getByRole('group', { name: 'Scopes' }).getByRole('checkbox').nth(1).check()
      await make.click()
      const shown = page.getByText(/^lf_[\w-]{43}$/)
      const authorization = `Bearer ${await shown.textContent()}`
      const ask = async () => (await request.get('/api/v1/bookings', { headers: { authorization } })).status()
      expect(await ask()).toBe(200)
      if (scripts) expect((await axeOn(page).analyze()).violations).toEqual([])
      await page.goto(PATH)
      await expect(shown).toHaveCount(0)
      const row = page.getByRole('listitem').filter({ hasText: program })
      await expect(row).toContainText('Created by June Park')

      await row.getByRole('button', { name: `Revoke ${program}` }).click()
      await expect(page.getByText('Key revoked. It no longer works.')).toBeVisible()
      await expect(row).toContainText('Revoked on')
      expect(await ask()).toBe(401)
    })
  })
}

for (const width of [360, 768, 1440]) {
  test(`the page of keys fits ${width} px with a new key of a long name`, longIf(width !== 360), async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, 'june')
    await page.goto(PATH)
    await scriptsRun(page)
    await page.getByLabel('Name of the app').fill(`${width} ${'Ledger'.repeat(10)}`)
    for (const scope of await page.getByRole('group', { name: 'Scopes' }).getByRole('checkbox').all())
      await scope.check()
    await page.getByRole('button', { name: 'Create key' }).click()
    await expect(page.getByText(/^lf_/)).toBeVisible()
    expect(await spills(page)).toEqual([])
    expect((await axeOn(page).analyze()).violations).toEqual([])
  })
}
