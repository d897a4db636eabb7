/** Holds on Tuesday that browsers move to another time, and what becomes of them. */
import { holdSlot } from '#server/bookings/holds/hold'
import { hashSecret } from '#server/bookings/holds/release'
import { sweep } from '#server/bookings/sweep/sweep'
import type { App } from '#server/context'
import { sandboxSessions } from '../payments/checkout.ts'
import { addMentor, type TestApp } from '../product/app.ts'
import type { Mentor } from './paid-session.ts'
import { holdRequest } from './requests.ts'

/** Sessions of a quarter-hour mentor. */
const SESSIONS = { usual: 0, free: 1, longer: 2 }

/** One who offers starts a quarter of an hour apart. */
export const addQuarterMentor = (test: TestApp): Promise<Mentor> =>
  addMentor(test, {
    starts: ['14:15', '14:30', '14:45', '15:30', '16:30'],
    sessions: [{ minutes: 60 }, { title: 'A free one', price: 0 }, { minutes: 90, title: 'Longer' }],
  })

/** A time on the mentor's clock on Tuesday. */
export const startAt = (time: string) => new Date(`2030-01-08T${time}:00+05:30`)

export type HoldOptions = { session?: keyof typeof SESSIONS; browser?: string }

/** Holds a time for a browser, or moves its hold there. */
export const holdTime = (
  app: App,
  mentor: Mentor,
  time: string,
  { session = 'usual', browser = 'mover' }: HoldOptions = {},
) =>
  holdSlot(
    app,
    holdRequest(mentor.sessionTypeIds[SESSIONS[session]]!, {
      startsAt: startAt(time),
      name: browser,
      email: `${browser}@example.com`,
    }),
    { browser, network: null, farNetwork: null },
  )

/** As `holdTime`, which must succeed. */
export async function heldTime(...requested: Parameters<typeof holdTime>) {
  const answer = await holdTime(...requested)
  if (!answer.ok) throw new Error(`Not held: ${answer.error.code}`)
  return answer.value
}

/** The times that are claimed for a browser, in order, with the status of each. */
export async function claimedTimes({ db }: Pick<TestApp, 'db'>, browser = 'mover'): Promise<string[]> {
  const rows = await db
    .selectFrom('claims')
    .innerJoin('bookings', 'bookings.id', 'claims.bookingId')
    .select(['startsAt', 'status'])
    .where('browserHash', '=', hashSecret(browser))
    .orderBy('startsAt')
    .execute()
  const formatTime = (at: Date) => new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(11, 16)
  return rows.map(({ startsAt, status }) => `${formatTime(startsAt)} ${status}`)
}

/** The ids of the checkouts that can be paid. */
export const openSessions = async (test: Pick<TestApp, 'stripe'>) =>
  (await sandboxSessions(test)).filter(({ status }) => status === 'open').map(({ id }) => id)

/** What a request that was cut off half-way leaves is put right by the sweeper, two minutes later. */
export async function sweepLater({ app, clock }: Pick<TestApp, 'app' | 'clock'>): Promise<void> {
  clock.forward(3)
  await sweep(app)
}
