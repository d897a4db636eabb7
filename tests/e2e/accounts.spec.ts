/** Accounts: signing up, in and out, in the header's dialog and on pages, with scripts and without. */
import { LONG } from '../support/halves.ts'
import { expect, mailsTo, scriptsRun, test } from './fixtures.ts'
import {
  mailedLink,
  main,
  newPerson,
  openDialog,
  opener,
  password,
  profileIcon,
  signOut,
  signUp,
  typeIn,
} from './people.ts'

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

  await signOut(page)
  await expect(page).toHaveURL('/')
  await expect(profileIcon(page)).toBeHidden()
})

test.describe('when something is refused', () => {
  test.use({ expected: /status of 40[0134]/ })

  test('the dialog says so in an alert, keeps the address, and lets in at once with the right password', async ({
    page,
    request,
  }) => {
    const ravi = newPerson()
    await signUp(page, request, ravi)
    await signOut(page)
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

  test('an address without an account gets the same response as a wrong password', LONG, async ({ page, request }) => {
    const ravi = newPerson()
    await signUp(page, request, ravi)
    await signOut(page)
    const heard: string[] = []
    for (const person of [newPerson(), { ...ravi, password: 'not what it was at all' }]) {
      await page.goto('/sign-in')
      await typeIn(main(page), person)
      await main(page).getByRole('button', { name: 'Sign in', exact: true }).click()
      heard.push(await page.getByRole('alert').innerText())
    }
    expect(heard[0]).toBe(heard[1])
  })

  test('every field that is empty has its message, and the first has the focus', async ({ page }) => {
    await page.goto('/sign-up')
    await scriptsRun(page)
    await main(page).getByRole('button', { name: 'Sign up' }).click()
    await expect(main(page).getByLabel('Name')).toHaveAccessibleDescription('Enter your name')
    await expect(main(page).getByLabel('Email')).toHaveAccessibleDescription(/Enter your email address$/)
    await expect(password(main(page))).toHaveAccessibleDescription(/Choose a password$/)
    await expect(main(page).getByLabel('Name')).toBeFocused()
  })

  test('a forgotten password is replaced by an emailed link, once, and the old one opens nothing', async ({
    page,
    request,
  }) => {
    const ravi = newPerson()
    await signUp(page, request, ravi)
    await signOut(page)
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

    await signOut(page)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible()
    await page.goto('/sign-in')
    await typeIn(main(page), ravi)
    await main(page).getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await password(main(page)).fill('seven lanterns under gravel')
    await main(page).getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(profileIcon(page)).toBeVisible()
  })

  test('signing up with an address that has an account shows the same page, and its owner is notified', async ({
    page,
    request,
    newVisitor,
  }) => {
    const ravi = newPerson()
    await signUp(page, request, ravi)
    const other = await newVisitor()
    await other.goto('/sign-up')
    await main(other).getByLabel('Name').fill('Someone else')
    await typeIn(main(other), ravi)
    await main(other).getByRole('button', { name: 'Sign up' }).click()
    await expect(other.getByText(`Check your email: we have sent a link to ${ravi.email}`)).toBeVisible()
    await expect
      .poll(async () => (await mailsTo(request, ravi.email)).map(({ subject }) => subject))
      .toContain('You already have an account at Landfall')
  })

  test('a link that a stranger requested shows nothing they typed, and its reader chooses name and password', async ({
    page,
    request,
  }) => {
    const ravi = newPerson()
    await page.goto('/sign-up')
    await main(page).getByLabel('Name').fill('Win 500 pounds at evil.test')
    await typeIn(main(page), { ...ravi, password: 'a stranger has typed this' })
    await main(page).getByRole('button', { name: 'Sign up' }).click()
    const link = await mailedLink(request, ravi.email, '/verify-email')
    await page.goto(link)
    expect(await page.content()).not.toContain('evil.test')
    await password(main(page)).fill(ravi.password)
    await page.getByRole('button', { name: `Confirm ${ravi.email}` }).click()
    await expect(password(main(page))).toHaveAccessibleDescription(/isn’t the password you chose with this link/)
    await page.getByRole('link', { name: 'Choose your name and password' }).click()
    await main(page)
      .getByRole('button', { name: `Confirm ${ravi.email}` })
      .click()
    await expect(main(page).getByLabel('Name')).toHaveAccessibleDescription('Enter your name')
    await main(page).getByLabel('Name').fill(ravi.name)
    await password(main(page)).fill('Summer2026!!')
    await main(page)
      .getByRole('button', { name: `Confirm ${ravi.email}` })
      .click()
    await expect(password(main(page))).toHaveAccessibleDescription(/This password is easy to guess/)
    await expect(main(page).getByLabel('Name')).toHaveValue(ravi.name)
    await password(main(page)).fill(ravi.password)
    await main(page)
      .getByRole('button', { name: `Confirm ${ravi.email}` })
      .click()
    await expect(page.getByRole('button', { name: `Your account, ${ravi.name}` })).toBeVisible()
  })

  test(
    'the admin sign-in answers a member with Invalid admin credentials, and requires both fields',
    LONG,
    async ({ page, request }) => {
      const ravi = newPerson()
      await signUp(page, request, ravi)
      await signOut(page)
      await page.goto('/AdminLogin')
      await scriptsRun(page)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(main(page).getByLabel('Email')).toHaveAccessibleDescription('Enter your email address')
      await expect(password(main(page))).toHaveAccessibleDescription('Enter your password')
      for (const person of [ravi, newPerson(), { ...ravi, email: 'admin' }]) {
        await page.goto('/AdminLogin')
        await typeIn(main(page), person)
        const responded = page.waitForResponse((answer) => answer.request().method() === 'POST')
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await expect(page.getByRole('alert')).toHaveText('Invalid admin credentials')
        expect((await responded).status()).toBe(401)
      }
      await page.goto('/')
      await expect(profileIcon(page)).toBeHidden()
    },
  )

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('a visitor signs up, out, and in again from the header’s button', async ({ page, request }) => {
      const ravi = newPerson()
      await signUp(page, request, ravi)
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

test('signing in leads on to paths of this site only', async ({ page, request }) => {
  const ravi = newPerson()
  await signUp(page, request, ravi)
  const origin = new URL(page.url()).origin
  const form = { email: ravi.email, password: ravi.password }
  for (const next of ['//evil.test', '/\\evil.test', 'https:evil.test', 'https://evil.test/', '/%0d%0a\r\nx', '']) {
    const address = `/sign-in?next=${encodeURIComponent(next)}`
    const answer = await request.post(address, { form, headers: { origin }, maxRedirects: 0 })
    expect(answer.status()).toBe(303)
    expect(answer.headers()['location'], next).toBe('/')
  }
  const known = await request.get('/sign-in?next=//evil.test', { maxRedirects: 0 })
  expect(known.headers()['location'], 'who is signed in already').toBe('/')
  await page.goto('/sign-in?next=/faq')
  await expect(page).toHaveURL('/faq')
})

test('following a link to sign out does nothing', LONG, async ({ page, request }) => {
  await signUp(page, request, newPerson())
  await page.goto('/sign-out')
  await expect(page).toHaveURL('/')
  await expect(profileIcon(page)).toBeVisible()
})
