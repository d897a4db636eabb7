/** An admin adds a webhook endpoint, sees its deliveries, and resends one. */
import type { Page } from '@playwright/test'
import { DEMO_RECEIVER } from '../../sandbox/receiver.ts'
import { enterAs, settleBookedSessions } from '../support/bookings/booked-data.ts'
import { longIf } from '../support/halves.ts'
import { expectNoViolation } from './axe.ts'
import { expect, scriptsRun } from './fixtures.ts'
import { onOwnProduct } from './own-product.ts'
import { spills } from './public-pages.ts'

const test = onOwnProduct(settleBookedSessions)

const PATH = '/admin-dashboard/webhooks'
/** Of test events: those of the demo's bookings are sent when their hour comes, whatever a test does. The newest is first. */
const deliveries = (page: Page) =>
  page
    .getByRole('region', { name: 'Deliveries' })
    .getByRole('row')
    .filter({ has: page.locator('code', { hasText: /^test$/ }) })
const endpoint = (page: Page, address: string) =>
  page
    .getByRole('region', { name: 'Endpoints' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: address, exact: true }) })

async function add(page: Page, address: string): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill(address)
  await page.getByRole('button', { name: 'Add endpoint' }).click()
}

/** Sends a test event, and reads the log of that endpoint until its first delivery says so. */
async function tryIt(page: Page, address: string, becomes: RegExp): Promise<void> {
  await endpoint(page, address).getByRole('button', { name: 'Send a test event' }).click()
  await expect(page.getByText('Test event sent.')).toBeVisible()
  await endpoint(page, address).getByRole('link', { name: 'Deliveries' }).click()
  await expect(page).toHaveURL(/\?endpoint=/)
  await expect(async () => {
    await page.reload()
    await expect(deliveries(page).first()).toContainText(becomes, { timeout: 1 })
  }).toPass()
}

for (const scripts of [true, false]) {
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, longIf(scripts), () => {
    test.use({ javaScriptEnabled: scripts, expected: /status of 4(00|09)/ })

    test('an endpoint is added, tested, resent to, and removed', async ({ page }) => {
      await enterAs(page, 'june')
      await page.goto('/admin-dashboard')
      await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Webhooks' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
      if (scripts) await scriptsRun(page)
      await expect(page.getByText('No endpoints yet.')).toBeVisible()

      await add(page, 'https://127.0.0.1/hooks')
      const address = page.getByLabel('Address', { exact: true })
      await expect(address).toHaveAccessibleDescription(/Use the name of a host on the internet$/)
      await expect(address).toHaveValue('https://127.0.0.1/hooks')

      await add(page, DEMO_RECEIVER)
      const secret = page.getByLabel(`The secret of ${DEMO_RECEIVER}`)
      await expect(secret).toHaveValue(/^whsec_[\w-]{43}$/)
      const shown = await secret.inputValue()
      if (scripts) await expectNoViolation(page)
      await page.goto(PATH)
      await expect(endpoint(page, DEMO_RECEIVER)).toContainText('On')
      expect(await page.content()).not.toContain(shown)
      await add(page, DEMO_RECEIVER)
      await expect(address).toHaveAccessibleDescription(/This address already has an endpoint/)

      await tryIt(page, DEMO_RECEIVER, /test.*Delivered.*200.*Received/s)
      await deliveries(page).getByRole('button', { name: 'Replay' }).click()
      await expect(page.getByText('The event was resent')).toBeVisible()
      await expect(deliveries(page).first()).toContainText('test, sent again (1)')

      const broken = `${DEMO_RECEIVER.replace('webhooks', 'broken')}/${'a-long-address-'.repeat(12)}`
      await add(page, broken)
      await expect(page.getByLabel(`The secret of ${broken}`)).toBeVisible()
      await page.goto(PATH)
      await tryIt(page, broken, /test.*Waiting.*next .*500.*This program always fails/s)
      await expect(endpoint(page, broken)).toContainText('Failing since')
      await expect(deliveries(page)).toHaveCount(1)
      if (scripts) await expectNoViolation(page)
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await spills(page), `at ${width} px`).toEqual([])
      }

      await endpoint(page, broken).getByRole('button', { name: 'Disable' }).click()
      await expect(page.getByText('Endpoint disabled.')).toBeVisible()
      await expect(deliveries(page).first()).toContainText('Failed')

      for (const each of [broken, DEMO_RECEIVER]) {
        await endpoint(page, each).getByText('Change or remove').click()
        await endpoint(page, each).getByRole('button', { name: 'Remove it' }).click()
        await expect(page.getByText('Endpoint removed.')).toBeVisible()
        await expect(endpoint(page, each)).toHaveCount(0)
        await page.goto(PATH)
      }
      await expect(page.getByText('No endpoints yet.')).toBeVisible()
    })
  })
}
