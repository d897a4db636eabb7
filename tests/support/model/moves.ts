/** A paid session gets another time: its mentee moves it, or its mentor proposes times of which one is taken, or none. */
import { percentDue, findRefundRule } from '#domain/bookings/refunds/refund-rule'
import { HOUR_MS } from '#domain/time/wall-time'
import { moveSession } from '#server/bookings/session-moves/move-session'
import {
  declineProposal,
  proposeTimes,
  takeOfferedTime,
  withdrawProposal,
} from '#server/bookings/session-moves/proposals'
import { isMentorPaused, SLOTS, type Rig } from './rig.ts'
import { findBooking, type Paid } from './after.ts'
import { inTheWay, advanceTo, type Sale, type World } from './world.ts'

/** Days after those that visitors ask for. */
export const LATER = ['2030-01-09', '2030-01-10'].flatMap((day) =>
  ['14:30', '16:30'].map((time) => new Date(`${day}T${time}:00+05:30`)),
)
/** Where sessions are moved. */
export const TARGETS = [...SLOTS, ...LATER]

const MOVE_HOURS = 24
const MAX_MOVES = 2
const MAX_PROPOSALS = 3

/** The mentee moves a session, perhaps to a second time in another tab at the same moment: one of them wins. */
export async function move(sale: Sale, world: World, rig: Rig, to: Date[]): Promise<string[]> {
  const before = await findBooking(rig, sale)
  if (!before) return []
  const { id, revision } = before
  const answers = await Promise.all(
    to.map((startsAt) =>
      rig.ask((app) => moveSession(app, { id, startsAt, revision })).then((answer) => ({ startsAt, answer })),
    ),
  )
  const after = (await findBooking(rig, sale))!
  const faults: string[] = []
  const done = answers.filter(({ answer, startsAt }) => answer.heard && answer.value.ok && isOther(startsAt, before))
  if (new Set(done.map(({ startsAt }) => startsAt.getTime())).size > 1)
    faults.push(`${sale.bookingId} was moved in two tabs at once`)
  const isMoved = isOther(after.startsAt, before)
  if (done.some(({ startsAt }) => isOther(startsAt, after)))
    faults.push(`${sale.bookingId} was said to be moved, and was not`)
  for (const { answer, startsAt } of answers) {
    if (answer.heard && !answer.value.ok)
      faults.push(
        ...(await judgeRefusal(sale, world, rig, { before, startsAt, code: answer.value.error.code, isMoved })),
      )
  }
  return isMoved ? [...faults, ...noteMove(sale, world, rig, before, after)] : faults
}

const isOther = (startsAt: Date, booking: Paid) => startsAt.getTime() !== booking.startsAt.getTime()

/** What must be true of a move that took place. One that answers a proposal does not count. */
function noteMove(sale: Sale, world: World, rig: Rig, before: Paid, after: Paid): string[] {
  const now = rig.clock.time
  const faults: string[] = []
  if (before.status !== 'confirmed') faults.push(`${sale.bookingId} was ${before.status} and moved`)
  if (now.getTime() > before.startsAt.getTime() - MOVE_HOURS * HOUR_MS)
    faults.push(`${sale.bookingId} was moved too late`)
  const isAnswer = sale.proposal?.isOpen
  if (sale.proposal) sale.proposal.isOpen = false
  if (!isAnswer) {
    sale.moves += 1
    if (sale.moves > MAX_MOVES) faults.push(`${sale.bookingId} was moved ${sale.moves} times`)
    if (percentDue(findRefundRule(after, now), now) > percentDue(findRefundRule(before, now), now))
      faults.push(`moving ${sale.bookingId} brought back a refund that was over`)
  }
  return [...faults, ...advanceTo(world, sale, after.startsAt, now.getTime())]
}

type Refused = { before: Paid; startsAt: Date; code: string; isMoved: boolean }

/** Checks that a refusal has a reason. */
async function judgeRefusal(sale: Sale, world: World, rig: Rig, refused: Refused): Promise<string[]> {
  const { before, startsAt, code, isMoved } = refused
  const now = rig.clock.time.getTime()
  const isReason = {
    not_confirmed: before.status !== 'confirmed',
    too_late: now > before.startsAt.getTime() - MOVE_HOURS * HOUR_MS,
    used_up: sale.moves >= MAX_MOVES,
    changed: isMoved, // By the other tab.
    slot_taken: world.loose || isMoved || inTheWay(world, { offer: sale.offer, startsAt }, sale).length > 0,
    not_bookable: startsAt.getTime() < now + HOUR_MS || (await isMentorPaused(rig, sale.mentorId)),
  }[code]
  return isReason ? [] : [`${sale.bookingId} could not be moved: ${code}`]
}

/** The mentor proposes times of their own. */
export async function propose(sale: Sale, world: World, rig: Rig, times: Date[]): Promise<string[]> {
  const before = await findBooking(rig, sale)
  if (!before) return []
  const answer = await rig.ask((app) => proposeTimes(app, { id: before.id, times }))
  const made = await rig.db
    .selectFrom('moveProposals')
    .select(['id', 'answerBy', 'status'])
    .where('bookingId', '=', before.id)
    .orderBy('createdAt')
    .execute()
  const now = rig.clock.time.getTime()
  const open = made.find(({ status }) => status === 'open')
  if (made.length > sale.proposals) {
    const faults: string[] = []
    if (sale.proposal?.isOpen) faults.push(`two proposals are open for ${sale.bookingId}`)
    if (made.length > MAX_PROPOSALS) faults.push(`${made.length} proposals were made for ${sale.bookingId}`)
    if (!open || open.answerBy.getTime() < now + HOUR_MS) faults.push(`${sale.bookingId}: no time is left to answer`)
    sale.proposals = made.length
    sale.proposal = open ? { id: open.id, times, answerBy: open.answerBy, isOpen: true } : null
    return faults
  }
  if (!answer.heard) return []
  if (answer.value.ok) return [`times for ${sale.bookingId} were said to be proposed, and were not`]
  const { code } = answer.value.error
  const isReason = {
    not_confirmed: before.status !== 'confirmed',
    open: sale.proposal?.isOpen,
    used_up: sale.proposals >= MAX_PROPOSALS,
    too_late: now > before.startsAt.getTime() - (MOVE_HOURS + 1) * HOUR_MS,
    how_many: false,
    not_offerable:
      times.some((at) => at.getTime() < now + HOUR_MS || !isOther(at, before)) || new Set(times).size < times.length,
    slot_taken:
      world.loose || times.some((startsAt) => inTheWay(world, { offer: sale.offer, startsAt }, sale).length > 0),
  }[code]
  return isReason ? [] : [`times for ${sale.bookingId} could not be proposed: ${code}`]
}

/** The mentee answers a proposal, or the mentor withdraws it; it may be over. `take`: which of the times. */
export async function answerProposal(
  sale: Sale,
  world: World,
  rig: Rig,
  how: { take: number } | 'decline' | 'withdraw',
): Promise<string[]> {
  const before = await findBooking(rig, sale)
  const { proposal, bookingId } = sale
  if (!before || !proposal) return []
  const now = rig.clock.time
  const answer = { id: before.id, proposalId: proposal.id }
  const startsAt = typeof how === 'object' ? proposal.times[how.take % proposal.times.length]! : null
  const mayFail =
    startsAt !== null && (world.loose || startsAt <= now || inTheWay(world, { ...sale, startsAt }, sale).length > 0)
  const isAnswerable = before.status === 'confirmed' && proposal.isOpen && now < proposal.answerBy
  const heard = await rig.ask((app) => {
    if (startsAt) return takeOfferedTime(app, { ...answer, startsAt })
    return how === 'decline' ? declineProposal(app, answer) : withdrawProposal(app, answer)
  })
  const after = (await findBooking(rig, sale))!
  const isMoved = isOther(after.startsAt, before)
  const hasEnded = before.status === 'confirmed' && after.status === 'cancelled'
  const faults: string[] = []
  if ((isMoved || hasEnded) && !isAnswerable) faults.push(`a proposal for ${bookingId} was decided after its end`)
  if ((isMoved && (!startsAt || isOther(startsAt, after))) || (hasEnded && how !== 'decline'))
    faults.push(`a proposal for ${bookingId} was decided in another way`)
  if (hasEnded) sale.cancelled = { refund: 'all', isLate: false }
  if (isMoved) faults.push(...advanceTo(world, sale, after.startsAt, now.getTime()))
  if (heard.heard && isAnswerable && !heard.value.ok && !mayFail)
    faults.push(`a proposal for ${bookingId} could not be decided: ${heard.value.error.code}`)
  const isOpen = await isProposalOpen(rig, proposal.id)
  if (isOpen && (isMoved || hasEnded)) faults.push(`a proposal for ${bookingId} stays open after its answer`)
  proposal.isOpen = isOpen
  return faults
}

async function isProposalOpen({ db }: Rig, id: string): Promise<boolean> {
  const { status } = await db
    .selectFrom('moveProposals')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status === 'open'
}
