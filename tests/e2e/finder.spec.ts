import { longIf } from '../support/halves.ts'
import { expect, scriptsRun, test } from './fixtures.ts'

test('what is chosen in the moment in which the last answer is shown is not lost', async ({ page }) => {
  await page.goto('/mentors')
  await scriptsRun(page)
  await page.evaluate(() => {
    const push = history.pushState.bind(history)
    history.pushState = (...change) => {
      history.pushState = push
      push(...change)
      setTimeout(() => {
        const destination = document.querySelector<HTMLSelectElement>('select[name=moving_to]')!
        destination.value = 'GB'
        destination.dispatchEvent(new Event('change', { bubbles: true }))
      })
    }
  })
  await page.getByLabel('I am moving from').selectOption({ label: 'India' })
  await expect(page).toHaveURL('/mentors?moving_from=IN&moving_to=GB')
  await page.getByLabel('Sort by').selectOption('Newest')
  await expect(page).toHaveURL('/mentors?moving_from=IN&moving_to=GB&order=newest')
})

test('going back and forward shows in the form what the address says', async ({ page }) => {
  await page.goto('/mentors')
  await scriptsRun(page)
  const from = page.getByLabel('I am moving from')
  await from.selectOption({ label: 'India' })
  await expect(page).toHaveURL('/mentors?moving_from=IN')
  await from.selectOption({ label: 'Nepal' })
  await expect(page).toHaveURL('/mentors?moving_from=NP')
  await page.goBack()
  await expect(from).toHaveValue('IN')
  await page.goForward()
  await expect(from).toHaveValue('NP')
  await page.getByRole('link', { name: 'Mentors', exact: true }).first().click()
  await expect(page).toHaveURL('/mentors')
  await expect(from).toHaveValue('')
})

for (const scripts of ['with', 'without'] as const) {
  test(
    `the rest of a long filter is drawn when it is opened, ${scripts} scripts`,
    longIf(scripts === 'without'),
    async ({ newVisitor }) => {
      const page = await newVisitor({ javaScriptEnabled: scripts === 'with', viewport: { width: 1440, height: 900 } })
      await page.goto('/mentors')
      if (scripts === 'with') await scriptsRun(page)
      const origins = page.getByRole('group', { name: 'Moved from' })
      await expect(origins.getByRole('checkbox')).toHaveCount(4)
      await origins.getByRole('button', { name: /^Show \d+ more$/ }).click()
      await expect.poll(() => origins.getByRole('checkbox').count()).toBeGreaterThan(10)
      if (scripts === 'with') {
        await expect(origins.locator('summary')).toBeFocused()
        await origins.getByRole('checkbox').last().check()
        await expect(page).toHaveURL(/\/mentors\?origin=[A-Z]{2}$/)
      } else {
        await expect(page).toHaveURL(/[?&]open=origin\b/)
      }
    },
  )
}
