/**
 * From the first page to the payment on a cheap phone on a train: every step is taken without a connection first. The page
 * stays until there is one again, nothing typed is lost, and the step is then taken without another click, but
 * for the payment.
 */
import type { CDPSession, Page } from '@playwright/test'
import {
  chooseTime,
  expect as expectIn,
  expectDetails,
  next,
  pay,
  scriptsRun,
  newContact,
  test,
  typeDetails,
  completePayment,
} from './fixtures.ts'
import { LONG } from '../support/halves.ts'
import { main } from './people.ts'

const expect = expectIn.configure({ timeout: 30_000 }) // Of a slow line.
test.use({
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
  expected: /Failed to load resource: net::ERR_/,
})

/** What Lighthouse calls slow 3G. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const WIFI = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const TUNNEL = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 }

const LINES = [
  { name: 'a fast line', line: WIFI, half: {} },
  { name: 'slow 3G', line: SLOW_3G, half: LONG },
]

/** Takes a step in a tunnel, looks at the page, and leaves the tunnel. */
async function inTunnel(
  { page, wire, line }: { page: Page; wire: CDPSession; line: typeof WIFI },
  step: () => Promise<void>,
): Promise<void> {
  await wire.send('Network.emulateNetworkConditions', TUNNEL)
  await step()
  await expect(page.getByRole('alert').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('heading').filter({ visible: true }).first(), 'the page is not blank').toBeVisible()
  await wire.send('Network.emulateNetworkConditions', line)
}

for (const { name, line, half } of LINES) {
  test(
    `a visitor on ${name} finds, books and pays, though every step is taken offline first`,
    half,
    async ({ page }) => {
      test.setTimeout(180_000)
      const wire = await page.context().newCDPSession(page)
      await wire.send('Network.enable')
      await wire.send('Network.emulateNetworkConditions', line)
      const train = { page, wire, line }
      const visitor = newContact()

      await page.goto('/')
      await scriptsRun(page)
      await page.getByRole('combobox', { name: 'to', exact: true }).selectOption('Canada')
      await inTunnel(train, () => main(page).getByRole('button', { name: 'Find a Mentor' }).first().tap())
      await expect(page).toHaveURL('/mentors?moving_to=CA')
      await scriptsRun(page)

      const order = page.getByLabel('Sort by')
      await inTunnel(train, async () => void (await order.selectOption('Price: low to high')))
      await expect(page).toHaveURL('/mentors?moving_to=CA&order=price')
      await expect(order).toHaveValue('price')
      await expect(page.getByRole('region', { name: 'Mentors found' })).toHaveAttribute('aria-busy', 'false')

      const profile = page.getByRole('link', { name: /^View Profile/ }).first()
      const address = (await profile.getAttribute('href'))!
      await inTunnel(train, () => profile.tap())
      await expect(page).toHaveURL(address)

      await inTunnel(train, () =>
        page
          .getByRole('button', { name: /^Book Now/ })
          .filter({ visible: true })
          .first()
          .tap(),
      )
      await expect(page.getByText('Step 1 of 2')).toBeVisible()
      const at = await chooseTime(page)
      await next(page).tap()
      await typeDetails(page, visitor)

      await inTunnel(train, () => pay(page).tap())
      await expectDetails(page, visitor)
      await expect(pay(page)).toBeEnabled()
      await pay(page).tap()
      await expect(page.getByLabel('Card number')).toBeVisible()

      await page.goBack()
      await expect(page.getByText(/held for you until/)).toBeVisible()
      await page.getByRole('link', { name: 'Continue to payment' }).tap()
      await completePayment(page)
      await expect(page.locator('time').first()).toHaveAttribute('datetime', at)
    },
  )
}
