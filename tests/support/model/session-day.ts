/** The day of a session: who is there, who reports that the other is not, who contests that, and that it took place. */
import { otherSide, type Side } from '#domain/bookings/after-session'
import { completeByMentor } from '#server/bookings/after-session/complete'
import { contestNoShow, decideNoShow, reportNoShow, checkInBySide } from '#server/bookings/after-session/no-show'
import { minutesAfter } from '#domain/time/wall-time'
import { HOUR_MS } from '#domain/time/wall-time'
import { findBooking, twoAdmins } from './after.ts'
import { endOf } from './notice.ts'
import type { Rig } from './rig.ts'
import type { Sale } from './world.ts'

const MINUTE_MS = 60_000
const VISITOR = { kind: 'visitor', address: null } as const

/** Moves the clock to this many minutes after a session's start, unless that is past. */
export function waitFor(sale: Sale, rig: Rig, minutes: number): void {
  const at = minutesAfter(new Date(sale.startsAt), minutes)
  if (at > rig.clock.time) rig.clock.time = at
}

export async function beHere(sale: Sale, rig: Rig, side: Side): Promise<string[]> {
  const before = await findBooking(rig, sale)
  if (!before) return []
  const { time } = rig.clock
  const answer = await rig.ask((app) => checkInBySide(app, before.id, side))
  const isTime = time.getTime() >= sale.startsAt - 10 * MINUTE_MS && time.getTime() <= endOf(sale)
  const isRight = before.status === 'confirmed' && isTime
  return answer.heard && answer.value.ok !== isRight ? [`${side} of ${sale.bookingId} is here: ${answer.value.ok}`] : []
}

/** One side reports that the other is not there. */
export async function report(sale: Sale, rig: Rig, side: Side): Promise<string[]> {
  const before = await findBooking(rig, sale)
  if (!before) return []
  const now = rig.clock.time.getTime()
  const here = await rig.db.selectFrom('arrivals').select('side').where('bookingId', '=', before.id).execute()
  const answer = await rig.ask((app) => reportNoShow(app, before.id, { side, actor: VISITOR }))
  const made = await rig.db.selectFrom('noShows').selectAll().where('bookingId', '=', before.id).executeTakeFirst()
  const isTime = now >= sale.startsAt + 10 * MINUTE_MS && now < endOf(sale) + 48 * HOUR_MS
  const sides = here.map((arrival) => arrival.side)
  const may =
    before.status === 'confirmed' && isTime && sides.includes(side) && !sides.includes(otherSide(side)) && !sale.noShow
  if (made && !sale.noShow) {
    sale.noShow = { absent: made.absent, at: made.reportedAt, contested: false, outcome: null }
    return may && made.absent === otherSide(side) ? [] : [`${sale.bookingId} was reported by ${side}, who may not`]
  }
  if (!answer.heard) return []
  const isSecond = before.status === 'confirmed' && isTime && sale.noShow?.absent === otherSide(side)
  return answer.value.ok === Boolean(isSecond) ? [] : [`a report of ${sale.bookingId} by ${side}: ${answer.value.ok}`]
}

export async function contest(sale: Sale, rig: Rig, side: Side): Promise<string[]> {
  const before = await findBooking(rig, sale)
  const { noShow } = sale
  if (!before || !noShow) return []
  const requested = { side, actor: VISITOR, text: 'I was there' }
  const answer = await rig.ask((app) => contestNoShow(app, before.id, requested))
  const isInTime = rig.clock.time.getTime() < noShow.at.getTime() + 24 * HOUR_MS
  const may = noShow.absent === side && !noShow.outcome && !noShow.contested && isInTime
  const row = await rig.db
    .selectFrom('noShows')
    .select('contestedAt')
    .where('bookingId', '=', before.id)
    .executeTakeFirst()
  const isDone = row?.contestedAt !== null && !noShow.contested
  if (isDone) noShow.contested = true
  if (isDone && !may) return [`a report of ${sale.bookingId} was contested by ${side}, who may not`]
  return answer.heard && answer.value.ok !== may ? [`${side} contests ${sale.bookingId}: ${answer.value.ok}`] : []
}

/** Two admins decide a contested report at once. */
export async function decide(sale: Sale, rig: Rig, outcome: 'absent' | 'present'): Promise<string[]> {
  const before = await findBooking(rig, sale)
  const { noShow } = sale
  if (!before || !noShow) return []
  const faults = await twoAdmins(rig, 'decided one report', (app, { session: { accountId } }) =>
    decideNoShow(app, before.id, { outcome, accountId, actor: { kind: 'account', accountId, address: null } }),
  )
  const row = await rig.db.selectFrom('noShows').select('outcome').where('bookingId', '=', before.id).executeTakeFirst()
  if (row?.outcome && !noShow.outcome) {
    if (!noShow.contested) faults.push(`a report of ${sale.bookingId} was decided before it was contested`)
    noShow.outcome = row.outcome
  }
  return faults
}

export async function complete(sale: Sale, rig: Rig): Promise<string[]> {
  const before = await findBooking(rig, sale)
  if (!before) return []
  const requested = { note: '', steps: [], actor: VISITOR }
  const answer = await rig.ask((app) => completeByMentor(app, before.id, requested))
  const after = (await findBooking(rig, sale))!
  const now = rig.clock.time.getTime()
  const isOpen = sale.noShow !== null && !sale.noShow.outcome
  const mayBe = now >= endOf(sale) && now < endOf(sale) + 14 * 24 * HOUR_MS && !isOpen
  if (before.status === 'confirmed' && after.status === 'completed') {
    sale.isCompleted = true
    if (!mayBe) return [`${sale.bookingId} was completed before its end or its report`]
  }
  const isRight = mayBe && (before.status === 'confirmed' || before.status === 'completed')
  return answer.heard && answer.value.ok !== isRight ? [`${sale.bookingId} is completed: ${answer.value.ok}`] : []
}
