/** axe as our pages need it: without a second page for frames, which none of ours has. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

type Options = Parameters<AxeBuilder['options']>[0]

/** Reports violations in full. Passes are not collected: on a long page that takes twice as long as looking. */
export const axeOn = (page: Page, options: Options = {}): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], ...options })

/** Looks at the page as it stands. */
export async function expectNoViolation(page: Page, axe = axeOn(page), what?: string): Promise<void> {
  const { violations } = await axe.analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    what,
  ).toEqual([])
}
