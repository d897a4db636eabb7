/** Pages in the reader's language: how they are chosen, and that a journey stays in one. */
import type { Page } from '@playwright/test'
import { TRANSLATIONS } from '../../messages/languages.ts'
import { expect, newContact, payByCard, PAYS, scriptsRun, stepsRun, test } from './fixtures.ts'
import { spills } from './public-pages.ts'

/** Fails on a page in another language. The hosted page of the payment service is not ours. */
function watchLanguage(page: Page): string[] {
  const strayed: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (!/^\/(es(\/|$)|sandbox\/|c\/pay)/.test(pathname)) strayed.push(pathname)
  })
  return strayed
}

const expectSpanish = async (page: Page) => expect(page.locator('html')).toHaveAttribute('lang', 'es')

test('a visitor finds a mentor, books, pays and opens the booking in Spanish', async ({ page }) => {
  const strayed = watchLanguage(page)
  const visitor = newContact()
  await page.goto('/es')
  await scriptsRun(page)
  const heading = page.getByRole('heading', { level: 1 })
  const home = await heading.innerText()
  const list = page.getByRole('link', { name: 'Mentores', exact: true }).first()
  await list.click()
  await expect(page).toHaveURL(/\/es\/mentors$/)
  await page.getByRole('banner').getByRole('link', { name: 'Landfall' }).click()
  await expect(page).toHaveURL(/\/es$/)
  await expect(heading).toHaveText(home, { useInnerText: true })
  await list.click()
  await expect(page).toHaveURL(/\/es\/mentors$/)
  await page.getByRole('searchbox', { name: 'Buscar mentores' }).fill('tunde')
  await page.getByRole('searchbox', { name: 'Buscar mentores' }).press('Enter')
  await expect(page).toHaveURL(/\/es\/mentors\?q=tunde$/)
  await page.getByRole('link', { name: 'Ver perfil: Tunde Adeyemi' }).click()
  await expect(page).toHaveURL(/\/es\/mentors\/tunde-adeyemi/)
  await expectSpanish(page)

  await page.getByRole('button', { name: 'Reservar: Tunde Adeyemi' }).click()
  const dialog = page.getByRole('dialog')
  const days = dialog.getByRole('button', { name: /[3-9] horarios libres$/ })
  await expect(dialog.getByRole('button', { name: /\d horarios? libres?/ }).first()).toBeVisible()
  if ((await days.count()) === 0) await dialog.getByRole('button', { name: 'Mes siguiente' }).first().click()
  await days.last().click()
  await page.locator('dialog input[name=at]:enabled').first().check()
  await dialog.getByRole('button', { name: 'Siguiente', exact: true }).click()
  await dialog.getByLabel('Nombre completo').fill(visitor.name)
  await dialog.getByRole('textbox', { name: 'Correo' }).fill(visitor.email)
  await dialog.getByRole('textbox', { name: 'Teléfono' }).fill(visitor.phone)
  await dialog.getByRole('checkbox', { name: /^Acepto los términos/ }).check()
  await dialog.getByRole('button', { name: /^Pagar / }).click()

  await payByCard(page, PAYS)
  await expect(page.getByRole('heading', { name: 'Pago realizado' })).toBeVisible()
  await expect(page).toHaveURL(/\/es\/success\?/)
  await page.getByRole('link', { name: 'Abrir tu reserva' }).click()
  await expect(page).toHaveURL(/\/es\/bookings\/B-[\w-]+$/)
  await expectSpanish(page)
  expect(strayed).toEqual([])

  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Idioma/ })
    .click()
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await expect(page, 'a booking opens in every language by one link').toHaveURL(/^[^/]*\/\/[^/]+\/bookings\/B-[\w-]+$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
})

test('the switch keeps the page, its filters and what was typed', async ({ page }) => {
  await page.goto('/mentors?q=tunde&order=price')
  await scriptsRun(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Language/ })
    .click()
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page).toHaveURL(/\/ar\/mentors\?q=tunde&order=price$/)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')

  await page.goto('/es/mentors/tunde-adeyemi/book')
  await stepsRun(page)
  await page.locator('a[href*="book?session="]').first().click()
  await page.locator('input[name=at]:enabled').first().check()
  await page.getByRole('button', { name: 'Siguiente', exact: true }).click()
  await page.getByLabel('Nombre completo').fill('Priya Sharma')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Idioma/ })
    .click()
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await expect(page).toHaveURL(/^[^/]*\/\/[^/]+\/mentors\/tunde-adeyemi\/book\?/)
  await expect(page.getByLabel('Full name')).toHaveValue('Priya Sharma')
})

test('the header is one row in every language, as a bar or with a menu', async ({ page }) => {
  const height = async () => (await page.getByRole('banner').locator('> div').first().boundingBox())?.height
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 600 })
    await page.goto('/faq')
    const inEnglish = await height()
    for (const language of TRANSLATIONS) {
      await page.goto(`/${language.toLowerCase()}/faq`)
      expect(await height(), `${language} at ${width} px`).toBe(inEnglish)
      expect(await spills(page), `${language} at ${width} px`).toEqual([])
    }
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the switch, its memory and the offer of the reader’s language work', async ({ page, newVisitor }) => {
    await page.goto('/mentors?q=tunde')
    await page.getByRole('contentinfo').getByRole('button', { name: 'Language' }).click()
    await page.getByRole('button', { name: 'Español' }).click()
    await expect(page).toHaveURL(/\/es\/mentors\?q=tunde$/)
    await page.goto('/faq')
    await page.getByRole('button', { name: '¿Ver en español?' }).click()
    await expect(page).toHaveURL(/\/es\/faq$/)
    await expect(page.getByRole('button', { name: '¿Ver en español?' })).toHaveCount(0)

    const reader = await newVisitor({ locale: 'fr-CA', javaScriptEnabled: false })
    await reader.goto('/faq')
    await expect(reader.locator('html')).toHaveAttribute('lang', 'en-GB')
    await reader.getByRole('button', { name: 'Non merci' }).click()
    await expect(reader).toHaveURL(/\/faq$/)
    await reader.goto('/about')
    await expect(reader.getByRole('button', { name: 'Voir en français ?' })).toHaveCount(0)
  })
})
