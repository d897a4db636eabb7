/** Sign-in security: sessions, password, address, second step, passkeys. */
import type { CDPSession, Page } from '@playwright/test'
import { makeAccount, newPerson, signInAs } from '../support/accounts/account-journey.ts'
import { makeCode } from '../support/accounts/accounts.ts'
import { LONG } from '../support/halves.ts'
import { expect, scriptsRun, test } from './fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const part = (page: Page, name: string) => main(page).getByRole('region', { name })

test('a member sees where they are signed in, and signs out there', LONG, async ({ page, newVisitor }) => {
  const person = await makeAccount(page)
  const phone = await newVisitor({
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  })
  await signInAs(phone, person)
  await expect(phone.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()

  await page.goto('/account/security')
  await scriptsRun(page)
  const sessions = part(page, 'Where you are signed in').getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This one')
  await expect(sessions.last()).toContainText('Chrome on Android')
  await sessions
    .last()
    .getByRole('button', { name: /^Sign out Chrome on Android/ })
    .click()
  await expect(main(page).getByText('That browser was signed out.')).toBeVisible()
  await expect(sessions).toHaveCount(1)

  await phone.goto('/account')
  await expect(phone).toHaveURL('/sign-in?next=%2Faccount')
})

test.describe('a password and an address', () => {
  test.use({ expected: /status of 400/ })

  test('change only with the password', async ({ page }) => {
    const person = await makeAccount(page)
    const changed = { ...person, password: 'velvet anchor pigeon 93' }
    await page.goto('/account/security')
    await scriptsRun(page)
    const password = part(page, 'Password')
    const change = password.getByRole('button', { name: 'Change password' })
    await password.getByLabel('Password now').fill('not the password')
    await password.getByLabel('New password').fill(changed.password)
    await change.click()
    await expect(password.getByLabel('Password now')).toHaveAccessibleDescription('That password is wrong. Try again')
    await password.getByLabel('Password now').fill(person.password)
    await password.getByLabel('New password').fill(changed.password)
    await change.click()
    await expect(main(page).getByText('Password changed.')).toBeVisible()

    const moved = newPerson().email
    const email = part(page, 'Email address')
    await email.getByLabel('New email address').fill(moved)
    await email.getByLabel('Your password').fill(changed.password)
    await email.getByRole('button', { name: 'Send the link' }).click()
    await expect(main(page).getByText(`We have sent a link to ${moved}.`)).toBeVisible()
    await page.reload()
    await expect(part(page, 'Email address')).toContainText(person.email)
  })
})

test.describe('with a second step', () => {
  test.use({ expected: /status of 400/ })

  test('is turned on by a code of the app, which signing in then asks for, and off by the password', async ({
    page,
    newVisitor,
  }) => {
    test.slow() // Passwords are hashed on the way.
    const person = await makeAccount(page)
    await page.goto('/account/second-step')
    await scriptsRun(page)
    await page.getByLabel('Your password').fill(person.password)
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    const secret = (await page.locator('code').textContent())!.replaceAll(' ', '')
    const codes = (await page.getByLabel('Backup codes', { exact: true }).textContent())!.split('\n')
    expect(codes).toHaveLength(10)
    expect(page.url()).not.toContain(secret)
    await page.getByLabel('Code', { exact: true }).fill('12345')
    await page.getByRole('button', { name: 'Turn on second step' }).click()
    await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/Enter the six digits/)
    await page.getByLabel('Code', { exact: true }).fill(makeCode(`otpauth://totp/x?secret=${secret}`))
    await page.getByRole('button', { name: 'Turn on second step' }).click()
    await expect(main(page).getByText('Your second step is on.')).toBeVisible()

    const elsewhere = await newVisitor()
    await signInAs(elsewhere, person)
    await expect(elsewhere).toHaveURL(/^[^?]*\/sign-in\/code/)
    await elsewhere.goto('/account')
    await expect(elsewhere).toHaveURL(/\/sign-in\?next/)
    await page.getByLabel('Your password').fill(person.password)
    await page.getByRole('button', { name: 'Turn off second step' }).click()
    await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible()
  })
})

test.describe('a passkey', () => {
  // Passkeys belong to a name, and the address of these tests is a number.
  test.use({
    baseURL: async ({ baseURL }, use) => {
      await use(baseURL!.replace('127.0.0.1', 'localhost'))
    },
  })

  test('is added, opens the account, and is removed', async ({ page, context }) => {
    const person = await makeAccount(page)
    await page.goto('/account/security')
    await scriptsRun(page)
    await plugInAuthenticator(await context.newCDPSession(page))
    const passkeys = part(page, 'Passkeys')
    await expect(passkeys).toContainText('No passkeys yet.')
    await passkeys.getByLabel('Name of the passkey').fill('My laptop')
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(passkeys.getByText('Passkey added.')).toBeVisible()
    await expect(passkeys.getByRole('listitem')).toContainText('My laptop')

    await page.getByRole('button', { name: `Your account, ${person.name}` }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign Up / Login' })).toBeVisible()
    await page.goto('/sign-in?next=%2Faccount%2Fsecurity')
    await scriptsRun(page)
    await main(page).getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL('/account/security')
    await passkeys.getByRole('button', { name: 'Remove My laptop' }).click()
    await expect(main(page).getByText('Passkey removed.')).toBeVisible()
    await expect(passkeys).toContainText('No passkeys yet.')
  })
})

/** One that is built in and whose owner has shown who they are. */
async function plugInAuthenticator(session: CDPSession): Promise<void> {
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
