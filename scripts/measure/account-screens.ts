/** Screens of signed-in people. */
import type { Page } from '@playwright/test'
import { bookUpToPayment, expect, expectSuccess, isIdle, payByCard, PAYS, priya } from '../../tests/e2e/fixtures.ts'
import { makeAccount, newPerson } from '../../tests/support/accounts/account-journey.ts'

/** `whole`: capture the full page, not only the viewport. `widths`: in px; by default all. */
export type Screen = { name: string; open: (page: Page) => Promise<void>; whole?: boolean; widths?: number[] }

/** A page as it is after its scripts have started, and the zone of its visitor is known. */
export const at = (path: string) => async (page: Page) => {
  await page.goto(path)
  await isIdle(page)
}

/** Of a signed-in account. */
const ofAccount = (path: string) => async (page: Page) => {
  await makeAccount(page)
  await at(path)(page)
}

export const ACCOUNT_SCREENS: Screen[] = [
  ...[
    ['account-picture', '/account/picture'],
    ['account-security', '/account/security'],
    ['account-second-step', '/account/second-step'],
    ['account-profile', '/profile'],
  ].map(([name = '', path = '']) => ({ name, open: ofAccount(path) })),
  {
    name: 'account',
    open: async (page) => {
      const person = await makeAccount(page)
      await bookUpToPayment(page, 'Wanjiru Kamau', { ...priya, email: person.email })
      await payByCard(page, PAYS)
      await expectSuccess(page)
      await at('/account')(page)
    },
  },
  {
    name: 'account-nothing',
    open: async (page) => {
      await makeAccount(page, newPerson('Wolfeschlegelsteinhausenbergerdorff'))
      await at('/account')(page)
      await page.getByLabel('Name', { exact: true }).fill('')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'account-set-up',
    open: async (page) => {
      const { password } = await makeAccount(page)
      await at('/account/second-step')(page)
      await page.getByLabel('Your password').fill(password)
      await page.getByRole('button', { name: 'Go on' }).click()
      await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    },
  },
]
