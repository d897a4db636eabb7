/** People with accounts, and what several journeys do on the way to them. */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { makeAccount, type Person } from '../support/accounts/account-journey.ts'
import { expect, mailsTo } from './fixtures.ts'

export type { Person }

export const newPerson = (): Person => ({
  name: 'Ravi Menon',
  email: `r.${randomUUID()}@example.com`,
  password: 'kettle orbit ninety ferns',
})

export const opener = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign Up / Login' })
export const profileIcon = (page: Page) => page.getByRole('button', { name: /^Your account, / })
export const main = (page: Page) => page.getByRole('main')
export const password = (form: Locator) => form.getByLabel('Password', { exact: true })

/** The path of the emailed link to one of our pages. */
export async function mailedLink(request: APIRequestContext, email: string, to: string): Promise<string> {
  const links: string[] = []
  await expect
    .poll(async () => {
      for (const { text } of await mailsTo(request, email)) links.push(...(text.match(/\/[a-z-]+\?token=[\w-]+/) ?? []))
      return links.some((link) => link.startsWith(to))
    })
    .toBe(true)
  return links.find((link) => link.startsWith(to))!
}

export async function typeIn(form: Locator, person: Person): Promise<void> {
  await form.getByLabel('Email').fill(person.email)
  await password(form).fill(person.password)
}

/** Who has an account and is signed in with this browser, on the page of the account. */
export async function signUp(page: Page, _request: APIRequestContext, person: Person): Promise<void> {
  await makeAccount(page, person)
  await page.goto('/account')
  await expect(profileIcon(page)).toBeVisible()
}

export async function signOut(page: Page): Promise<void> {
  await profileIcon(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(opener(page)).toBeVisible()
}

export async function openDialog(page: Page): Promise<Locator> {
  await opener(page).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in or sign up' })
  await expect(dialog.getByLabel('Email')).toBeVisible()
  return dialog
}
