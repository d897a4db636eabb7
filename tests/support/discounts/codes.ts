/** Discount codes for tests. */
import { randomUUID } from 'node:crypto'
import { insertCodes, type NewCode } from '#server/discounts/codes-queries'
import { holdSlot } from '#server/bookings/holds/hold'
import type { Db } from '#server/platform/db/connect'
import { startAt } from '../bookings/moved-holds.ts'
import type { Mentor } from '../bookings/paid-session.ts'
import { holdRequest } from '../bookings/requests.ts'
import type { TestApp } from '../product/app.ts'

/** The operator's code SCHOLAR: everything off, any number of times, for any session or cohort, from 2030 on. */
const SCHOLAR: Omit<NewCode, 'id'> = {
  code: 'SCHOLAR',
  batch: null,
  mentorId: null,
  percent: 100,
  amount: null,
  currency: null,
  mentorIds: null,
  appliesTo: 'both',
  sessionTypeIds: null,
  cohortIds: null,
  validFrom: new Date('2030-01-01T00:00:00Z'),
  validUntil: null,
  maxRedemptions: null,
  maxPerPerson: null,
  borneBy: 'operator',
  createdBy: null,
  createdAt: new Date('2030-01-01T00:00:00Z'),
}

/** Writes a code that differs from `SCHOLAR` by `changed`. Returns its id. */
export async function addCode({ db }: { db: Db }, changed: Partial<NewCode> = {}): Promise<string> {
  const code = { id: randomUUID(), ...SCHOLAR, ...changed }
  await insertCodes(db, [code])
  return code.id
}

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
