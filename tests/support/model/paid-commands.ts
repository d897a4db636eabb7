/** The commands of the model test on sessions that were paid. */
import * as fc from 'fast-check'
import { TRANSFER_CALLS, TRANSFER_FAULTS } from '../../../sandbox/stripe/faults/faults.ts'
import type { Side } from '#domain/bookings/after-session'
import {
  cancelAtOnce,
  cancelSession,
  dispute,
  dropBatch,
  endDispute,
  makeBatch,
  payBatch,
  returnPart,
} from './after.ts'
import { command, ofSale, often, simple, type Command } from './command.ts'
import { answerProposal, LATER, move, propose, TARGETS } from './moves.ts'
import { beHere, complete, contest, decide, report, waitFor } from './session-day.ts'
import {
  causeTrouble,
  changeAccount,
  holdAndTransfer,
  oweAfterwards,
  payAtOnce,
  transferRound,
  type Trouble,
} from './payouts/transfers.ts'
import { withPackages } from './packages/commands.ts'
import type { Sale } from './world.ts'

const isPaid = (sale: Sale) => sale.state === 'paid'
const standing = (sale: Sale) => isPaid(sale) && !sale.cancelled
const session = (sale: Sale) => standing(sale) && sale.kind !== 'package'
const isReported = (sale: Sale) => sale.noShow !== null

const sides = fc.constantFrom<Side>('mentee', 'mentor')
const times = (maxLength: number) =>
  fc.array(fc.nat(TARGETS.length - 1), { minLength: 1, maxLength }).map((places) => places.map((at) => TARGETS[at]!))

const cancellations = fc
  .constantFrom('mentee' as const, 'mentee' as const, 'mentor' as const, 'admin' as const)
  .chain((by) => ofSale(`cancel by ${by}`, standing, (sale, _, rig) => cancelSession(sale, rig, by)))
const cancellationsAtOnce = ofSale('cancel at once', standing, (sale, _, rig) => cancelAtOnce(sale, rig))
/** Some hours before the start, when cancelling returns less under every policy. */
const lateCancellations = ofSale('cancel late', session, (sale, _, rig) => {
  waitFor(sale, rig, -600)
  return cancelSession(sale, rig, 'mentee')
})
const partialReturns = ofSale('return a part', session, (sale, _, rig) => returnPart(sale, rig))

const moves = times(2).chain((to) => ofSale('move', session, (sale, world, rig) => move(sale, world, rig, to), to))
/** Some hours before it can no longer be moved, when cancelling may return less than at first. */
const LATE = -2_000
const lateMoves = fc.constantFrom(...LATER).chain((to) =>
  ofSale(
    'move late',
    session,
    (sale, world, rig) => {
      waitFor(sale, rig, LATE)
      return move(sale, world, rig, [to])
    },
    to,
  ),
)
const proposals = times(3).chain((offered) =>
  ofSale('propose', session, (sale, world, rig) => propose(sale, world, rig, offered), offered),
)
/** Also of proposals that are over. */
const answers = fc
  .oneof(fc.record({ take: fc.nat(2) }), fc.constantFrom('decline' as const, 'withdraw' as const))
  .chain((how) =>
    ofSale(
      typeof how === 'object' ? 'take a time' : how,
      (sale) => sale.proposal !== null,
      (sale, world, rig) => answerProposal(sale, world, rig, how),
      how,
    ),
  )

/** Minutes after the start: a day and an hour before it, around it, its end and what is open until two days later. */
const moments = fc.constantFrom(-1_439, -59, -10, 0, 10, 31, 91, 160, 1_440, 2_960, 3_061)
const waits = moments.chain((minutes) =>
  ofSale('wait for a session', session, async (sale, _, rig) => waitFor(sale, rig, minutes), minutes),
)
const arrivals = sides.chain((side) =>
  ofSale(`here: ${side}`, session, (sale, _, rig) => {
    waitFor(sale, rig, -10)
    return beHere(sale, rig, side)
  }),
)
/** One side says to be here, waits, and reports the other. */
const reports = sides.chain((side) =>
  ofSale(`report by ${side}`, session, async (sale, _, rig) => {
    waitFor(sale, rig, -5)
    const faults = await beHere(sale, rig, side)
    waitFor(sale, rig, 10)
    return [...faults, ...(await report(sale, rig, side))]
  }),
)
const contests = sides.chain((side) =>
  ofSale(`contest by ${side}`, isReported, (sale, _, rig) => contest(sale, rig, side)),
)
const decisions = fc
  .constantFrom('absent' as const, 'present' as const)
  .chain((outcome) => ofSale(`decide: ${outcome}`, isReported, (sale, _, rig) => decide(sale, rig, outcome)))
const completions = ofSale('complete', session, (sale, _, rig) => complete(sale, rig))

const disputes = ofSale(
  'dispute',
  (sale) => isPaid(sale) && sale.kind !== 'credit' && sale.dispute === null,
  (sale, _, rig) => dispute(sale, rig),
)
const disputesEnd = fc.constantFrom('won' as const, 'won' as const, 'lost' as const).chain((outcome) =>
  ofSale(
    `dispute ${outcome}`,
    (sale) => sale.dispute !== null && !sale.isDisputeOver,
    (sale, _, rig) => endDispute(sale, rig, outcome),
  ),
)
const batches = simple('make a payout batch', (_, rig) => makeBatch(rig))
const batchesPaid = simple('pay a batch', (_, rig) => payBatch(rig))
const batchesDropped = simple('discard a batch', (_, rig) => dropBatch(rig))
const rounds = simple('transfers', (_, rig) => transferRound(rig))
const roundsAtOnce = simple('pay at once', (_, rig) => payAtOnce(rig))
const troubles: fc.Arbitrary<Trouble> = fc.oneof(
  fc.record({ refused: fc.constantFrom(...TRANSFER_FAULTS) }),
  fc.record({ unheard: fc.constantFrom('error' as const, 'garbage' as const, 'reset' as const) }),
)
const someTroubles = fc.option(troubles, { freq: 2 })
const transfers = someTroubles.chain((trouble) =>
  ofSale('hold and transfer', session, (sale, _, rig) => holdAndTransfer(sale, rig, trouble), trouble),
)
const debts = fc.record({ lost: fc.boolean(), trouble: someTroubles }).chain((how) =>
  ofSale(
    'owe afterwards',
    (sale) => session(sale) && sale.isCompleted,
    (sale, _, rig) => oweAfterwards(sale, rig, how),
    how,
  ),
)
const transfersGoWrong = fc
  .record({ call: fc.constantFrom(...TRANSFER_CALLS), trouble: troubles })
  .map((how) => command('transfers go wrong', how, (_, rig) => causeTrouble(rig, how.call, how.trouble)))
const accounts = fc
  .record({ n: fc.nat(1), heard: fc.boolean() })
  .map((which) => command('account changes', which, (_, rig) => changeAccount(rig, which)))
const reminders = simple('reminders', async (_, rig) => void (await rig.remind()))

export const afterPayment: fc.Arbitrary<Command>[] = [
  ...withPackages,
  ...often(4, cancellations),
  cancellationsAtOnce,
  ...often(2, lateCancellations),
  ...often(3, moves),
  ...often(3, lateMoves),
  ...often(3, proposals),
  ...often(4, answers),
  ...often(2, waits),
  arrivals,
  ...often(2, reports),
  contests,
  decisions,
  completions,
  ...often(2, disputes),
  ...often(2, batches),
  ...often(2, rounds),
  ...often(2, roundsAtOnce),
  ...often(4, transfers),
  ...often(3, debts),
  ...often(2, accounts),
  ...often(2, transfersGoWrong),
  ...often(2, reminders),
  partialReturns,
  disputesEnd,
  batchesPaid,
  batchesDropped,
]
