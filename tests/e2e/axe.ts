/** axe as our pages need it: without a second page for frames, which none of ours has. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Options = Parameters<AxeBuilder['options']>[0]

/** What is wrong is told in full. What is right is not collected: on a long page that takes twice as long as looking. */
export const axeOn = (page: Page, options: Options = {}): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], ...options })
