/** Everything that matters also works in a browser that runs no scripts. */
import {
  chooseSession,
  chooseTime,
  expect,
  expectDetails,
  holdByApi,
  isTaken,
  mailsTo,
  next,
  pay,
  newContact,
  terms,
  test,
  typeDetails,
  chooseUpToDetails,
  completePayment,
} from './fixtures.ts'

test.use({ javaScriptEnabled: false })

test('a visitor searches, books, pays and gets the confirmation by email', async ({ page, request }) => {
  const visitor = newContact()
  await page.goto('/mentors')
  await page.getByRole('searchbox', { name: 'Search mentors' }).fill('linh')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('link', { name: 'Book Now: Linh Nguyen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a session' })).toBeVisible()
  await chooseSession(page)
  await expect(page.getByText('Mentor’s time: Amsterdam')).toBeVisible()
  await page.getByRole('link', { name: 'Choose your time zone' }).click()
  await page.getByLabel('Your time zone').selectOption({ label: 'Kathmandu' })
  await page.getByRole('main').getByRole('button', { name: 'Use' }).click()
  await expect(page.getByText('Your time: Kathmandu')).toBeVisible()
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(next(page)).toBeHidden()
  const at = await chooseTime(page)
  await next(page).click()
  await typeDetails(page, visitor)
  await pay(page).click()
  await completePayment(page)
  await expect(page.getByText(/\d\d:\d\d in Amsterdam/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible()
  expect(await mailsTo(request, visitor.email)).toHaveLength(1)
  expect(await isTaken(request, 'linh-nguyen', at)).toBe(true)
})

test.describe('what the server refuses', () => {
  test.use({ expected: /status of (400|409)/ })

  test('every field that needs another look has its message, and what was typed stays', async ({ page, request }) => {
    const visitor = newContact()
    await page.goto('/mentors/maria-jose-rangel/book')
    await chooseUpToDetails(page)
    await page.getByRole('textbox', { name: 'Email' }).fill('visitor@nowhere')
    await page.getByLabel('What would you like to talk about?').fill('Flats in Auckland')
    await pay(page).click()
    const summary = page.getByRole('alert')
    await expect(summary.getByRole('link')).toHaveCount(4)
    await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Enter your full name')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(/Enter an email address/)
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription(/Enter your phone number$/)
    await expect(terms(page)).toHaveAccessibleDescription(/Accept the terms to continue$/)
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('visitor@nowhere')
    await expect(page.getByLabel('What would you like to talk about?')).toHaveValue('Flats in Auckland')

    await summary.getByRole('link', { name: 'Enter your full name' }).click()
    await expect(page.getByLabel('Full name')).toBeFocused()
    await typeDetails(page, visitor)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.locator('input[name=at]:checked')).toHaveCount(1)
    await page
      .getByRole('button', { name: /[1-9] free times?$/ })
      .last()
      .click()
    const time = page.locator('input[name=at]:enabled').last()
    await time.check()
    const at = await time.inputValue()
    await next(page).click()
    await expectDetails(page, visitor)
    expect(page.url()).not.toContain('example.com')
    await terms(page).check()
    await pay(page).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible()
    expect(await isTaken(request, 'maria-jose-rangel', at)).toBe(false)
    await page.getByRole('link', { name: 'Choose this time again' }).click()
    await expectDetails(page, visitor)
  })

  test('a slot that was just taken leads back to step 1 with three others, and the details are kept', async ({
    page,
    request,
  }) => {
    const visitor = newContact()
    await page.goto('/mentors/lukasz-wisniewski/book')
    const at = await chooseUpToDetails(page)
    await typeDetails(page, visitor)
    await holdByApi(request, 'lukasz-wisniewski', newContact(), at)
    await pay(page).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('That time was just booked.')
    await expect(alert.getByRole('button')).toHaveCount(3)
    expect(page.url()).not.toContain(encodeURIComponent(visitor.email))

    await alert.getByRole('button').last().click()
    await expectDetails(page, visitor)
    expect(page.url()).not.toContain(encodeURIComponent(visitor.email))
    await terms(page).check()
    await pay(page).click()
    await expect(page.getByLabel('Card number')).toBeVisible()
  })
})

test('choosing a time zone leads back to this site only', async ({ request }) => {
  for (const back of ['//evil.test', '/\\evil.test', 'https://evil.test/', '/%0d%0aSet-Cookie:x', 'mentors']) {
    const answer = await request.post('/zone', {
      form: { zone: 'Asia/Tokyo', back },
      headers: { origin: new URL(test.info().project.use.baseURL!).origin },
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(303)
    expect(answer.headers()['location']).toMatch(/^\/(?![/\\])/)
  }
})
