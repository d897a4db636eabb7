/** Sessions that are booked and paid, for tests of what follows. */
import type { NotNull } from 'kysely'
import type { AuditActor } from '#server/accounts/audit-queries'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { signUpAdmin } from '../accounts/accounts.ts'
import { payCheckout } from '../payments/checkout.ts'
import type { TestApp } from '../product/app.ts'
import { bookTuesday, TUESDAY } from './requests.ts'

/** When the booked session begins and ends. */
export const START = new Date(TUESDAY)
export const END = new Date(START.getTime() + 60 * 60_000)

export const VISITOR: AuditActor = { kind: 'visitor', address: null }

/** A confirmed and paid session on Tuesday from 9:00 to 10:00 UTC, with a new mentor unless one is given. */
export async function confirmedSession(
  test: TestApp,
  options: Parameters<typeof bookTuesday>[1] = {},
): Promise<{ id: string; reference: string; mentorId: string; checkoutId: string }> {
  const checkoutId = await bookTuesday(test, options)
  await payCheckout(test, checkoutId)
  await settleCheckout(test.app, checkoutId)
  const booking = await test.db
    .selectFrom('bookings')
    .select(['id', 'reference', 'mentorId'])
    .where('checkoutId', '=', checkoutId)
    .$narrowType<{ mentorId: NotNull }>()
    .executeTakeFirstOrThrow()
  return { ...booking, checkoutId }
}

/** A payment that comes when the session begins, and so must go back. Its refund is queued and not sent. Returns the checkout's id. */
export async function payTooLate(test: TestApp): Promise<string> {
  const checkoutId = await bookTuesday(test)
  test.clock.time = START
  await test.stripe.control.payLate(checkoutId)
  await settleCheckout(test.app, checkoutId)
  return checkoutId
}

/** Sets the clock this many seconds after an instant. */
export function setClock({ clock }: Pick<TestApp, 'clock'>, instant: Date, { minutes = 0, seconds = 0 } = {}): void {
  clock.time = new Date(instant.getTime() + minutes * 60_000 + seconds * 1_000)
}

/** The emails whose subject holds these words, newest first. Run the jobs before. */
export function mailsAbout(test: TestApp, words: string) {
  return test.mails().then((mails) => mails.filter(({ subject }) => subject.includes(words)))
}

/** An admin, as workflows name who decides. */
export async function addDecider(test: TestApp): Promise<{ accountId: string; actor: AuditActor }> {
  const { session } = await signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
  const { accountId } = session
  return { accountId, actor: { kind: 'account', accountId, address: null } }
}
