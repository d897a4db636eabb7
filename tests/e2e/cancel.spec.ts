import {
  bookUpToPayment,
  chooseSession,
  chooseTime,
  expect,
  expectDetails,
  expectSuccess,
  holdByApi,
  isTaken,
  newContact,
  next,
  openBooking,
  pay,
  terms,
  test,
  typeDetails,
  completePayment,
} from './fixtures.ts'

test('turning back on the payment page releases the hold, and choosing the time again restores all that was typed', async ({
  page,
  request,
}) => {
  const visitor = newContact()
  const at = await bookUpToPayment(page, 'Fiona Brennan', visitor)
  const forged = 'A'.repeat(43)
  expect((await page.request.get(`/cancel?hold=${forged}`)).ok()).toBe(true)
  const restored = await page.request.get(`/mentors/fiona-brennan/book?again=${forged}`)
  expect(await restored.text()).not.toContain(visitor.email)
  expect(await isTaken(request, 'fiona-brennan', at), 'another secret gives nothing back').toBe(true)

  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible()
  expect(await isTaken(request, 'fiona-brennan', at)).toBe(false)
  await page.getByRole('link', { name: 'Choose this time again' }).click()
  await expectDetails(page, visitor)
  await expect(terms(page)).not.toBeChecked()
  await expect(pay(page)).toBeDisabled()
  await terms(page).check()
  await pay(page).click()
  const cancel = (await page.getByRole('link', { name: 'Cancel' }).getAttribute('href'))!
  await completePayment(page)

  await page.goto(cancel)
  await expectSuccess(page)
  expect(await isTaken(request, 'fiona-brennan', at), 'what is paid cannot be given back').toBe(true)
})

test.describe('two visitors who want one hour', () => {
  test.use({ expected: /status of 409/ })

  test('one of them holds it, the other is led back with the three nearest free times', async ({ page, request }) => {
    const visitor = newContact()
    await openBooking(page, 'Harpreet Gill')
    await chooseSession(page)
    const at = await chooseTime(page)
    await holdByApi(request, 'harpreet-gill', newContact(), at)
    await next(page).click()
    await typeDetails(page, visitor)
    await pay(page).click()

    const alert = page.getByRole('alert')
    await expect(alert).toContainText('That time was just booked.')
    await expect(alert).toBeFocused()
    const offered = alert.getByRole('button')
    await expect(offered).toHaveCount(3)
    await expect(page.locator(`input[name=at][value="${at}"]`)).toBeDisabled()

    await offered.first().click()
    await expectDetails(page, visitor)
    await pay(page).click()
    await completePayment(page)
  })
})
