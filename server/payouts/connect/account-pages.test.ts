import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Session } from '#domain/accounts/account'
import { listTransfersOfMentor } from '#server/payouts/connect/transfer-list-queries'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { callStripe, SHORT_TIMEOUT } from '#server/payments/stripe/timeout'
import { readPlatformBalance } from '#server/payouts/connect/platform-balance'
import { queueTransfers } from '#server/payouts/connect/queue-transfers'
import { makePayoutBatch } from '#server/payouts/payouts'
import { savePayee } from '#server/payouts/payees'
import { inLanguage } from '#server/platform/language/language'
import { readConnectPage } from '../../../app/views/payments/connect-page.ts'
import { readDeskMoney } from '../../../app/views/payments/desk-money.ts'
import {
  describeSetup,
  handleOnboardingRefresh,
  handleOnboardingReturn,
  handlePayoutAccountForm,
  readPayoutAccount,
} from '../../../app/views/payments/payout-account.ts'
import { unreachablePayments } from '../../../tests/support/payments/checkout.ts'
import {
  addOwner,
  onboard,
  openForm,
  readStored,
  type Owner,
} from '../../../tests/support/payments/connected-accounts.ts'
import { holdSessions, PAYEE, sell, someone } from '../../../tests/support/payments/payouts.ts'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

/** Whose page of payouts is read. */
const ADMIN = { accountId: 'june', email: null, isAlone: false }

const turnOn = () => (test.app.config = { ...usual.config, PAYOUTS: 'connect', FEE_PERCENT: 10 })

async function owner(email?: string, name?: string): Promise<Owner> {
  turnOn()
  return addOwner(test, email, name ? { name } : {})
}

const part = (ada: Owner, payeeCountry: string | null = null) =>
  readPayoutAccount(test.app, ada.session, { zone: 'Europe/London', payeeCountry })
const send = (ada: Owner, typed: Record<string, string>) => handlePayoutAccountForm(test.app, ada, typed)
const proven = (session: Session & { mentorId: string }) => ({ ...session, provenAt: test.clock.time })

describe('the part “Set up payouts” of the desk', () => {
  it('is missing where mentors are paid in batches alone, and so are its buttons', async () => {
    const ada = await addOwner(test)
    expect(await part(ada)).toBeNull()
    for (const intent of ['set-up', 'dashboard']) expect(await send(ada, { intent, accountCountry: 'GB' })).toBeNull()
    expect(await handleOnboardingReturn(test.app, ada.session)).toBe('/desk/money')
    expect(await handleOnboardingRefresh(test.app, ada)).toEqual({ to: '/desk/money' })
  })

  it('offers the countries that transfers reach, and the one of the bank details first', async () => {
    const ada = await owner()
    const offered = await part(ada, 'FR')
    expect(offered).toMatchObject({ setUp: 'Set up payouts', country: 'FR', notServed: null, hasDashboard: false })
    const codes = offered!.countries!.map(({ code }) => code)
    expect(codes).toContain('US')
    expect(codes).not.toContain('NG')
  })

  it('offers the country that the mentor moved to, if there are no bank details', async () => {
    const ada = await owner()
    const move = { position: 0, fromCity: 'Lagos', fromCountry: 'NG', toCity: 'Lyon', toCountry: 'FR' }
    await test.db
      .insertInto('moves')
      .values({ mentorId: ada.mentor.id, ...move, purpose: 'work', year: 2020 })
      .execute()
    expect(await part(ada)).toMatchObject({ country: 'FR' })
  })

  it('tells mentors whom transfers do not reach how they are paid', async () => {
    const ada = await owner()
    const setup = await part(ada, 'NG')
    expect(setup).toMatchObject({ country: '', setUp: 'Set up payouts' })
    expect(setup!.notServed).toContain('Nigeria: Stripe can’t pay accounts there')
    const problem = { sentence: expect.stringContaining('Nothing was set up'), country: 'NG' }
    expect(await send(ada, { intent: 'set-up', accountCountry: 'NG' })).toMatchObject({ problem, status: 400 })
    const missing = { field: 'Choose the country' }
    expect(await send(ada, { intent: 'set-up', accountCountry: '' })).toMatchObject({ problem: missing, status: 400 })
  })

  it.each([
    ['review', 'Stripe is checking your details.', null, []],
    ['document', 'Stripe needs more from you before', 'Give Stripe the details', ['a photo of your ID or passport']],
    ['finish', 'Payouts are set up.', null, []],
    ['reject', 'Stripe has rejected your account.', 'Set up another account', []],
  ] as const)('says after the form’s outcome “%s”: %s', async (outcome, sentence, setUp, required) => {
    const ada = await owner()
    await onboard(test, ada, outcome)
    const shown = await part(ada)
    expect(shown).toMatchObject({ sentence: expect.stringContaining(sentence), setUp, required: [...required] })
    expect(shown!.hasDashboard).toBe(outcome !== 'reject')
    expect(shown!.countries === null).toBe(outcome !== 'reject')
    expect(shown!.reason).toBe(outcome === 'reject' ? 'Its reason is suspected fraud.' : null)
    expect(shown!.takesTransfers).toBe(outcome === 'finish')
  })

  it('says that transfers go on until the deadline of what is required', async () => {
    const ada = await owner()
    await onboard(test, ada, 'finish')
    const dueBy = new Date('2030-02-01T12:00:00Z')
    await test.db
      .updateTable('connectedAccounts')
      .set({ due: ['individual.dob.day'], dueBy })
      .execute()
    expect(await part(ada)).toMatchObject({
      sentence: 'Stripe needs more from you. For now, we keep transferring what you earn.',
      requiredHead: 'Required by 1 February 2030',
      required: ['your date of birth'],
    })
    const spanish = await inLanguage('es', () => part(ada))
    expect(spanish).toMatchObject({ required: ['tu fecha de nacimiento'], setUp: 'Dar los datos a Stripe' })
  })

  it('leads to the form, and to the dashboard of their own account', async () => {
    const ada = await owner()
    const url = expect.stringContaining('/sandbox/connect/setup/')
    expect(await send(ada, { intent: 'set-up', accountCountry: 'GB' })).toEqual({ url })
    expect(await part(ada)).toMatchObject({ setUp: 'Continue setup', countries: null, hasDashboard: false })
    const none = { status: 409, problem: { sentence: expect.stringContaining('no Stripe account to open') } }
    expect(await send(ada, { intent: 'dashboard' })).toMatchObject(none)
    await onboard(test, ada, 'finish')
    expect(await send(ada, { intent: 'dashboard' })).toMatchObject({ url: expect.stringContaining('/sandbox/') })
    expect(await send(ada, { intent: 'delete' })).toBeNull()
  })

  it('says what to do when Stripe is unavailable, when it was opened too often, and before identity is confirmed', async () => {
    const ada = await owner()
    const typed = { intent: 'set-up', accountCountry: 'GB' }
    test.app.payments = unreachablePayments
    expect(await send(ada, typed)).toMatchObject({
      status: 503,
      problem: {
        sentence: 'We can’t reach Stripe right now. Nothing was lost. Try again in a few minutes.',
        country: 'GB',
      },
    })
    test.app.payments = usual.payments
    const stale = { ...ada, session: { ...ada.session, provenAt: null } }
    expect(await send(stale, typed)).toMatchObject({ status: 403, problem: { unproven: true } })
    for (let time = 2; time <= 10; time += 1) await send(ada, typed)
    const problem = { sentence: 'You’ve opened Stripe too often. Try again in 60 minutes.' }
    expect(await send(ada, typed)).toMatchObject({ status: 429, retryAfter: 3_600, problem })
  })
})

describe('the way back from Stripe', () => {
  it('reads what was entered there, and says so if it cannot', async () => {
    const ada = await owner()
    await openForm(test, ada)
    const { accountId } = await readStored(test, ada)
    await test.stripe.control.onboard(accountId, 'finish')
    test.app.payments = unreachablePayments
    expect(await handleOnboardingReturn(test.app, ada.session)).toBe('/desk/money?setup=unread')
    expect(describeSetup('unread')).toContain('What you entered there is safe')
    test.app.payments = usual.payments
    expect(await handleOnboardingReturn(test.app, ada.session)).toBe('/desk/money')
    expect(await readStored(test, ada)).toMatchObject({ transfers: 'active' })
  })

  it('gives a new link for one that was used up, after confirming identity if that is long ago', async () => {
    const ada = await owner()
    expect(await handleOnboardingRefresh(test.app, ada)).toEqual({ to: '/desk/money' })
    await openForm(test, ada)
    expect(await handleOnboardingRefresh(test.app, ada)).toEqual({ url: expect.stringContaining('/setup/') })
    test.clock.forward(20)
    const confirm = { to: '/account/confirm?next=%2Fdesk%2Fmoney%2Frefresh' }
    expect(await handleOnboardingRefresh(test.app, ada)).toEqual(confirm)
    test.app.payments = unreachablePayments
    const again = { ...ada, session: proven(ada.session) }
    expect(await handleOnboardingRefresh(test.app, again)).toEqual({ to: '/desk/money?setup=unavailable' })
    expect(describeSetup('unavailable')).toContain('We can’t reach Stripe')
  })

  it('says nothing for what is not among its codes', () => {
    for (const code of [null, '', 'constructor', 'x']) expect(describeSetup(code)).toBeNull()
  })
})

/** Two sessions that were held: of a mentor with an account, and of one without. `booking`: the first. */
async function earnBoth() {
  const [ada, mary] = [await owner(), await owner('mary@example.com', 'Mary Somerville')]
  await onboard(test, ada, 'finish')
  const booking = await sell(test, ada.mentor)
  await sell(test, mary.mentor)
  await holdSessions(test)
  return { ada, mary, booking }
}

describe('the admins’ page of payouts', () => {
  const read = () => readConnectPage(test.app, 'Europe/London', ADMIN)

  it('shows what is owed by transfer and by batch, what the balance holds, and what to top up', async () => {
    await earnBoth()
    const before = await read()
    expect(before!.balances).toEqual([
      {
        currency: expect.any(String),
        figures: [
          { name: 'Owed by transfer', amount: '£40.50', note: expect.any(String) },
          { name: 'Owed by batch', amount: '£40.50', note: expect.any(String) },
          { name: 'Balance at Stripe', amount: '£90.00', note: '£0.00 more is pending' },
        ],
        topUp: null,
      },
    ])
    await test.stripe.control.emptyBalance()
    const [emptied] = (await read())!.balances
    expect(emptied!.topUp).toContain('Top up £40.50 at Stripe.')
  })

  it('opens without the balance while Stripe gives no answer', async () => {
    await earnBoth()
    test.app.payments = unreachablePayments
    const page = await read()
    expect(page!.balances[0]!.figures.map(({ amount }) => amount)).toEqual(['£40.50', '£40.50', 'Unavailable'])
    expect(page!.balances[0]!.topUp).toBeNull()
  })

  it('waits for the balance no longer than for one call', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const read = readPlatformBalance({ readBalance: () => callStripe(() => new Promise<never>(() => {})) })
    await vi.advanceTimersByTimeAsync(SHORT_TIMEOUT.timeout)
    expect(await read).toBeNull()
  })

  it('lists accounts with what Stripe requires, and transfers of the last days with why one was refused', async () => {
    const { ada, mary } = await earnBoth()
    await onboard(test, { ...mary, session: proven(mary.session) }, 'document')
    const listed = (await read())!.accounts.map(({ name, state, details }) => [name, state, details])
    expect(listed).toEqual([
      ['Ada Lovelace', 'Active', null],
      ['Mary Somerville', 'Details required', 'Stripe requires a photo of your ID or passport.'],
    ])
    await test.stripe.control.transfers({ call: 'transfer', code: 'balance_insufficient', times: 1 })
    await queueTransfers(test.app)
    await test.runJobs()
    const refused = (await read())!.transfers
    expect(refused).toMatchObject([{ name: 'Ada Lovelace', amount: '£40.50', again: { refusals: 1, own: null } }])
    expect(refused[0]!.state).toMatch(/^Stripe refused it: the platform’s balance is too low. Queued again, /)
    expect(
      (await readConnectPage(test.app, 'Europe/London', { ...ADMIN, accountId: ada.session.accountId }))!,
    ).toMatchObject({
      transfers: [{ again: { own: 'another' } }],
    })
    await test.hastenRetries()
    await test.runJobs()
    expect((await read())!.transfers).toMatchObject([{ state: expect.stringMatching(/^Transferred, /), again: null }])
    test.clock.forward(8 * 1_440)
    expect((await read())!.transfers).toEqual([])
    expect(await listTransfersOfMentor(test.db, mary.mentor.id, 10)).toEqual([])
    expect(await listTransfersOfMentor(test.db, ada.mentor.id, 10)).toHaveLength(1)
  })

  it('shows nothing of this where mentors are paid in batches alone', async () => {
    expect(await readConnectPage(test.app, 'Europe/London', ADMIN)).toBeNull()
  })
})

describe('a mentor’s list of payouts', () => {
  const shown = async ({ session }: Owner) =>
    (await readDeskMoney(test.app, session, 'Europe/London')).payouts.map((each) =>
      [each.amount, each.sessions, each.state].join(', '),
    )

  it('has transfers, batches and what was taken back, and nothing of others', async () => {
    const { ada, mary, booking } = await earnBoth()
    await savePayee(test.app, { mentorId: mary.mentor.id, payee: PAYEE }, { ...mary, session: proven(mary.session) })
    await makePayoutBatch(test.app, await someone(test, 'admin@example.com'), 'GBP')
    await queueTransfers(test.app)
    expect(await shown(ada)).toEqual(['£40.50, 1 booking, Being transferred since 15 January 2030'])
    await test.runJobs()
    expect(await shown(ada)).toEqual(['£40.50, 1 booking, Transferred 15 January 2030'])
    expect(await shown(mary)).toEqual(['£40.50, 1 booking, Being transferred since 15 January 2030'])

    const payment = test.db.selectFrom('bookings').select(['checkoutId', 'paymentIntent']).where('id', '=', booking)
    const { checkoutId, paymentIntent } = await payment.executeTakeFirstOrThrow()
    test.clock.forward(1_440)
    await test.stripe.control.refund(checkoutId!, 4_500)
    await settleRefunds(test.app, paymentIntent!)
    await queueTransfers(test.app)
    await test.runJobs()
    const [takenBack, ...rest] = await shown(ada)
    expect(takenBack).toBe('−£40.50, , Taken back after a refund, 16 January 2030')
    expect(rest).toHaveLength(1)
    expect((await readConnectPage(test.app, 'Europe/London', ADMIN))!.transfers.map(({ amount }) => amount)).toEqual([
      '−£40.50',
      '£40.50',
    ])
  })
})
