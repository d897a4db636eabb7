/** For tests of payouts: sessions that were held and are due, mentors who said where to pay, an admin. */
import { settleCheckout } from '#server/bookings/settlement/settle'
import { savePayee } from '#server/payouts/payees'
import { clientFrom, signUp } from '../accounts/accounts.ts'
import { bookTuesday, TUESDAY } from '../bookings/requests.ts'
import type { TestApp } from '../product/app.ts'
import { payCheckout } from './checkout.ts'

/** As the domain reads it from a form. */
export const PAYEE = {
  name: 'Ada Lovelace',
  country: 'GB',
  account: 'GB82 WEST 1234 5698 7654 32',
  bankCode: '',
  address: '12 St James’s Square, London',
}

/** An actor with one network address. */
export async function someone(test: TestApp, email?: string) {
  const { session } = await signUp(test, email ? { email } : {})
  return { session, client: clientFrom('203.0.113.7') }
}

/** A session without an account's row, for code that needs only the session. Its identity was just confirmed. */
export function actingAs(accountId: string, provenAt: Date | null = null) {
  const person = {
    name: 'June Park',
    email: 'june@example.com',
    emailVerified: true,
    picture: null,
    role: 'admin' as const,
  }
  const rest = {
    sessionId: '',
    mentorId: null,
    timeZone: null,
    destination: null,
    language: null,
    secondFactor: false,
    provenAt,
  }
  return { session: { accountId, ...person, ...rest }, client: clientFrom('203.0.113.7') }
}

/** Gives a mentor an account of their own and says where to pay them. */
export async function withPayee(test: TestApp, mentorId: string, payee = PAYEE): Promise<void> {
  const by = await someone(test, `mentor-${mentorId.slice(0, 8)}@example.com`)
  await test.db.updateTable('mentors').set({ accountId: by.session.accountId }).where('id', '=', mentorId).execute()
  await savePayee(test.app, { mentorId, payee }, by)
}

/** A session on Tuesday that was paid. Returns the booking's id. */
export async function sell(
  test: TestApp,
  mentor: { id: string; name: string },
  changes: { date?: string; time?: string; email?: string } = {},
): Promise<string> {
  const checkout = await bookTuesday(test, { mentor, ...changes })
  await payCheckout(test, checkout)
  await settleCheckout(test.app, checkout)
  const booking = test.db.selectFrom('bookings').select('id').where('checkoutId', '=', checkout)
  return (await booking.executeTakeFirstOrThrow()).id
}

/** Completes every confirmed session, and moves the clock to a week after them. */
export async function holdSessions(test: TestApp): Promise<void> {
  await test.db.updateTable('bookings').set({ status: 'completed' }).where('status', '=', 'confirmed').execute()
  await test.db.deleteFrom('claims').execute()
  test.clock.time = new Date(new Date(TUESDAY).getTime() + 7 * 86_400_000)
}
