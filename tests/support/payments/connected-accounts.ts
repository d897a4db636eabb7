/** For tests of payouts by transfer: mentors with accounts at the payment service. */
import type { Stripe } from 'stripe'
import { openOnboarding, refreshAccount } from '#server/payouts/connect/accounts'
import { findAccount } from '#server/payouts/connect/accounts-queries'
import { addMentor, type TestApp } from '../product/app.ts'
import { createSdk, openCheckoutElsewhere, payCheckout } from './checkout.ts'
import { someone } from './payouts.ts'

/** A mentor with an account here, who has just confirmed who they are. */
export async function addOwner(test: TestApp, email = 'ada@example.com', mentor: Parameters<typeof addMentor>[1] = {}) {
  const { session, client } = await someone(test, email)
  const { id: mentorId, name } = await addMentor(test, mentor)
  await test.db.updateTable('mentors').set({ accountId: session.accountId }).where('id', '=', mentorId).execute()
  return { session: { ...session, mentorId }, client, mentor: { id: mentorId, name } }
}
export type Owner = Awaited<ReturnType<typeof addOwner>>

/** Opens the service's form and returns its address. */
export async function openForm(test: TestApp, owner: Owner, country = 'GB'): Promise<string> {
  const opened = await openOnboarding(test.app, owner, country)
  if (!opened.ok) throw new Error(opened.error.code)
  return opened.value.url
}

export async function readStored(test: TestApp, { session }: Owner) {
  const account = await findAccount(test.db, session.mentorId)
  if (!account) throw new Error('No account')
  return account
}

/** Ends the form so, and reads the account as the return does. Returns its id. */
export async function onboard(test: TestApp, owner: Owner, outcome: 'finish' | 'review' | 'document' | 'reject') {
  await openForm(test, owner)
  const { accountId } = await readStored(test, owner)
  await test.stripe.control.onboard(accountId, outcome)
  await refreshAccount(test.app, accountId)
  return accountId
}

/** Transfers £40.00 to an account, past the product, and has the service pay it out. Returns the payout's id. */
export async function payOutAtService(test: TestApp, account: string): Promise<string> {
  const checkout = await openCheckoutElsewhere(test, { bookingId: 'elsewhere' })
  await payCheckout(test, checkout, '4000 0000 0000 0077') // Its money is available at once.
  const sdk = createSdk(test.stripe)
  const { payment_intent } = await sdk.checkout.sessions.retrieve(checkout, { expand: ['payment_intent'] })
  const charge = String((payment_intent as Stripe.PaymentIntent).latest_charge)
  const transfer = { amount: 4_000, currency: 'gbp', destination: account, source_transaction: charge }
  await sdk.transfers.create(transfer)
  return (await test.stripe.control.payOut(account))[0]!
}
