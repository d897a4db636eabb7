/** Holds with discount codes. */
import { holdSlot } from '#server/bookings/holds/hold'
import type { Db } from '#server/platform/db/connect'
import { startAt } from '../bookings/moved-holds.ts'
import type { Mentor } from '../bookings/paid-session.ts'
import { holdRequest } from '../bookings/requests.ts'
import type { TestApp } from '../product/app.ts'

type WithCode = { code: string | null; browser: string; time?: string; email?: string }

/** Holds a time on Tuesday for a browser with a code, or moves its hold there. */
export const holdWithCode = (
  { app }: Pick<TestApp, 'app'>,
  mentor: Mentor,
  { code, browser, time = '14:30', email = `${browser}@example.com` }: WithCode,
) =>
  holdSlot(app, holdRequest(mentor.sessionTypeIds[0]!, { startsAt: startAt(time), name: browser, email, code }), {
    browser,
    network: null,
    farNetwork: null,
  })

/** As `holdWithCode`, which must succeed. */
export async function heldWithCode(...requested: Parameters<typeof holdWithCode>) {
  const held = await holdWithCode(...requested)
  if (!held.ok) throw new Error(`Not held: ${JSON.stringify(held.error)}`)
  return held.value
}

/** How often codes are redeemed, and how many of those are counted for persons: "ONCE 1, 1 counted". */
export async function listRedeemed({ db }: { db: Db }): Promise<string[]> {
  const rows = await db
    .selectFrom('discountCodes')
    .select((row) => [
      'code',
      'redeemed',
      row
        .selectFrom('discountUses')
        .whereRef('codeId', '=', 'discountCodes.id')
        .select((uses) => uses.fn.coalesce(uses.fn.sum<string>('uses'), uses.val('0')).as('uses'))
        .as('uses'),
    ])
    .orderBy('code')
    .execute()
  return rows.map(({ code, redeemed, uses }) => `${code} ${redeemed}${Number(uses) > 0 ? `, ${uses} counted` : ''}`)
}
