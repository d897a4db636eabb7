/** Accounts: signing up, in and out, in the header's dialog and on pages, with scripts and without. */
import { makeAccount } from '../support/accounts/account-journey.ts'
import { LONG } from '../support/halves.ts'
import { expect, scriptsRun, test } from './fixtures.ts'
import { mailedLink, main, newPerson, openDialog, opener, password, profileIcon, signOut, typeIn } from './people.ts'

test('a visitor signs up in the dialog, confirms by email, and is back where they were', async ({ page, request }) => {
  const ravi = newPerson()
  await page.goto('/mentors?q=linh')
  await scriptsRun(page)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Be Our Mentor' })).toBeHidden()
  const dialog = await openDialog(page)
  await dialog.getByRole('radio', { name: 'Sign up' }).check()
  await dialog.getByLabel('Name').fill(ravi.name)
  await typeIn(dialog, ravi)
  await dialog.getByRole('button', { name: 'Sign up' }).click()
  await expect(dialog.locator(':focus')).toContainText(`Check your email: we have sent a link to ${ravi.email}`)

  const link = await mailedLink(request, ravi.email, '/verify-email')
  await page.goto(link)
  await expect(profileIcon(page)).toBeHidden()
  await password(main(page)).fill(ravi.password)
  await page.getByRole('button', { name: `Confirm ${ravi.email}` }).click()
  await expect(page).toHaveURL('/mentors?q=linh')
  await expect(page.getByRole('button', { name: 'Your account, Ravi Menon' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Be Our Mentor' })).toBeVisible()
  await expect(opener(page)).toBeHidden()

  await page.goto('/sign-out')
  await expect(page).toHaveURL('/')
  await expect(profileIcon(page), 'a link signs no one out').toBeVisible()
  await signOut(page)
  await expect(page).toHaveURL('/')
  await expect(profileIcon(page)).toBeHidden()
})

test.describe('when something is refused', () => {
  test.use({ expected: /status of 40[0134]/ })

  test('the dialog says so in an alert, keeps the address, and lets in at once with the right password', async ({
    page,
    newVisitor,
  }) => {
    const ravi = await makeAccount(await newVisitor())
    await page.goto('/faq')
    await scriptsRun(page)
    const dialog = await openDialog(page)
    await typeIn(dialog, { ...ravi, password: 'not what it was at all' })
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('That email and password don’t match.')
    await expect(dialog.getByLabel('Email')).toHaveValue(ravi.email)
    await password(dialog).fill(ravi.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(profileIcon(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL('/faq')
  })

  test('a forgotten password is replaced by an emailed link, once', async ({ page, request, newVisitor }) => {
    const ravi = await makeAccount(await newVisitor())
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible() // The page before has such a field, too.
    await page.getByLabel('Email').fill(ravi.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText(`Check your email: we have sent a link to ${ravi.email}`)).toBeVisible()

    const link = await mailedLink(request, ravi.email, '/set-password')
    await page.goto(link)
    await expect(main(page)).toContainText(`For ${ravi.email}`)
    const field = page.getByLabel('New password', { exact: true })
    await field.fill('passwordpassword')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(field).toHaveAccessibleDescription(/This password is easy to guess/)
    await field.fill('seven lanterns under gravel')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(profileIcon(page)).toBeVisible()

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible()
  })

  test(
    'each empty field has its message; a link that a stranger requested shows nothing they typed, and its reader chooses name and password',
    LONG,
    async ({ page, request }) => {
      const ravi = newPerson()
      await page.goto('/sign-up')
      await scriptsRun(page)
      const send = main(page).getByRole('button', { name: 'Sign up' })
      await send.click()
      await expect(main(page).getByLabel('Name')).toHaveAccessibleDescription('Enter your name')
      await expect(main(page).getByLabel('Email')).toHaveAccessibleDescription(/Enter your email address$/)
      await expect(password(main(page))).toHaveAccessibleDescription(/Choose a password$/)
      await expect(main(page).getByLabel('Name')).toBeFocused()

      await main(page).getByLabel('Name').fill('Win 500 pounds at evil.test')
      await typeIn(main(page), { ...ravi, password: 'a stranger has typed this' })
      await send.click()
      const link = await mailedLink(request, ravi.email, '/verify-email')
      await page.goto(link)
      expect(await page.content()).not.toContain('evil.test')
      const confirm = main(page).getByRole('button', { name: `Confirm ${ravi.email}` })
      await password(main(page)).fill(ravi.password)
      await confirm.click()
      await expect(password(main(page))).toHaveAccessibleDescription(/isn’t the password you chose with this link/)
      await page.getByRole('link', { name: 'Choose your name and password' }).click()
      await confirm.click()
      await expect(main(page).getByLabel('Name')).toHaveAccessibleDescription('Enter your name')
      await main(page).getByLabel('Name').fill(ravi.name)
      await password(main(page)).fill('Summer2026!!')
      await confirm.click()
      await expect(password(main(page))).toHaveAccessibleDescription(/This password is easy to guess/)
      await expect(main(page).getByLabel('Name')).toHaveValue(ravi.name)
      await password(main(page)).fill(ravi.password)
      await confirm.click()
      await expect(page.getByRole('button', { name: `Your account, ${ravi.name}` })).toBeVisible()
    },
  )

  test(
    'the admin sign-in answers a member with Invalid admin credentials, and requires both fields',
    LONG,
    async ({ page, newVisitor }) => {
      const member = await makeAccount(await newVisitor())
      await page.goto('/AdminLogin')
      await scriptsRun(page)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(main(page).getByLabel('Email')).toHaveAccessibleDescription('Enter your email address')
      await expect(password(main(page))).toHaveAccessibleDescription('Enter your password')
      await typeIn(main(page), member)
      const responded = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText('Invalid admin credentials')
      expect((await responded).status()).toBe(401)
      await page.goto('/')
      await expect(profileIcon(page)).toBeHidden()
    },
  )

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('a visitor signs up, out, and in again from the header’s button', LONG, async ({ page, request }) => {
      const ravi = newPerson()
      await page.goto('/sign-up')
      await main(page).getByLabel('Name').fill(ravi.name)
      await typeIn(main(page), ravi)
      await main(page).getByRole('button', { name: 'Sign up' }).click()
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
      await page.goto(await mailedLink(request, ravi.email, '/verify-email'))
      await password(main(page)).fill(ravi.password)
      await page.getByRole('button', { name: `Confirm ${ravi.email}` }).click()
      await expect(profileIcon(page)).toBeVisible()
      await signOut(page)
      await page.goto('/mentors?q=linh')
      await opener(page).click()
      await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Show password' })).toBeHidden()
      await typeIn(main(page), { ...ravi, password: 'not what it was at all' })
      await main(page).getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('alert')).toContainText('That email and password don’t match.')
      await expect(main(page).getByLabel('Email')).toHaveValue(ravi.email)
      await expect(password(main(page))).toHaveValue('')
      await password(main(page)).fill(ravi.password)
      await main(page).getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page).toHaveURL('/mentors?q=linh')
      await expect(profileIcon(page)).toBeVisible()
    })
  })
})
