/** An admin makes a key for a program of theirs, sees it once, and revokes it. */
import { enterAs } from '../support/bookings/booked-data.ts'
import { expectAccessibleAndFitting } from './axe.ts'
import { test } from './desk-product.ts'
import { expect, scriptsRun } from './fixtures.ts'

test.use({ viewport: { width: 360, height: 900 }, expected: /status of 400/ })

test('a program reads what its key lets it read, until that is revoked', async ({ page, request }) => {
  await enterAs(page, 'june')
  await page.goto('/admin-dashboard/api-keys')
  await scriptsRun(page)
  const name = page.getByLabel('Name of the app')
  const make = page.getByRole('button', { name: 'Create key' })
  const scopes = page.getByRole('group', { name: 'Scopes' })
  const program = 'Ledger'.repeat(10)

  await name.fill(program)
  await make.click()
  await expect(scopes).toContainText('Choose')
  await expect(name).toHaveValue(program)

  for (const scope of await scopes.getByRole('checkbox').all()) await scope.check()
  await make.click()
  const shown = page.getByText(/^lf_[\w-]{43}$/)
  const authorization = `Bearer ${await shown.textContent()}`
  const ask = async () => (await request.get('/api/v1/bookings', { headers: { authorization } })).status()
  expect(await ask()).toBe(200)
  await expectAccessibleAndFitting(page)
  await page.goto('/admin-dashboard/api-keys')
  await expect(shown).toHaveCount(0)
  const row = page.getByRole('listitem').filter({ hasText: program })
  await expect(row).toContainText('Created by June Park')

  await row.getByRole('button', { name: `Revoke ${program}` }).click()
  await expect(page.getByText('Key revoked. It no longer works.')).toBeVisible()
  await expect(row).toContainText('Revoked on')
  expect(await ask()).toBe(401)
})
