/** Every screen of the product, and how to open it. */
import type { Page } from '@playwright/test'
import {
  findBookingLink,
  bookUpToPayment,
  chooseDay,
  chooseSession,
  chooseTime,
  expect,
  expectSuccess,
  mailsTo,
  next,
  openBooking,
  pay,
  payByCard,
  PAYS,
  priya,
  scriptsRun,
  newContact,
  typeDetails,
} from '../../tests/e2e/fixtures.ts'
import { ACCOUNT_SCREENS, at, type Screen } from './account-screens.ts'

const [MENTOR, MENTOR_NAME] = ['wanjiru-kamau', 'Wanjiru Kamau'] as const

const pages: Screen[] = [
  ['home', '/'],
  ['home-moving', '/?moving_from=IN&moving_to=GB'],
  ['home-landing', '/?moving_to=AU'],
  ['mentors', '/mentors'],
  ['mentors-found', '/mentors?q=an'],
  ['mentors-filtered', '/mentors?destination=AU&language=en&experience=5&order=price'],
  ['mentors-moving', '/mentors?moving_from=IN&moving_to=GB&speaks=hi'],
  ['mentors-none', '/mentors?q=no-such-name'],
  ['mentors-no-crossing', '/mentors?origin=IN&destination=NL'],
  ['mentor', `/mentors/${MENTOR}`],
  ['mentor-without-sessions', '/mentors/diego-fuentes'],
  ['mentor-missing', '/mentor_profile'],
  ['saved', '/saved'],
  ['cohorts', '/cohorts'],
  ['cohort-sample', '/CohortDetailsPage'],
  ['about', '/about'],
  ['faq', '/faq'],
  ['api', '/api/docs'],
  ['currency', '/currency'],
  ['terms', '/terms'],
  ['privacy', '/privacy'],
  ['ui', '/ui'],
  ['become-a-mentor', '/become-a-mentor'],
  ['admin-sign-in', '/AdminLogin'],
  ['page-sign-in', '/sign-in'],
  ['page-sign-up', '/sign-up'],
  ['second-step', '/sign-in/code'],
  ['forgot-password', '/forgot-password'],
  ['link-over', '/set-password'],
  ['not-found', '/nowhere'],
  ['book-session', `/mentors/${MENTOR}/book`],
  ['join-waitlist', '/mentors/diego-fuentes/waiting'],
  ['waiting-over', '/waiting'],
  ['result-none', '/success'],
  ['result-cancel', '/cancel'],
  ['result-problem', '/problem'],
].map(([name = '', path = '']) => ({ name, open: at(path) }))

const opened: Screen[] = [
  {
    name: 'booking-page',
    open: openBooked,
  },
  {
    name: 'booking-cancel',
    open: async (page) => {
      await openBooked(page)
      await page.getByRole('link', { name: 'Cancel', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Cancel this session?' })).toBeVisible()
    },
  },
  {
    name: 'booking-cancelled',
    open: async (page) => {
      await openBooked(page)
      await page.goto(`${page.url()}/cancel`)
      await page.getByRole('button', { name: /^Cancel and refund/ }).click()
      await expect(page.getByText('This session is cancelled')).toBeVisible()
    },
  },
  {
    name: 'booking-receipt',
    open: async (page) => {
      await openBooked(page)
      await page.goto(`${page.url()}/receipt`)
    },
  },
  { name: 'booking-find', open: at('/bookings') },
  {
    name: 'saved-some',
    open: async (page) => {
      for (const name of ['ananya-rao', 'diego-fuentes', 'linh-nguyen']) {
        await at(`/mentors/${name}`)(page)
        await scriptsRun(page)
        await page.getByRole('button', { name: /^Save / }).click()
        await expect(page.getByText('Saved.')).toBeVisible()
      }
      await at('/saved')(page)
    },
  },
  {
    name: 'mentor-saved',
    whole: false,
    open: async (page) => {
      await at('/mentors/ananya-rao?moving_from=IN&moving_to=GB')(page)
      await scriptsRun(page)
      await page.getByRole('button', { name: /^Save / }).click()
      await expect(page.getByText('Saved.')).toBeVisible()
    },
  },
  {
    name: 'menu',
    whole: false,
    widths: [360],
    open: async (page) => {
      await at('/mentors')(page)
      await page.getByRole('button', { name: 'Menu' }).click()
    },
  },
  { name: 'sign-in', whole: false, open: openSignIn },
  {
    name: 'sign-up',
    whole: false,
    open: async (page) => {
      await openSignIn(page)
      await page.getByRole('dialog').getByRole('radio', { name: 'Sign up' }).check()
    },
  },
  {
    name: 'sign-in-refused',
    whole: false,
    open: async (page) => {
      await openSignIn(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Email').fill(priya.email)
      await dialog.getByLabel('Password', { exact: true }).fill('not what it was at all')
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'page-sign-up-refused',
    open: async (page) => {
      await at('/sign-up')(page)
      await page.getByRole('main').getByLabel('Password', { exact: true }).fill('short')
      await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
      await expect(page.getByText('Enter your name')).toBeVisible()
    },
  },
  { name: 'sign-up-sent', open: async (page) => void (await askToSignUp(page)) },
  {
    name: 'verify-email',
    open: async (page) => {
      const { email } = await askToSignUp(page)
      const [mail] = await mailsTo(page.request, email)
      await at(/\/verify-email\?token=[\w-]+/.exec(mail!.text)![0])(page)
    },
  },
  {
    name: 'faq-open',
    open: async (page) => {
      await at('/faq')(page)
      await page.locator('summary').first().click()
    },
  },
]

/** Books and pays a session, and opens it by the link of its email. */
async function openBooked(page: Page): Promise<void> {
  const visitor = newContact()
  await bookUpToPayment(page, MENTOR_NAME, visitor)
  await payByCard(page, PAYS)
  await expectSuccess(page)
  await page.goto(await findBookingLink(page.request, visitor.email))
}

async function openSignIn(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await at('/mentors')(page)
  await page.getByRole('button', { name: 'Sign Up / Login' }).click()
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible()
}

async function askToSignUp(page: Page): Promise<{ email: string }> {
  const { name, email } = newContact()
  await at('/sign-up')(page)
  const form = page.getByRole('main')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill('kettle orbit ninety ferns')
  await form.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  return { email }
}

async function openTimes(page: Page): Promise<void> {
  await openBooking(page, MENTOR_NAME)
  await chooseSession(page)
}

async function openDetails(page: Page): Promise<void> {
  await openTimes(page)
  await chooseTime(page)
  await next(page).click()
}

/** Slots with every second one taken. */
async function takeEverySecond(page: Page): Promise<void> {
  await page.route('**/booking?*', async (route) => {
    const answer = await route.fetch()
    const offer = (await answer.json()) as { slots: { taken: boolean }[] }
    const slots = offer.slots.map((slot, index) => ({ ...slot, taken: index % 2 === 1 }))
    await route.fulfill({ response: answer, json: { ...offer, slots } })
  })
}

const dialogs: Omit<Screen, 'whole'>[] = [
  {
    name: 'booking-loading',
    open: async (page) => {
      await at('/mentors')(page)
      await page.route('**/booking', () => {}) // Never responds.
      await page.getByRole('link', { name: `Book Now: ${MENTOR_NAME}` }).click()
      await expect(page.getByText('Loading sessions and times')).toBeVisible()
    },
  },
  {
    name: 'booking-failed',
    open: async (page) => {
      await at('/mentors')(page)
      await page.route('**/booking', (route) => route.abort())
      await page.getByRole('link', { name: `Book Now: ${MENTOR_NAME}` }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'booking-sessions', open: (page) => openBooking(page, MENTOR_NAME) },
  { name: 'booking-no-sessions', open: async (page) => void (await page.goto('/mentors/diego-fuentes/book')) },
  { name: 'booking-times', open: openTimes },
  {
    name: 'booking-time-chosen',
    open: async (page) => {
      await takeEverySecond(page)
      await openTimes(page)
      await chooseTime(page).catch(() => page.locator('input[name=at]:enabled').first().check())
    },
  },
  {
    name: 'booking-zones',
    open: async (page) => {
      await openTimes(page)
      await page.getByRole('link', { name: 'Change time zone' }).click()
      await page.getByRole('combobox', { name: 'Your time zone' }).fill('man')
      await expect(page.getByRole('option', { name: 'Manchester' })).toBeVisible()
    },
  },
  { name: 'booking-details', open: openDetails },
  {
    name: 'booking-filled',
    open: async (page) => {
      await openDetails(page)
      await typeDetails(page, priya)
    },
  },
  {
    name: 'booking-refused',
    open: async (page) => {
      await openDetails(page)
      await typeDetails(page, { ...priya, email: 'not an address' })
      await pay(page).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'booking-processing',
    open: async (page) => {
      await openDetails(page)
      await typeDetails(page, priya)
      await page.route('**/booking', () => {}) // Never responds.
      await pay(page).click()
      await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
    },
  },
]

/** The mentee's page of a link that someone else pays with, for a time later than links may hold only a share of. Gives the link. */
async function openPayLink(page: Page): Promise<string> {
  await at(`/mentors/${MENTOR}/book`)(page)
  await chooseSession(page)
  await page.getByRole('button', { name: 'Next month' }).first().click()
  await chooseDay(page, 'last')
  await page.locator('input[name=at]:enabled').first().check()
  await next(page).click()
  await typeDetails(page, newContact())
  await page.getByRole('button', { name: 'Someone else pays' }).click()
  return page.getByLabel('Link for the person who pays').inputValue()
}

const journeys: Screen[] = [
  {
    name: 'book-times',
    open: async (page) => {
      await at(`/mentors/${MENTOR}/book`)(page)
      await chooseSession(page)
    },
  },
  {
    name: 'book-details',
    open: async (page) => {
      await at(`/mentors/${MENTOR}/book`)(page)
      await chooseSession(page)
      await chooseTime(page)
      await next(page).click()
    },
  },
  {
    name: 'payment',
    open: async (page) => {
      await bookUpToPayment(page, MENTOR_NAME, newContact())
    },
  },
  { name: 'pay-link', open: async (page) => void (await openPayLink(page)) },
  { name: 'pay-link-payer', open: async (page) => void (await page.goto(await openPayLink(page))) },
  {
    name: 'pay-link-paid',
    open: async (page) => {
      const link = await openPayLink(page)
      await page.goto(link)
      await pay(page).click()
      await payByCard(page, PAYS)
      await expectSuccess(page) // In the browser that booked. Others see the payer's page.
      await page.context().clearCookies()
      await page.goto(link)
    },
  },
  {
    name: 'pay-link-ended',
    open: async (page) => {
      const link = await openPayLink(page)
      await page.getByText('Release this time').click()
      await page.getByRole('button', { name: 'Release the time' }).click()
      await expect(page.getByText('You released this time')).toBeVisible()
      await page.goto(link)
    },
  },
  { name: 'sandbox', open: async (page) => void (await page.goto('/sandbox')) },
  { name: 'sandbox-mail', open: async (page) => void (await page.goto('/sandbox/mail')) },
  {
    name: 'sandbox-letter',
    open: async (page) => {
      await askToSignUp(page)
      await page.goto('/sandbox/mail')
      await page.getByRole('main').getByRole('link').first().click()
      await expect(page.getByText('HTML source')).toBeVisible()
    },
  },
  {
    name: 'booking-held',
    whole: false,
    open: async (page) => {
      await bookUpToPayment(page, 'Fiona Brennan', newContact())
      await openBooking(page, 'Fiona Brennan')
      await chooseSession(page)
      await expect(page.getByText(/held for you until/)).toBeVisible()
    },
  },
  {
    name: 'result-success',
    open: async (page) => {
      await bookUpToPayment(page, MENTOR_NAME, newContact())
      await payByCard(page, PAYS)
      await expectSuccess(page)
    },
  },
  {
    name: 'result-confirming',
    open: async (page) => {
      await bookUpToPayment(page, MENTOR_NAME, newContact())
      await page.goto(`/success?session_id=${page.url().split('/').at(-1)}`)
      await scriptsRun(page)
    },
  },
  {
    name: 'result-given-up',
    open: async (page) => {
      await bookUpToPayment(page, MENTOR_NAME, newContact())
      await page.getByRole('link', { name: 'Cancel' }).click()
      await expect(page.getByRole('link', { name: 'Choose this time again' })).toBeVisible()
    },
  },
  {
    name: 'result-countdown',
    open: async (page) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await page.clock.install()
      await page.goto('/problem')
      await scriptsRun(page)
      await expect(page.getByText(/in 5 s$/)).toBeVisible()
    },
  },
]

export const SCREENS: Screen[] = [
  ...pages,
  ...ACCOUNT_SCREENS,
  ...opened,
  ...dialogs.map((screen) => ({ ...screen, whole: false })),
  ...journeys,
]
