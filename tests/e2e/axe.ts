/** axe as our pages need it: without a second page for frames, which none of ours has. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { spills } from './public-pages.ts'

type Options = Parameters<AxeBuilder['options']>[0]

/** Reports violations in full. Passes are not collected: on a long page that takes twice as long as looking. */
export const axeOn = (page: Page, options: Options = {}): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], ...options })

/** What is wrong with the page as it stands, once its styles are there. */
export async function findViolations(page: Page, axe = axeOn(page)): Promise<string[]> {
  await page.waitForLoadState() // Words are there before the styles that make them visible.
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

export async function expectNoViolation(page: Page, axe = axeOn(page), what?: string): Promise<void> {
  expect(await findViolations(page, axe), what).toEqual([])
}

/** Axe finds nothing, and nothing is wider than the window: this one, or one of each of these widths. */
export async function expectAccessibleAndFitting(page: Page, widths: number[] = [], what = ''): Promise<void> {
  await expectNoViolation(page, axeOn(page), what)
  if (widths.length === 0) expect(await spills(page), what).toEqual([])
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await spills(page), `${what} at ${width} px`).toEqual([])
  }
}
