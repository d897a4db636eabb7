/** The safeguards that `npm run test:safeguards` removes, one after the other. */

export const MODEL = 'server/bookings/booking-model.test.ts'

/**
 * Replaces `from` by `to` in `file`. `test` must notice it, by default the model test. `on` is the test's project, by
 * default `pglite`, on whose single connection locks have no effect.
 */
export type Loss = {
  name: string
  file: string
  from: string
  to: string
  test?: string
  on?: 'unit' | 'pglite' | 'postgres'
}

export const losses: Loss[] = [
  {
    name: 'the constraint that no minute is claimed twice',
    file: 'server/platform/db/migrations/0014_moves.sql',
    from: 'exclude using gist (mentor_id with =, holder with <>, during with &&)',
    to: 'exclude using gist (booking_id with =)',
  },
  {
    name: 'the check that a payment was settled before',
    file: 'server/bookings/settlement/settle.ts',
    from: 'if (booking.paidAt) return',
    to: 'if (booking.paidAt && booking.id === "") return',
  },
  {
    name: 'the key under which a refund is sent again',
    file: 'server/bookings/settlement/refunds.ts',
    from: 'key, idempotencyKey: idempotencyKey(key, refusals) }',
    to: 'key: randomUUID(), idempotencyKey: randomUUID() }',
  },
  {
    name: 'that a refund is looked for before it is sent under a key that is forgotten',
    file: 'server/bookings/settlement/refunds.ts',
    from: '(await findSent(app, row)) ?? ',
    to: '',
    test: 'server/bookings/settlement/refunds.test.ts',
  },
  {
    name: 'that a new time is claimed before the old one is given up',
    file: 'server/bookings/holds/hold.ts',
    from: 'const opened = await claimAndOpenCheckout(app, order, current.id)',
    to: 'if (current.checkoutId) await app.payments.expireCheckout(current.checkoutId)\n  const opened = await claimAndOpenCheckout(app, order, current.id)',
  },
  {
    name: 'that a session is expired before its minutes are given back',
    file: 'server/bookings/holds/release.ts',
    from: 'if (hold.pricePence === 0)',
    to: 'if (hold.pricePence >= 0)',
  },
  {
    name: 'that a debit under way is known to be one',
    file: 'server/bookings/settlement/settle.ts',
    from: 'await markProcessing(',
    to: "if (checkout.id === '') await markProcessing(",
    test: 'server/bookings/settlement/settle.test.ts',
  },
  {
    name: 'that a late payment gets only a time that is still free',
    file: 'server/bookings/holds/retake-claim.ts',
    from: 'return insertClaim(tx, booking)',
    to: 'return true',
  },
  {
    name: 'that an orphan whose session is processing keeps its hour',
    file: 'server/bookings/sweep/sweep.ts',
    from: " || checkout.status === 'open' || checkout.status === 'processing')",
    to: " || checkout.status === 'open')",
    test: 'server/bookings/sweep/sweep.test.ts',
  },
  {
    name: 'that timeouts between responses do not end a round',
    file: 'server/payments/for-each-concurrently.ts',
    from: 'if (!(await isAnswering())) throw error',
    to: 'throw error',
    test: 'server/bookings/sweep/sweep.test.ts',
  },
  {
    name: 'that a locked row does not end a round',
    file: 'server/payments/for-each-concurrently.ts',
    from: ' && !isContended(error)) throw error',
    to: ') throw error',
    test: 'server/bookings/sweep/sweep.test.ts',
  },
  {
    name: 'that recovering events ends with the first that get no answer',
    file: 'server/bookings/settlement/reconcile.ts',
    from: "if (outcome === 'unavailable') throw",
    to: "if (event.id === '') throw",
    test: 'server/bookings/settlement/reconcile-rounds.test.ts',
  },
  {
    name: 'the second part of the key by which overdue holds are paged',
    file: 'server/bookings/sweep/sweep-queries.ts',
    from: '(pay_before, id) > (${after.payBefore}, ${after.id}::uuid)',
    to: 'pay_before > ${after.payBefore}',
    test: 'server/bookings/sweep/sweep.test.ts',
  },
  {
    name: 'that open checkouts are checked before they are overdue',
    file: 'server/bookings/sweep/sweep.ts',
    from: 'await listOpenHolds(app.db, app.now(), BATCH)',
    to: '[]',
    test: 'server/bookings/sweep/sweep.test.ts',
  },
  {
    name: 'that events which no webhook brought are processed',
    file: 'server/bookings/settlement/reconcile.ts',
    from: 'if (!(await storeMissedEvent(app, event))) return',
    to: 'if (event.id) return',
  },
  {
    name: 'the overlap with what the last round of events has looked at',
    file: 'server/bookings/settlement/reconcile.ts',
    from: ' - OVERLAP_HOURS * HOUR_MS)',
    to: ' - OVERLAP_HOURS)',
    test: 'server/bookings/settlement/recover-events.test.ts',
  },
  {
    name: 'the mentor’s lock while their day is counted',
    file: 'server/bookings/limits/mentor-caps.ts',
    from: '  await lockMentor(tx, wanted.mentorId)\n',
    to: '',
    test: 'server/bookings/limits/mentor-caps.test.ts',
    on: 'postgres',
  },
  {
    name: 'that another currency is another amount',
    file: 'server/bookings/settlement/settle.ts',
    from: ' || checkout.currency !== booking.currency',
    to: '',
    test: 'server/bookings/settlement/settle.test.ts',
  },
  {
    name: 'that addresses of cached pages differ in case',
    file: 'server/site/page-cache/page-cache.ts',
    from: '\\n${address}`',
    to: '\\n${address.toLowerCase()}`',
    test: 'server/site/page-cache/page-cache.test.ts',
  },
  {
    name: 'that a sold-out day cannot be chosen with scripts',
    file: 'app/ui/bookings/calendar/calendar.tsx',
    from: 'isDateUnavailable={(date) => !isFree(date.toString())}',
    to: 'isDateUnavailable={() => false}',
    test: 'app/ui/bookings/calendar/calendar.test.tsx',
    on: 'unit',
  },
  {
    name: 'that a sold-out day cannot be chosen without scripts',
    file: 'app/ui/bookings/calendar/calendar-without-scripts.tsx',
    from: 'disabled={free === 0}',
    to: 'disabled={false}',
    test: 'app/ui/bookings/calendar/calendar.test.tsx',
    on: 'unit',
  },
  {
    name: 'that the link to cancel says paid after a late payment',
    file: 'server/bookings/holds/release.ts',
    from: "booking.status === 'expired' && !booking.paidAt",
    to: "booking.status === 'expired'",
    test: 'server/bookings/holds/release.test.ts',
  },
  {
    name: 'that a hold whose payment failed is released',
    file: 'server/bookings/holds/release.ts',
    from: "checkout.status === 'expired' || checkout.status === 'failed'",
    to: "checkout.status === 'expired'",
    test: 'server/bookings/holds/release.test.ts',
  },
  {
    name: 'that a payment under way is not offered for paying',
    file: 'server/bookings/holds/holds-queries.ts',
    from: "    .where('processingSince', 'is', null)\n",
    to: '',
    test: 'server/bookings/holds/current-hold.test.ts',
  },
  {
    name: 'that one failing event keeps no later one',
    file: 'server/bookings/settlement/webhook-inbox.ts',
    from: "=== 'unavailable') return",
    to: "!== 'done') return",
    test: 'server/bookings/settlement/webhook-inbox.test.ts',
  },
  {
    name: 'that a pending refund is not missing',
    file: 'server/payments/mismatches.ts',
    from: "row.status === 'pending' ||",
    to: '',
    test: 'server/bookings/settlement/reconcile.test.ts',
  },
  {
    name: 'the rounding of partial fees',
    file: 'server/payments/ledger.ts',
    from: 'const share = (part: number) => roundFee((part * kept) / charged, currency)',
    to: 'const share = (part: number) => (part * kept) / charged',
    test: 'server/payments/ledger.test.ts',
  },
  {
    name: 'the booking’s lock when a refund was sent',
    file: 'server/bookings/settlement/refunds.ts',
    from: '    await lockBooking(tx, { id: bookingId })\n    const settled',
    to: '    const settled',
    test: 'server/bookings/race-refunds.test.ts',
    on: 'postgres',
  },
  {
    name: 'that a second refund under one key is another one',
    file: 'server/payments/refunds-queries.ts',
    from: "    .where('serviceId', 'is', null)\n",
    to: '',
    test: 'server/bookings/race-refunds.test.ts',
  },
  {
    name: 'that a late cancellation uses the credit of a package',
    file: 'server/bookings/cancellation/cancel.ts',
    from: 'isFromPackage(booking) && due < kept ? toMinorUnits(0) : due',
    to: 'isFromPackage(booking) ? kept : due',
  },
  {
    name: 'that only the sessions of a package that are not booked are refunded',
    file: 'server/bookings/credits/credits.ts',
    from: 'return issueRefund(app, tx, bought, { amount: sumOpenShares(open), reason })',
    to: "return issueRefund(app, tx, bought, { amount: 'all', reason })",
  },
  {
    name: 'the lock of a package’s credits',
    file: 'server/bookings/credits/credits-queries.ts',
    from: "where('id', '=', packageId).forNoKeyUpdate()",
    to: "where('id', '=', packageId)",
    on: 'postgres',
  },
]
