/**
 * An account for a journey that is not about getting one: made by the product's own forms and email, without their
 * pages.
 */
import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { mailsTo } from '../../e2e/fixtures.ts'

export type Person = { name: string; email: string; password: string }

/** With an address that no other test has. */
export const newPerson = (name = 'Priya Sharma'): Person => ({
  name,
  email: `p.${randomUUID()}@example.com`,
  password: 'lantern orbit cactus 47',
})

/** Makes an account and leaves the page's browser signed in. */
export async function makeAccount(page: Page, person = newPerson()): Promise<Person> {
  const headers = { origin: await readOrigin(page) }
  const requested = await page.request.post('/sign-up', { form: { ...person }, headers })
  expect(requested.status(), await requested.text()).toBe(200)
  let link: string | undefined
  await expect
    .poll(async () => {
      const mails = await mailsTo(page.request, person.email)
      link = mails.map(({ text }) => /\/verify-email\?token=[\w-]+/.exec(text)?.[0]).find(Boolean)
      return link
    })
    .toBeTruthy()
  const followed = await page.request.post(link!, {
    form: { password: person.password },
    headers,
    maxRedirects: 0,
  })
  expect(followed.headers()['set-cookie']).toMatch(/session=/)
  return person
}

/** Signs in on the page for it, with scripts or without. Where it leads is the journey's to expect. */
export async function signInAs(page: Page, { email, password }: Person, next = '/account'): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
  await typeSignIn(page, { email, password })
}

/** On the page for it, wherever that leads. */
export async function typeSignIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Where the product answers, as the page's browser calls it. */
async function readOrigin(page: Page): Promise<string> {
  return new URL((await page.request.get('/robots.txt')).url()).origin
}
