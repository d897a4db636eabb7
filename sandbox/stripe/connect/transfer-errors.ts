/** Stripe's errors for transfers. */
import { wrongState, type StripeApiError } from '../api/errors.ts'

/** 400: the account has not finished onboarding, or is restricted. */
export function cannotReceive(): StripeApiError {
  return wrongState(
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    'insufficient_capabilities_for_transfer',
  )
}

/** 400: the platform's available balance does not suffice. */
export function balanceInsufficient(): StripeApiError {
  return wrongState(
    'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://docs.stripe.com/testing#available-balance',
    'balance_insufficient',
  )
}
