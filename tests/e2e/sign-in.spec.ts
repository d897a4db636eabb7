/** The ways in, as they stand: the header's dialog, its script and the fields of a password. */
import { expect, isIdle, scriptsRun, test } from './fixtures.ts'
import { main, openDialog, opener, password } from './people.ts'

test('pages of signing in are kept by no cache and listed by no index', async ({ request }) => {
  for (const path of ['/sign-in', '/sign-up', '/sign-in/code', '/forgot-password', '/set-password', '/verify-email']) {
    const headers = (await request.get(path)).headers()
    expect(headers['cache-control'], path).toBe('private, no-store')
    expect(headers['x-robots-tag'], path).toBe('noindex')
  }
})

test('a password can be pasted, shown and hidden, and password managers know which it is', async ({ page }) => {
  await page.goto('/sign-in')
  await scriptsRun(page)
  const form = main(page)
  await expect(form.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await expect(password(form)).toHaveAttribute('autocomplete', 'current-password')
  await password(form).focus()
  await page.evaluate(() => document.execCommand('insertText', false, ' pasted  words '))
  await expect(password(form)).toHaveValue(' pasted  words ')
  await expect(password(form)).toHaveAttribute('type', 'password')
  await form.getByRole('button', { name: 'Show password' }).click()
  await expect(password(form)).toHaveAttribute('type', 'text')
  await form.getByRole('button', { name: 'Show password' }).click()
  await expect(password(form)).toHaveAttribute('type', 'password')
  await page.goto('/sign-up')
  await expect(password(form)).toHaveAttribute('autocomplete', 'new-password')
})

test.describe('what the dialog holds', () => {
  test.use({ expected: /ERR_FAILED/ })

  test('is fetched when a visitor is about to open it, and kept while they change their mind', async ({ page }) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    const account = () => fetched.filter((path) => /\/account-[\w-]+\.js$/.test(path)).length
    await page.goto('/faq')
    await isIdle(page)
    expect(account()).toBe(0)
    await opener(page).hover()
    await expect.poll(account).toBeGreaterThan(0)
    const dialog = await openDialog(page)
    await dialog.getByLabel('Email').fill('r@example.com')
    await dialog.getByRole('radio', { name: 'Sign up' }).check()
    await expect(dialog.getByLabel('Email')).toHaveValue('r@example.com')
    await expect(password(dialog)).toHaveAttribute('autocomplete', 'new-password')
  })

  test('leads to the page where it cannot be fetched', async ({ page }) => {
    await page.goto('/faq')
    await scriptsRun(page)
    const script = /\/account-[\w-]+\.js$/
    await page.route(script, (route) => route.abort())
    await page.route('/sign-in', async (route) => {
      await page.unroute(script) // Whole pages are fetched anew, with all that they name.
      await route.continue()
    })
    await opener(page).click()
    await expect(page).toHaveURL('/sign-in')
    await scriptsRun(page)
    await expect(password(main(page))).toBeVisible()
  })
})
