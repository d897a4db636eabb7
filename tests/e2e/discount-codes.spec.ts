/** Discount codes of the operator's: a scholarship on a phone, and a part of the price without scripts. */
import { addCode } from '../support/discounts/codes.ts'
import { openDataFolder } from '../support/accounts/written-people.ts'
import { expectNoViolation, expectAccessibleAndFitting } from './axe.ts'
import {
  chooseSession,
  chooseTime,
  expect,
  findBookingLink,
  mailsTo,
  newContact,
  next,
  openBooking,
  pay,
  typeDetails,
  chooseUpToDetails,
  completePayment,
} from './fixtures.ts'
import { onOwnProduct } from './own-product.ts'

const MENTOR = { name: 'Olena Kovalenko', slug: 'olena-kovalenko' }
const SINCE = new Date('2020-01-01T00:00:00Z')

const test = onOwnProduct(async (data) => {
  const db = await openDataFolder(data)
  await addCode({ db }, { code: 'SCHOLAR', validFrom: SINCE, maxRedemptions: 1 })
  await addCode({ db }, { code: 'SUMMER25', percent: 25, validFrom: SINCE })
  await db.destroy()
})

test.use({ expected: /status of 422/ }) // A code that is refused.

test('a scholar books with a code that pays for everything, and the next one cannot', async ({
  page,
  request,
  newVisitor,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const visitor = newContact()
  await openBooking(page, MENTOR.name)
  await chooseUpToDetails(page)
  await typeDetails(page, visitor)
  const price = (await pay(page).textContent())!.replace('Pay ', '')

  await page.getByText('Have a code?').click()
  const field = page.getByLabel('Discount code')
  await field.fill('SCHOLER')
  await field.press('Enter')
  await expect(page.getByText('This code doesn’t work here.')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('SCHOLER')
  await expectAccessibleAndFitting(page)

  await field.fill('scholar')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(`Code SCHOLAR: −${price}`)).toBeVisible()
  await expect(page.getByText('Free with your code')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove code SCHOLAR' })).toBeFocused()
  await expect(page.getByLabel('Full name')).toHaveValue(visitor.name)
  await expectNoViolation(page)
  await page.getByRole('button', { name: 'Remove code SCHOLAR' }).click()
  await expect(pay(page)).toHaveText(`Pay ${price}`)
  await page.getByText('Have a code?').click()
  await field.fill('SCHOLAR')
  await field.press('Enter')
  await page.getByRole('button', { name: 'Book for free' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()

  const other = await newVisitor({})
  await openBooking(other, MENTOR.name)
  await chooseSession(other)
  await chooseTime(other, 1)
  await next(other).click()
  await other.getByText('Have a code?').click()
  await other.getByLabel('Discount code').fill('SCHOLAR')
  await other.getByRole('button', { name: 'Apply' }).click()
  await expect(other.getByText('This code has been used up.')).toBeVisible()

  const [asked] = await mailsTo(request, visitor.email)
  await page.goto(/https?:\S+\/confirm\?hold=\S+/.exec(asked!.text)![0])
  await page.getByRole('button', { name: 'Book this session' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Session booked' })).toBeVisible()
  const facts = page.getByRole('main').locator('dl')
  await expect(facts).toContainText('Discount code SCHOLAR')
  await expect(facts).toContainText(`−${price}`)
  const mail = await expect
    .poll(async () => (await mailsTo(request, visitor.email)).find(({ subject }) => subject.startsWith('Booked: ')))
    .toBeTruthy()
    .then(async () => (await mailsTo(request, visitor.email)).find(({ subject }) => subject.startsWith('Booked: ')))
  expect(mail!.text).toContain(`Discount code SCHOLAR: −${price}`)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor pays less with a code, and what they typed stays', async ({ page, request }) => {
    const visitor = newContact()
    await page.goto(`/mentors/${MENTOR.slug}/book`)
    await chooseUpToDetails(page)
    await typeDetails(page, visitor)
    await page.getByText('Have a code?').click()
    await page.getByLabel('Discount code').fill('summer-26')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('This code doesn’t work here.')).toBeVisible()
    await page.getByLabel('Discount code').fill('summer-25')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText(/^Code SUMMER25: −/)).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue(visitor.name)
    const price = (await pay(page).textContent())!.replace('Pay ', '')
    await expect(page.getByText(`You pay ${price}`)).toBeVisible()
    await pay(page).click()
    await expect(page.getByText(price).first()).toBeVisible()
    await completePayment(page)
    await page.goto(await findBookingLink(request, visitor.email))
    await expect(page.getByText('Discount code SUMMER25')).toBeVisible()
  })
})
