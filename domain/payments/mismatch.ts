/** A difference between the payment service's books and ours. */

type MismatchKind =
  | 'paid_without_booking'
  | 'paid_twice'
  | 'not_settled'
  | 'wrong_amount'
  | 'not_paid'
  | 'checkout_unknown'
  | 'refund_not_ours'
  | 'refund_differs'
  | 'refund_missing'
  | 'refund_unknown'
  | 'ledger_missing'
  | 'event_missed'
  | 'transfer_not_ours'
  | 'transfer_differs'
  | 'transfer_missing'
  | 'transfer_unknown'
  | 'reversal_differs'
  | 'reversal_missing'

/** `subject` is the id of a session, a booking, a refund or a transfer; `what` and `repair` say it to a person. */
export type Mismatch = { kind: MismatchKind; subject: string; bookingId: string | null; what: string; repair: string }

/** `repaired`: the books agree about it now. */
export type Finding = Mismatch & { repaired: boolean }
