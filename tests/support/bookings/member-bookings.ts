/** Sessions that members book and pay with their account. */
import type { Session } from '#domain/accounts/account'
import { holdSlot } from '#server/bookings/holds/hold'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { payCheckout } from '../payments/checkout.ts'
import { addMentor, type TestApp } from '../product/app.ts'
import { holdRequest } from './requests.ts'

type When = { day?: number | undefined; hour?: number | undefined; sessionTypeId?: string | undefined }

/** A session on a day of January 2030 at this hour UTC, with a new mentor unless a session type is given. Returns its id. */
export async function bookAsMember(
  test: TestApp,
  { session }: { session: Session },
  { day = 8, hour = 9, sessionTypeId }: When = {},
): Promise<string> {
  const type = sessionTypeId ?? (await addMentor(test)).sessionTypeIds[0]!
  const startsAt = new Date(Date.UTC(2030, 0, day, Math.floor(hour), (hour % 1) * 60))
  const typed = { name: session.name, email: session.email, phone: '+44 7700 900123', topic: 'Priya’s plans', startsAt }
  const held = await holdSlot(test.app, holdRequest(type, typed), undefined, session.accountId)
  if (!held.ok) throw new Error(held.error.code)
  await payCheckout(test, held.value.checkoutId!)
  await settleCheckout(test.app, held.value.checkoutId!)
  const { id } = await test.db
    .selectFrom('bookings')
    .select('id')
    .where('checkoutId', '=', held.value.checkoutId)
    .executeTakeFirstOrThrow()
  return id
}
